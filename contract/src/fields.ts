// Building blocks for schemas. Forms are url-encoded, so numbers, booleans and lists arrive as text; every block
// accepts both.

import { z } from 'zod'
import { plainTyped } from './digits.ts'
import { limits } from './limits.ts'
import { visibleName } from './names.ts'
import { type Pasted, readIds, readRefs } from './pastedIds.ts'
import { sexes } from './statesAndKinds.ts'

// The browser's content security policy reports zod's probe of `new Function`; the server may compile.
if ('document' in globalThis) z.config({ jitless: true })

/** `preprocess` loses the input type; callers are typed by the inner schema's input. */
const fromText = <T extends z.ZodType>(read: (text: string) => unknown, schema: T) =>
  z.preprocess((value) => (typeof value === 'string' ? read(value) : value), schema) as unknown as z.ZodType<
    z.output<T>,
    z.input<T>
  >

const numeric = (text: string) => (/^-?\d{1,16}$/.test(plainTyped(text)) ? Number(plainTyped(text)) : text)

/** The largest `integer` of PostgreSQL. */
export const maxInteger = 2 ** 31 - 1

/** A whole number, never above 2^53. */
export const integer = (min: number = Number.MIN_SAFE_INTEGER, max: number = Number.MAX_SAFE_INTEGER) =>
  fromText(numeric, z.number().int().min(min).max(max))

export const id = () => integer(1)

/** A code in the address of a page that anybody with it may open: 80 random bits. */
export const publicCode = /^[a-z2-7]{16}$/

/** Id of a row stored as a PostgreSQL `integer`: everything except app users. */
export const rowId = () => integer(1, maxInteger)

/** A share of a whole, 0 to 1. */
export const fraction = () =>
  fromText((text) => (/^\d*\.?\d+$/.test(plainTyped(text)) ? Number(plainTyped(text)) : text), z.number().min(0).max(1))

/** `true`/`false`, also written `1`/`0`. */
export const flag = () =>
  fromText((text) => ({ true: true, '1': true, false: false, '0': false })[text] ?? text, z.boolean())

/** A list; comma-separated in a form. An empty string is an empty list. */
export const listOf = <T extends z.ZodType>(item: T, max: number = limits.batch) =>
  fromText((text) => (text === '' ? [] : text.split(',').map((part) => part.trim())), z.array(item).max(max))

/** Ids of rows, as a batch takes them. */
export const rowIds = () => listOf(rowId())

/**
 * Reads a list of ids from text. One that has none is refused rather than ignored, since a filter that is ignored shows every row; so is
 * one with something else that may have been meant as an id.
 */
const idsFromText = <T extends z.ZodType>(read: (text: string) => Pasted<string | number>, ids: T) =>
  z.preprocess((value, context) => {
    if (typeof value === 'number') return [value]
    if (typeof value !== 'string') return value
    // As lists are sent: a comma before three digits groups nothing here.
    const { ids, wrong } = read(/^\d+(?:,\d+)*$/.test(value) ? value.replaceAll(',', ' ') : value)
    if (wrong.length === 0 && ids.length > 0) return ids
    const text = wrong[0]?.text ?? value.trim()
    context.addIssue({
      code: 'custom',
      message: `not an id: ${text}`,
      params: { reason: 'field.ids', text: text.slice(0, 40) },
    })
    return z.NEVER
  }, ids) as unknown as z.ZodType<z.output<T>, z.input<T> | number | string>

/** A list's filter by numeric ids: one, or a list of them, as people paste them (`pastedIds.ts`). */
export const idsFilter = (max: number = Number.MAX_SAFE_INTEGER) =>
  idsFromText(readIds, z.array(z.number().int().min(1).max(max)).min(1).max(limits.batch))

/** The same by ids stored as a PostgreSQL `integer`. */
export const rowIdsFilter = () => idsFilter(maxInteger)

/** The same by ids that are texts, of at most `max` characters. */
export const refsFilter = (max: number = 64) =>
  idsFromText((text) => readRefs(text, max), z.array(line(max)).min(1).max(limits.batch))

