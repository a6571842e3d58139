// The schemas of an ordinary record's calls, derived from its declaration (`record.ts`).
import { z } from 'zod'
import {
  can,
  count,
  flag,
  instant,
  integer,
  line,
  listOf,
  listPayload,
  nothing,
  optional,
  outcomes,
  pageOf,
  prose,
  reason,
  rowId,
  timeText,
  version,
} from './fields.ts'
import { type Field, type Filter, type RecordSpec, type Shown, sentAs, type Verb, type Wire } from './record.ts'
import { inBothSpellings, spelledOnce, textsShown } from './texts.schema.ts'

type Typed<P> = P extends readonly [infer In, infer Out]
  ? { payload: z.ZodType<In, In>; answer: z.ZodType<Out> }
  : never

export type SchemasOf<R extends RecordSpec, O extends Readonly<Record<string, unknown>>> = {
  [V in R['verbs'][number] | 'list']: Typed<Wire<R, O>[V]>
}

const codesOf = (of: readonly string[]) => z.enum(of)

/** A value in a payload. */
function sent(field: Field | Filter): z.ZodType {
  switch (field.is) {
    case 'text': {
      if (field.like) return z.string().trim().regex(field.like)
      return field.lines ? prose(field.max ?? 500, 'blank' in field ? 0 : 1) : line(field.max ?? 200)
    }
    case 'whole':
      return integer(field.min, field.max)
    case 'flag':
      return flag()
    case 'choice':
      return codesOf(field.of)
    case 'choices':
      return listOf(codesOf(field.of), field.of.length)
    case 'names':
      return line(field.max)
    case 'time':
      return timeText()
    default:
      return rowId()
  }
}

/** A value in a result. */
function answered(field: Field): z.ZodType {
  switch (field.is) {
    case 'whole':
    case 'id':
      return count()
    case 'flag':
      return z.boolean()
    case 'choice':
      return codesOf(field.of)
    case 'choices':
      return z.array(codesOf(field.of))
    case 'names':
      return z.object({ en: z.string(), cn: z.string() })
    case 'time':
      return field.blank ? instant().nullable() : instant()
    default:
      return z.string()
  }
}

/** The caller's permitted actions on a record. */
const verbsOf = (verbs: readonly Verb[]): string[] =>
  verbs.flatMap((verb) => {
    if (verb === 'enable' || verb === 'turn') return ['enable', 'disable']
    return verb === 'update' || verb === 'delete' ? [verb] : []
  })

type Schemas = Readonly<Record<string, z.ZodType>>
type Values<O extends Schemas> = { [N in keyof O]: z.output<O[N]> }

function shownRow(of: RecordSpec, some: readonly string[] | undefined, own: Schemas): z.ZodType {
  const shown = Object.entries(of.fields).filter(
    ([name, { shown }]) => shown !== false && (some?.includes(name) ?? true),
  )
  return z.object({
    ...Object.fromEntries(shown.map(([name, field]) => [name, (!field.set && own[name]) || answered(field)])),
    ...(!some && {
      ...Object.fromEntries(Object.values(of.texts ?? {}).map((field) => [field, textsShown()])),
      version: count(),
      can: can(...verbsOf(of.verbs)),
    }),
  })
}

/** The record in results, or some of its fields. */
export const rowOf = <R extends RecordSpec, N extends keyof Shown<R> & string = keyof Shown<R> & string>(
  of: R,
  some?: readonly N[],
) => shownRow(of, some, {}) as z.ZodType<Pick<Shown<R>, N>>

/**
 * The schemas of a record's calls by verb. `own` has the schemas of custom fields, for payloads and for results.
 */
export function schemasOf<R extends RecordSpec, const O extends Schemas = Record<never, never>>(
  of: R,
  own?: O,
): SchemasOf<R, Values<O>> {
  const schemas: Schemas = own ?? {}
  const fields = Object.entries(of.fields)
  const row = shownRow(of, undefined, schemas)
  const texts = of.texts ?? {}
  const sentWhen = (...when: Field['set'][]) =>
    Object.fromEntries(
      fields
        .filter(([, field]) => field.set && when.includes(field.set))
        .flatMap(([name, field]) => {
          const schema = schemas[name] ?? sent(field)
          return sentAs(name, field).flatMap((as): [string, z.ZodType][] => {
            const [, stem = ''] = /^(.+)(?:En|Cn)$/.exec(as) ?? []
            const whole = texts[stem]
            if (whole === undefined) return [[as, field.blank ? optional(schema) : schema]]
            return Object.entries(inBothSpellings(stem, whole, () => sent(field) as z.ZodType<string, string>))
          })
        }),
    )
  const keyField = of.fields[of.key]!
  const key = keyField.is === 'id' ? rowId() : sent(keyField)
  const one = { [of.key]: key }
  const many = { [`${of.key}s`]: keyField.is === 'id' ? listOf(key) : listOf(key, 300) }
  const filters = Object.fromEntries(Object.entries(of.filters).map(([name, filter]) => [name, optional(sent(filter))]))
  const verbs: Record<Verb | 'list', { payload: z.ZodType; answer: z.ZodType }> = {
    list: { payload: listPayload(filters), answer: pageOf(row) },
    info: { payload: z.object(one), answer: z.object({ [of.as]: row }) },
    save: { payload: spelledOnce(z.object(sentWhen('always', 'once')), texts), answer: z.object({ id: count() }) },
    update: {
      payload: spelledOnce(z.object({ ...one, version: version(), ...sentWhen('always') }), texts),
      answer: nothing(),
    },
    enable: { payload: z.object({ ...many, enabled: flag() }), answer: outcomes() },
    turn: { payload: z.object({ ...one, version: version(), enabled: flag() }), answer: nothing() },
    delete: { payload: z.object({ ...many, reason: reason() }), answer: outcomes() },
  }
  // `SchemasOf` states the types of what is made here at run time.
  return Object.fromEntries((['list', ...of.verbs] as const).map((verb) => [verb, verbs[verb]])) as never
}
