// The filters of a list. The address bar holds their values; this file parses them, writes them, and converts them to the call's payload.
// Invalid values in an address are ignored, never an error; but ids that cannot be read find nothing.
import { limits } from '@greenroom/contract/limits'
import { type Pasted, readIds, readRefs } from '@greenroom/contract/pastedIds'

export type DateSpan = { from?: string; to?: string }
export type NumberSpan = { min: number; max?: number }
export type Option = { value: string; label: string }

type FilterBase<Kind extends string, V> = {
  kind: Kind
  /** Parses an address parameter; undefined if invalid. */
  read: (text: string) => V | undefined
  write: (value: V) => string
  /** The payload for the value. */
  payload: (name: string, value: V) => Record<string, unknown>
}

export type TextFilter = FilterBase<'text', string>
/** Ids as they were typed or pasted: the text is kept, so that what cannot be read is shown where it stands. */
export type IdsFilter = FilterBase<'ids', string> & { readIds: (pasted: string) => Pasted<string | number> }
export type ChoiceFilter<V extends string = string> = FilterBase<'choice', V> & {
  /** The values, labelled by `<room>:options.<filter>.<value>`. */
  values?: readonly V[]
  /** A hook that returns values and labels from the server. */
  useOptions?: () => readonly Option[]
}
export type ChoicesFilter = FilterBase<'choices', readonly string[]> & Pick<ChoiceFilter, 'values' | 'useOptions'>
export type FlagFilter = FilterBase<'flag', boolean>
export type DateRangeFilter = FilterBase<'dates', DateSpan>
export type NumberRangeFilter = FilterBase<'numbers', NumberSpan>

export type Filter =
  | TextFilter
  | IdsFilter
  | ChoiceFilter<any>
  | ChoicesFilter
  | FlagFilter
  | DateRangeFilter
  | NumberRangeFilter
export type Filters = Readonly<Record<string, Filter>>
export type ValueOf<F> = F extends { read: (text: string) => infer V } ? Exclude<V, undefined> : never
export type Values<F extends Filters> = { -readonly [Name in keyof F]?: ValueOf<F[Name]> }

/** The list's own parameters in the address; no filter may have these names. */
export const ownParameters = ['sort', 'page', 'size', 'view', 'drawer'] as const

/** The call's field, if it differs from the filter's name. */
type Sent = { as?: string }

const asWritten = <const K extends string, V extends string>(
  kind: K,
  { as }: Sent,
  read: (text: string) => V | undefined,
): FilterBase<K, V> => ({ kind, read, write: (value) => value, payload: (name, value) => ({ [as ?? name]: value }) })

/** Free text, of at `most` that many characters; the server decides what it searches. */
export const text = ({ as, most = 200 }: Sent & { most?: number } = {}): TextFilter => ({
  ...asWritten(
    'text',
    {},
    (value) =>
      value
        .replaceAll(/\p{Cc}+/gu, ' ')
        .trim()
        .slice(0, Math.max(most, 200)) || undefined,
  ),
  payload: (name, value) => ({ [as ?? name]: value.slice(0, most) }),
})

const digits = /^\d{1,15}$/
/** Ids that one filter may have, and how long their text in the address may be. */
const [mostIds, longest] = [limits.batch, 4_000]

const idsOf = (read: (pasted: string) => Pasted<string | number>, { as }: Sent): IdsFilter => ({
  kind: 'ids',
  readIds: read,
  read: (value) => value.replaceAll(/\s+/gu, ' ').trim().slice(0, longest) || undefined,
  write: (value) => value,
  payload: (name, value) => {
    const { ids } = read(value)
    // What cannot be read is sent as it is, so that it is refused: without the filter, the list would be everybody's.
    return { [as ?? name]: ids.length > 0 && ids.length <= mostIds ? ids.join(',') : value }
  },
})

/** One or several numeric ids, as people paste them. */
export const idText = (sent: Sent = {}): IdsFilter => idsOf(readIds, sent)

/** The same for ids that are texts, such as orders'. */
export const refText = (sent: Sent = {}): IdsFilter => idsOf(readRefs, sent)

/** Why a filter by ids lists nothing; undefined if it has ids. */
export function idsFault({ readIds }: IdsFilter, text: string): 'notIds' | 'tooMany' | undefined {
  const { ids } = readIds(text)
  if (ids.length === 0) return 'notIds'
  return ids.length > mostIds ? 'tooMany' : undefined
}

/** The filters whose text has no ids: the list is empty then. */
export const unreadable = (filters: Filters, values: Values<Filters>): string[] =>
  Object.entries(filters).flatMap(([name, filter]) => {
    const text: unknown = values[name]
    return filter.kind === 'ids' && typeof text === 'string' && idsFault(filter, text) ? [name] : []
  })

/** One of a few fixed values. */
export const oneOf = <const V extends string>(values: readonly V[], sent: Sent = {}): ChoiceFilter<V> => ({
  ...asWritten('choice', sent, (text) => values.find((known) => known === text)),
  values,
})

/** One of the values that a hook answers, where only the server knows them. */
export const chosenFrom = (useOptions: () => readonly Option[], sent: Sent = {}): ChoiceFilter => ({
  ...asWritten('choice', sent, (text) => text.slice(0, 100) || undefined),
  useOptions,
})

const mostChosen = 50