/** A structured value; JSON in a form. */
export const jsonOf = <T extends z.ZodType>(schema: T) =>
  fromText((text) => {
    try {
      return JSON.parse(text)
    } catch {
      return text
    }
  }, schema)

/** Single-line text, composed (NFC), trimmed, without control characters. */
export const line = (max: number, min: number = 1) =>
  z
    .string()
    .normalize('NFC')
    .trim()
    .min(min)
    .max(max)
    .regex(/^[^\p{Cc}]*$/u)
    .refine((text) => text === '' || visibleName(text))

/**
 * What a list is searched for: tabs and line ends of what was pasted are spaces. A text that shows nothing is refused, since it is part
 * of every name.
 */
export const searchText = (max: number) =>
  z
    .string()
    .normalize('NFC')
    .regex(/^[^\p{Cc}]*(?:[\n\r\t][^\p{Cc}]*)*$/u)
    .transform((text) => text.replaceAll(/[\n\r\t]+/g, ' ').trim())
    .pipe(z.string().min(1).max(max).refine(visibleName))

/** A code that a person types: digits of all scripts are digits. The server checks its length and digits, each with its own code. */
export const typedCode = () => z.string().overwrite(plainTyped).max(20)

/** Text that may span several lines, composed (NFC). */
export const prose = (max: number, min: number = 0) =>
  z
    .string()
    .normalize('NFC')
    .trim()
    .min(min)
    .max(max)
    .regex(/^[^\p{Cc}]*(?:[\n\r\t][^\p{Cc}]*)*$/u)

/** A time or a day: `YYYY-MM-DD HH:mm:ss` or `YYYY-MM-DD`, in the platform's time zone. */
export const timeText = () =>
  z.string().regex(/^(?!0000)\d{4}-(0[1-9]|1[0-2])-(0[1-9]|[12]\d|3[01])( ([01]\d|2[0-3]):[0-5]\d:[0-5]\d)?$/)

/** Both ends of a time span, each optional; a day means the whole day. */
export const timeRange = { startTimeStr: optional(timeText()), endTimeStr: optional(timeText()) }

/** Whose records: users of any of these countries and download channels, of one sex, as in the dashboards' filters. */
export const ofUsers = {
  country: optional(listOf(z.string().regex(/^[A-Z]{2}$/), 50)),
  userChannel: optional(listOf(line(60), 50)),
  sex: optional(z.enum(sexes)),
}

/** A whole number of an answer. */
export const count = () => z.number().int()

/** An ISO 8601 UTC instant, as in answers. */
export const instant = () => z.iso.datetime({ offset: false })

/** Absent, or empty as forms send it, means no value. Typed by the inner schema, like `fromText`. */
export function optional<T extends z.ZodType>(schema: T) {
  return z.preprocess((value) => (value === '' ? undefined : value), schema.optional()) as unknown as z.ZodOptional<
    z.ZodType<z.output<T>, z.input<T>>
  >
}

/** Reason for an action that requires one; the call's `fieldCodes` maps it to 11004. */
export const reason = () => prose(500, 1)

/** The version that the write is based on; a stale one is refused with 20000. */
export const version = () => integer(1, maxInteger)

/** Parameters of every list besides its filters; `after` is the `next` of the previous answer. */
export const paging = {
  current: optional(integer(1, 1_000_000)),
  size: optional(integer(1, limits.pageSize)),
  after: optional(z.string().max(1_000)),
  sort: optional(z.string().regex(/^-?[a-zA-Z]{1,40}$/)),
  export: optional(z.enum(['xlsx', 'csv'])),
  async: optional(flag()),
}

/**
 * Both ends of a number range, each optional: `<name>Min` and `<name>Max`. An empty minimum means 0, an empty maximum
 * no limit. The maximum must be greater (spec section 5); `listPayload` checks that.
 */
export const range = <const N extends string, T extends z.ZodType>(name: N, end: T) =>
  ({ [`${name}Min`]: optional(end), [`${name}Max`]: optional(end) }) as Record<
    `${N}Min` | `${N}Max`,
    ReturnType<typeof optional<T>>
  >

