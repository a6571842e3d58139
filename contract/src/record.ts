// An ordinary record, declared once: its fields, its list's filters and sorts, and its calls. The calls, their
// schemas (`record.schema.ts`), the server's reading and writing and the screen with its form are derived from this.
// No zod here: the browser loads it with a list.
import { type Call, type CallSchema, type Declaration, declare } from './call.ts'
import type { Texts } from './localized.ts'
import type { OperationKey } from './operations.ts'
import type { MenuKey } from './screens.ts'

type Kind =
  /** `like` is a required pattern; `lines` allows several lines. */
  | { is: 'text'; max?: number; like?: RegExp; lines?: true }
  | { is: 'whole'; min?: number; max?: number; unit?: string }
  | { is: 'flag' }
  /** One or several of these codes; `texts` is the key of their texts, if not the room's options of the field's name. */
  | { is: 'choice'; of: readonly string[]; texts?: string }
  | { is: 'choices'; of: readonly string[]; texts?: string }
  /** A name in both languages: `names` is sent as `nameEn` and `nameCn`. */
  | { is: 'names'; max: number }
  /** Sent as `<field>Str`, as calls take times. */
  | { is: 'time' }
  | { is: 'id' }
  /** Described by a schema of its own; server and screen write it out. */
  | { is: 'own' }

export type Field = Kind & {
  /** Its name among the room's columns, if another field of the room has its own. */
  column?: string
  /** Sent when the record is added and edited, or only when it is added. Without it, the server sets the field. */
  set?: 'always' | 'once'
  /** Sent, but not part of the list's record. */
  shown?: false
  /** Optional: an empty text, no time, none of the choices. */
  blank?: true
  sort?: true
  /** It has a hint below it in the form: `<room>:hints.<thing>.<field>`. */
  hint?: true
  /** An address, a code, a number: always left-to-right. */
  ltr?: true
}

export type Filter = Extract<Kind, { is: 'text' | 'flag' | 'choice' }>

export type Verb = 'info' | 'save' | 'update' | 'enable' | 'turn' | 'delete'

export type RecordSpec = {
  /** Calls are named `<thing>List` and so on, operations `<thing>.save`. */
  thing: string
  /** The calls' path, below `/cms`. */
  path: `/${string}`
  menu: MenuKey
  /** The identifying field; a batch sends `<key>s`. */
  key: string
  /** The calls besides `list`; `enable` switches many, `turn` one with its version. */
  verbs: readonly Verb[]
  /** The record's field in the answer of `info`. */
  as: string
  fields: Readonly<Record<string, Field>>
  /**
   * Texts in more languages than the screens': by stem (`title` of `titleEn` and `titleCn`), the field that has all of them, which is also
   * their column.
   */
  texts?: Readonly<Record<string, string>>
  filters: Readonly<Record<string, Filter>>
  /** The list's default sort, `-` for descending, and its page size. */
  order: string
  size: number
}

/** Declares an ordinary record. */
export const record = <const R extends RecordSpec>(spec: R): R => spec

// Types of payloads and results -----------------------------------------------------------------------------------------------

type Value<F> = F extends { is: 'time'; blank: true }
  ? string | null
  : F extends { is: 'text' | 'time' }
    ? string
    : F extends { is: 'whole' | 'id' }
      ? number
      : F extends { is: 'flag' }
        ? boolean
        : F extends { is: 'choice'; of: readonly (infer O)[] }
          ? O
          : F extends { is: 'choices'; of: readonly (infer O)[] }
            ? O[]
            : F extends { is: 'names' }
              ? { en: string; cn: string }
              : unknown

type Can<V> =
  | (V extends 'update' ? 'update' : never)
  | (V extends 'enable' | 'turn' ? 'enable' | 'disable' : never)
  | (V extends 'delete' ? 'delete' : never)

/** Values of fields with schemas of their own, by field. */
export type Own = Readonly<Record<string, unknown>>

type ValueIn<R extends RecordSpec, O extends Own, N> = N extends keyof O
  ? O[N]
  : N extends keyof R['fields']
    ? Value<R['fields'][N]>
    : never

