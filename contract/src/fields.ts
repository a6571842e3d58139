// Building bricks for schemas. Forms are url-encoded, so numbers, booleans and lists arrive as text: each brick takes both.
import { z } from 'zod'
import { limits } from './limits.ts'

// The content policy of the browser reports zod's probe of `new Function`; the server may compile.
if ('document' in globalThis) z.config({ jitless: true })

/** `preprocess` forgets what goes in; callers are typed by what the inner schema takes. */
const fromText = <T extends z.ZodType>(read: (text: string) => unknown, schema: T) =>
  z.preprocess((value) => (typeof value === 'string' ? read(value) : value), schema) as unknown as z.ZodType<
    z.output<T>,
    z.input<T>
  >

const numeric = (text: string) => (/^-?\d{1,16}$/.test(text.trim()) ? Number(text) : text)

/** The largest `integer` of PostgreSQL. */
export const maxInteger = 2 ** 31 - 1

/** A whole number, never above 2^53. */
export const whole = (min: number = Number.MIN_SAFE_INTEGER, max: number = Number.MAX_SAFE_INTEGER) =>
  fromText(numeric, z.number().int().min(min).max(max))

export const id = () => whole(1)

/** The id of a row that PostgreSQL keeps as `integer`: all but people of the live app. */
export const rowId = () => whole(1, maxInteger)

/** `true`/`false`, also written `1`/`0`. */
export const flag = () =>
  fromText((text) => ({ true: true, '1': true, false: false, '0': false })[text] ?? text, z.boolean())

/** A list; in a form comma-separated. An empty string is an empty list. */
export const listOf = <T extends z.ZodType>(item: T, max: number = limits.batch) =>
  fromText((text) => (text === '' ? [] : text.split(',').map((part) => part.trim())), z.array(item).max(max))

/** A structured value; in a form written as JSON. */
export const jsonOf = <T extends z.ZodType>(schema: T) =>
  fromText((text) => {
    try {
      return JSON.parse(text)
    } catch {
      return text
    }
  }, schema)

/** Text of one line, trimmed, without control characters. */
export const line = (max: number, min: number = 1) =>
  z
    .string()
    .trim()
    .min(min)
    .max(max)
    .regex(/^[^\p{Cc}]*$/u)

/** Text that may have several lines. */
export const prose = (max: number, min: number = 0) =>
  z
    .string()
    .trim()
    .min(min)
    .max(max)
    .regex(/^[^\p{Cc}]*(?:[\n\r\t][^\p{Cc}]*)*$/u)

/** A moment or a day as `wire.md` writes it: `YYYY-MM-DD HH:mm:ss` or `YYYY-MM-DD`, in the platform's zone. */
export const timeText = () =>
  z.string().regex(/^(?!0000)\d{4}-(0[1-9]|1[0-2])-(0[1-9]|[12]\d|3[01])( ([01]\d|2[0-3]):[0-5]\d:[0-5]\d)?$/)

/** The two ends of a span of time, both optional; a day alone means the whole day. */
export const timeRange = { startTimeStr: optional(timeText()), endTimeStr: optional(timeText()) }

/** An ISO 8601 UTC instant, as answers carry it. */
export const instant = () => z.iso.datetime({ offset: false })

/** Absent, or empty as forms send it, means no value. */
export function optional<T extends z.ZodType>(schema: T) {
  return z.preprocess((value) => (value === '' ? undefined : value), schema.optional()) as unknown as z.ZodOptional<
    z.ZodType<z.output<T>, z.input<T>>
  >
}

/** Reason for an act that needs one; the call's `fieldCodes` maps it to 11004. */
export const reason = () => prose(500, 1)

/** The version a write was decided on; a stale one is refused with 20000. */
export const version = () => whole(1, maxInteger)

/** What every list takes besides its filters; `after` is the `next` of the answer before. */
export const paging = {
  current: optional(whole(1, 1_000_000)),
  size: optional(whole(1, limits.pageSize)),
  after: optional(z.string().max(1_000)),
  sort: optional(z.string().regex(/^-?[a-zA-Z]{1,40}$/)),
  export: optional(z.enum(['xlsx', 'csv'])),
  async: optional(flag()),
}

/**
 * The two ends of a range of numbers, both optional: `<name>Min` and `<name>Max`. An empty minimum means 0, an empty
 * maximum no limit; the maximum must be greater (spec section 5), which `listPayload` looks at.
 */
export const range = <const N extends string, T extends z.ZodType>(name: N, end: T) =>
  ({ [`${name}Min`]: optional(end), [`${name}Max`]: optional(end) }) as Record<
    `${N}Min` | `${N}Max`,
    ReturnType<typeof optional<T>>
  >

/** The ranges of a payload whose maximum is not greater than their minimum, by the field of the maximum. */
const badRanges = (payload: Record<string, unknown>): string[] =>
  Object.entries(payload).flatMap(([field, max]) => {
    if (!field.endsWith('Max') || typeof max !== 'number') return []
    const min = payload[`${field.slice(0, -'Max'.length)}Min`] ?? 0
    return typeof min === 'number' && max <= min ? field : []
  })

/** A list's payload: its filters and the paging. Of every range the maximum must be greater than the minimum. */
export const listPayload = <T extends z.ZodRawShape>(filters: T) =>
  z.object({ ...paging, ...filters }).superRefine((payload, context) => {
    for (const field of badRanges(payload))
      context.addIssue({
        code: 'custom',
        path: [field],
        message: 'must be greater than the minimum',
        params: { reason: 'field.range' },
      })
  })

/** A list's answer (wire.md, Envelope). With `export` it is `{url}` or `{exportId}` instead. */
export const pageOf = <T extends z.ZodType>(record: T) =>
  z.object({
    records: z.array(record),
    current: z.number().int(),
    size: z.number().int(),
    total: z.number().int(),
    pages: z.number().int(),
    totalIsEstimate: z.boolean().optional(),
    next: z.string().optional(),
  })

/** What the viewer may do to a row: yes, or the key of the reason why not (`<room>:cannot.<key>`). */
export const can = <const K extends string>(...verbs: K[]) =>
  z.record(z.enum(verbs), z.union([z.literal(true), z.string()])) as z.ZodType<Record<K, true | string>>

const reasonParam = () => z.union([z.string(), z.number(), z.array(z.union([z.string(), z.number()]))])

/** What became of one id of a batch. */
export const outcomeRow = () =>
  z.object({
    id: z.union([z.number().int(), z.string()]),
    ok: z.boolean(),
    errorCode: z.number().int().optional(),
    errorMsg: z.string().optional(),
    /** A key of `reasons.ts` where the rule says more than the code; `errorMsg` is its English. */
    reason: z.string().optional(),
    params: z.record(z.string(), reasonParam()).optional(),
  })

/** One line for every id of a batch. */
export const outcomes = () => z.object({ outcomes: z.array(outcomeRow()) })

export const nothing = () => z.object({})
export const names = () => z.object({ en: line(100), cn: line(100) })

/** A person as others name her. */
export const personRef = z.object({ userId: z.number().int(), nickname: z.string() })