/** The field with the other end of a range: `levelMin` for `levelMax`, `minScore` for `maxScore`; null for other fields. */
export function minimumOf(field: string): string | null {
  const [, before, after] = /^(?:(.+)Max|max([A-Z].*))$/.exec(field) ?? []
  return before !== undefined ? `${before}Min` : after !== undefined ? `min${after}` : null
}

/** Ranges whose maximum is not greater than their minimum, by the maximum's field. */
const badRanges = (payload: Record<string, unknown>): string[] =>
  Object.entries(payload).flatMap(([field, max]) => {
    const minimum = minimumOf(field)
    if (minimum === null || typeof max !== 'number') return []
    const min = payload[minimum] ?? 0
    return typeof min === 'number' && max <= min ? field : []
  })

/** Objects whose ranges are checked; a test finds those that are not. */
export const ranged = z.registry<{ ranged: true }>()

/** Each range's maximum must be greater than its minimum (spec section 5); without a minimum, greater than 0. */
export const withRanges = <T extends z.ZodRawShape>(object: z.ZodObject<T>) =>
  object
    .superRefine((payload, context) => {
      for (const field of badRanges(payload))
        context.addIssue({
          code: 'custom',
          path: [field],
          message: 'must be greater than the minimum',
          params: { reason: 'field.range' },
        })
    })
    .register(ranged, { ranged: true })

/** A list's payload: its filters and paging. */
export const listPayload = <T extends z.ZodRawShape>(filters: T) => withRanges(z.object({ ...paging, ...filters }))

/** A list's answer. With `export` it is `{url}` or `{exportId}` instead. */
export const pageOf = <T extends z.ZodType>(record: T) =>
  z.object({
    records: z.array(record),
    current: z.number().int(),
    size: z.number().int(),
    total: z.number().int(),
    pages: z.number().int(),
    totalIsEstimate: z.boolean().optional(),
    next: z.string().optional(),
    /** By filter, those of several ids of which there is no row. */
    missing: z.record(z.string(), z.array(z.union([z.string(), z.number().int()]))).optional(),
  })

/** Whether the viewer may act on a row: true, or the key of the reason why not (`<room>:cannot.<key>`). */
export const can = <const K extends string>(...verbs: K[]) =>
  z.record(z.enum(verbs), z.union([z.literal(true), z.string()])) as z.ZodType<Record<K, true | string>>

export const reasonParam = () => z.union([z.string(), z.number(), z.array(z.union([z.string(), z.number()]))])

/** The outcome of one id of a batch. */
export const outcomeRow = () =>
  z.object({
    id: z.union([z.number().int(), z.string()]),
    ok: z.boolean(),
    errorCode: z.number().int().optional(),
    errorMsg: z.string().optional(),
    /** A key of `reasons.ts` where the rule is more specific than the code; `errorMsg` is its English. */
    reason: z.string().optional(),
    params: z.record(z.string(), reasonParam()).optional(),
  })

/** One outcome for every id of a batch. */
export const outcomes = () => z.object({ outcomes: z.array(outcomeRow()) })

/**
 * For how many seconds the decision can be undone. Until then it counts as made, and nothing happens. Without it, and for several ids, it takes
 * effect at once.
 */
export const undoSeconds = { undoSeconds: optional(integer(0, 10)) }

/** A decision that can be undone until it takes effect; none if it took effect at once. */
export const undoable = { undo: z.object({ decisionId: z.uuid(), effectiveAt: instant() }).optional() }

export const nothing = () => z.object({})
export const names = () => z.object({ en: line(100), cn: line(100) })

/** A user as shown to staff, the same everywhere, so that every list shows the picture. */
export const personRef = z.object({ userId: z.number().int(), nickname: z.string(), avatarUrl: z.string() })
export type PersonRef = z.infer<typeof personRef>

/** A country's telephone code, with or without its plus sign. */
export const areaCode = () =>
  z
    .string()
    .overwrite(plainTyped)
    .regex(/^\+?\d{1,4}$/)