type Stem<R> = R extends { texts: infer T } ? keyof T & string : never
/** The fields of `texts` in one language. */
export type Spelled<R> = `${Stem<R>}${'En' | 'Cn'}`
/** The fields of `texts` with all languages. */
type Whole<R> = R extends { texts: infer T } ? T[keyof T] & string : never

/** The record in the results of its list and `info`. */
export type Shown<R extends RecordSpec, O extends Own = Record<never, never>> = {
  -readonly [N in keyof R['fields'] as R['fields'][N] extends { shown: false } ? never : N]: ValueIn<R, O, N>
} & { [N in Whole<R>]: Texts } & { version: number; can: Record<Can<R['verbs'][number]>, true | string> }

type SentAs<N, F> = F extends { is: 'names' }
  ? N extends `${infer One}s`
    ? `${One}En` | `${One}Cn`
    : never
  : F extends { is: 'time' }
    ? `${N & string}Str`
    : N & string
type SentValue<R extends RecordSpec, O extends Own, N extends keyof R['fields']> = R['fields'][N] extends {
  is: 'names' | 'time'
}
  ? string
  : ValueIn<R, O, N>
type When = { set: 'always' } | { set: 'always' | 'once' }
type SentFields<R extends RecordSpec, O extends Own, W extends When> = {
  -readonly [N in keyof R['fields'] as R['fields'][N] extends W & { blank: true }
    ? never
    : R['fields'][N] extends W
      ? SentAs<N, R['fields'][N]>
      : never]: SentValue<R, O, N>
} & {
  -readonly [N in keyof R['fields'] as R['fields'][N] extends W & { blank: true } ? SentAs<N, R['fields'][N]> : never]?:
    | SentValue<R, O, N>
    | undefined
}
/** Texts are sent in either spelling (`texts.schema.ts`). */
type Sent<R extends RecordSpec, O extends Own, W extends When> = R extends { texts: object }
  ? Omit<SentFields<R, O, W>, Spelled<R>> & { [N in Spelled<R>]?: string | undefined } & {
      [N in Whole<R>]?: Texts | undefined
    }
  : SentFields<R, O, W>
type Key<R extends RecordSpec> = R['fields'][R['key']] extends { is: 'id' } ? number : string
type Versioned<R extends RecordSpec> = { -readonly [K in R['key']]: Key<R> } & { version: number }
type Many<R extends RecordSpec> = { -readonly [K in `${R['key']}s`]: Key<R>[] }
type Paging = {
  current?: number | undefined
  size?: number | undefined
  after?: string | undefined
  sort?: string | undefined
  export?: 'xlsx' | 'csv' | undefined
  async?: boolean | undefined
}
type Query<R extends RecordSpec> = Paging & {
  -readonly [N in keyof R['filters']]?: Value<R['filters'][N]> | undefined
}
type Page<T> = {
  records: T[]
  current: number
  size: number
  total: number
  pages: number
  totalIsEstimate?: boolean | undefined
  next?: string | undefined
}
type Outcome = { id: number | string; ok: boolean; errorCode?: number | undefined; errorMsg?: string | undefined } & {
  reason?: string | undefined
  params?: Record<string, string | number | (string | number)[]> | undefined
}

/** Payload and result of each call. */
export type Wire<R extends RecordSpec, O extends Own> = {
  list: [Query<R>, Page<Shown<R, O>>]
  info: [{ -readonly [K in R['key']]: Key<R> }, { -readonly [K in R['as']]: Shown<R, O> }]
  save: [Sent<R, O, { set: 'always' | 'once' }>, { id: number }]
  update: [Versioned<R> & Sent<R, O, { set: 'always' }>, Record<string, never>]
  enable: [Many<R> & { enabled: boolean }, { outcomes: Outcome[] }]
  turn: [Versioned<R> & { enabled: boolean }, Record<string, never>]
  delete: [Many<R> & { reason: string }, { outcomes: Outcome[] }]
}

// Calls ---------------------------------------------------------------------------------------------------------------

const isGet = { method: 'GET', level: 'read' } as const
const isPost = { method: 'POST', level: 'write' } as const