const several = (known?: readonly string[]): FilterBase<'choices', readonly string[]> => ({
  kind: 'choices',
  read: (value) => {
    const parts = [...new Set(value.split(',').map((part) => part.trim().slice(0, 100)))]
    const found = parts.filter((part) => part !== '' && (known === undefined || known.includes(part)))
    return found.length === 0 ? undefined : found.slice(0, mostChosen)
  },
  write: (values) => values.join(','),
  payload: (name, values) => ({ [name]: values }),
})

/** Any of a few fixed values. */
export const someOf = (values: readonly string[]): ChoicesFilter => ({ ...several(values), values })

/** Any of the values returned by a hook, if only the server knows them. */
export const someFrom = (useOptions: () => readonly Option[]): ChoicesFilter => ({ ...several(), useOptions })

/** Yes or no. */
export const flag = (): FlagFilter => ({
  kind: 'flag',
  read: (value) => (value === 'true' ? true : value === 'false' ? false : undefined),
  write: String,
  payload: (name, value) => ({ [name]: value }),
})

const dayOrTime = /^\d{4}-\d{2}-\d{2}( \d{2}:\d{2}:\d{2})?$/
const real = (value: string) =>
  dayOrTime.test(value) && !Number.isNaN(Date.parse(value.length === 10 ? value : `${value.replace(' ', 'T')}Z`))

const halves = (value: string) => {
  const parts = value.split('..')
  return parts.length === 2 ? ([parts[0]!, parts[1]!] as const) : undefined
}

/** A span's bounds as sortable strings; a day as the end includes that day. */
const isForward = (from: string, to: string): boolean =>
  (from.length === 10 ? `${from} 00:00:00` : from) < (to.length === 10 ? `${to} 24:00:00` : to)

/** Days or times in the platform's zone; sent as `startTimeStr` and `endTimeStr` by default. */
export const dateRange = (start = 'startTimeStr', end = 'endTimeStr'): DateRangeFilter => ({
  kind: 'dates',
  read: (value) => {
    const [from = '', to = ''] = halves(value) ?? []
    if ((from && !real(from)) || (to && !real(to)) || (!from && !to)) return undefined
    if (from && to && !isForward(from, to)) return undefined
    return { ...(from && { from }), ...(to && { to }) }
  },
  write: ({ from = '', to = '' }) => `${from}..${to}`,
  payload: (_name, { from, to }) => ({ [start]: from, [end]: to }),
})

/** Why a range is invalid: the maximum must be above the minimum. An empty minimum is 0, an empty maximum no limit. */
export function numberSpan(min: string, max: string): NumberSpan | 'invalid' | 'order' | undefined {
  const [low, high] = [min.trim(), max.trim()]
  if (low === '' && high === '') return undefined
  if ((low !== '' && !digits.test(low)) || (high !== '' && !digits.test(high))) return 'invalid'
  const span = { min: low === '' ? 0 : Number(low) }
  if (high === '') return span
  return Number(high) > span.min ? { ...span, max: Number(high) } : 'order'
}

/** A range of numbers, sent as `<name>Min` and `<name>Max`. */
export const numberRange = (): NumberRangeFilter => ({
  kind: 'numbers',
  read: (value) => {
    const [min = '', max = ''] = halves(value) ?? []
    const span = numberSpan(min, max)
    return typeof span === 'object' ? span : undefined
  },
  write: ({ min, max }) => `${min}..${max ?? ''}`,
  payload: (name, { min, max }) => ({ [`${name}Min`]: min, [`${name}Max`]: max }),
})

/** The filters of one list by name, which is also their text key and, without `as`, the call's field. */
export function filtersOf<F extends Filters>(filters: F): F {
  const reserved = Object.keys(filters).find((name) => (ownParameters as readonly string[]).includes(name))
  if (reserved) throw new Error(`"${reserved}" is the list's own parameter and cannot name a filter`)
  return filters
}

/** The filter values in an address. */
export function readFilters<F extends Filters>(filters: F, address: URLSearchParams): Values<F> {
  const found = Object.entries(filters).map(([name, filter]) => {
    const text = address.get(name)
    return [name, text === null ? undefined : filter.read(text)] as const
  })
  return Object.fromEntries(found.filter(([, value]) => value !== undefined)) as Values<F>
}

/** The address with one filter set or, for undefined, dropped; a changed filter returns to the first page. */
export function writeFilter(filters: Filters, address: URLSearchParams, name: string, value: unknown): URLSearchParams {
  const next = new URLSearchParams(address)
  const filter = filters[name]
  if (filter && value !== undefined) next.set(name, (filter.write as (value: unknown) => string)(value))
  else next.delete(name)
  next.delete('page')
  return next
}

/** The address without any filter. */
export function clearFilters(filters: Filters, address: URLSearchParams): URLSearchParams {
  const next = new URLSearchParams(address)
  for (const name of [...Object.keys(filters), 'page', 'view']) next.delete(name)
  return next
}

/** The call's parameters for the values; unset ones are omitted. */
export function filterPayload<F extends Filters>(filters: F, values: Values<F>): Record<string, unknown> {
  const payload = Object.entries(filters).flatMap(([name, filter]) => {
    const value = values[name]
    return value === undefined
      ? []
      : Object.entries((filter.payload as (name: string, value: unknown) => Record<string, unknown>)(name, value))
  })
  return Object.fromEntries(payload.filter(([, value]) => value !== undefined))
}