const usual = {
  list: { ...isGet, exportable: true },
  info: { ...isGet, codes: [10032] },
  save: { ...isPost, creates: true },
  update: { ...isPost, codes: [10032, 20000] },
  enable: { ...isPost, codes: [10032, 20000] },
  turn: { ...isPost, codes: [10032, 20000] },
  delete: { ...isPost, codes: [10032, 11004], fieldCodes: { reason: 11004 } },
} as const satisfies Record<Verb | 'list', Partial<Declaration>>

type More = Pick<Declaration, 'codes' | 'fieldCodes' | 'over' | 'creates'>

/** The calls of a record by verb; `more` adds the codes of its own rules. `S` is the type of its schemas. */
export const callsOf = <S extends Partial<Record<Verb | 'list', CallSchema>>>(
  { thing, path, menu, verbs }: RecordSpec,
  more: Partial<Record<Verb, More>> = {},
): { [V in keyof S]: S[V] extends CallSchema ? Call<S[V]> : never } => {
  const call = (verb: Verb | 'list') => {
    const name = verb === 'turn' ? 'enable' : verb
    const of: Partial<Declaration> = usual[verb]
    const own: More = verb === 'list' ? {} : (more[verb] ?? {})
    return declare(`${thing}${name.charAt(0).toUpperCase()}${name.slice(1)}`, {
      ...of,
      ...own,
      path: `${path}/${name}`,
      menu,
      ...(of.level === 'write' && { operation: `${thing}.${name}` as OperationKey }),
      ...((of.codes ?? own.codes) && { codes: [...(of.codes ?? []), ...(own.codes ?? [])] }),
      ...((of.fieldCodes ?? own.fieldCodes) && { fieldCodes: { ...of.fieldCodes, ...own.fieldCodes } }),
    } as Declaration)
  }
  // The schemas' types are given by the caller, since a list loads no schema.
  return Object.fromEntries((['list', ...verbs] as const).map((verb) => [verb, call(verb)])) as never
}

// Texts ---------------------------------------------------------------------------------------------------------------

/** `names` and `expiresAt` are sent as `nameEn`, `nameCn` and `expiresAtStr`. */
export const sentAs = (name: string, field: Field): string[] =>
  field.is === 'names'
    ? [`${name.slice(0, -1)}En`, `${name.slice(0, -1)}Cn`]
    : [field.is === 'time' ? `${name}Str` : name]

/** The room in whose part of the catalogue the record's texts are: its list shows them, its exports and the log. */
export const roomOf = ({ menu }: RecordSpec): string => menu.split('.')[0]!

/** The key of a field's heading, in any spelling of its name; undefined if the record has no such field. */
export function headingOf(of: RecordSpec, name: string): string | undefined {
  const bare = name.replace(/Str$/, '')
  const names = /^(.+)(?:En|Cn)$/.exec(bare)?.[1]
  const field = of.fields[bare] ?? (names === undefined ? undefined : of.fields[`${names}s`])
  return field && `${roomOf(of)}:columns.${field.column ?? bare}`
}

/** The keys of a filter's name, best first: filters without a name of their own have their column's. */
export const filterHeadingsOf = (of: RecordSpec, name: string): [string, string] => [
  `${roomOf(of)}:filters.${name}`,
  headingOf(of, name) ?? `${roomOf(of)}:columns.${name}`,
]

/** The key of a field's hint. */
export const hintOf = (of: RecordSpec, name: string): string | undefined =>
  of.fields[name]?.hint && `${roomOf(of)}:hints.${of.thing}.${name}`

/** The codes of a choice or flag and the key of their texts; a flag other than `enabled` is just yes or no. */
export function optionsOf(of: RecordSpec, name: string): { codes: readonly string[]; texts: string } | undefined {
  const kind = of.fields[name] ?? of.filters[name]
  if (name === 'enabled') return { codes: ['true', 'false'], texts: `${roomOf(of)}:options.enabled` }
  return kind && 'of' in kind ? { codes: kind.of, texts: kind.texts ?? `${roomOf(of)}:options.${name}` } : undefined
}
