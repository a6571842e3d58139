// The differences of two objects, field by field at any depth, for display.

export type Change =
  | { path: string; kind: 'added'; after: unknown }
  | { path: string; kind: 'removed'; before: unknown }
  | { path: string; kind: 'changed'; before: unknown; after: unknown }
  | { path: string; kind: 'same'; before: unknown; after: unknown }

type Fields = Record<string, unknown>

const isFields = (value: unknown): value is Fields =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
const isPlainList = (value: unknown): value is unknown[] =>
  Array.isArray(value) && value.every((item) => typeof item !== 'object' || item === null)

/** Equal as JSON, whatever the order of fields. */
export function same(a: unknown, b: unknown): boolean {
  if (Object.is(a, b)) return true
  if (Array.isArray(a) && Array.isArray(b)) return a.length === b.length && a.every((item, i) => same(item, b[i]))
  if (!isFields(a) || !isFields(b)) return false
  const keys = Object.keys(a)
  return keys.length === Object.keys(b).length && keys.every((key) => Object.hasOwn(b, key) && same(a[key], b[key]))
}

const join = (path: string, key: string) => (path === '' ? key : `${path}.${key}`)

/**
 * Every leaf of either object. A missing field, and `null` for an entire object (created or deleted), count as absent. A list of plain
 * values is one leaf, other lists are compared item by item.
 */
export function changesBetween(before: unknown, after: unknown, path = ''): Change[] {
  const [was, is] = [asFields(before), asFields(after)]
  const isRoot = path === '' && (before === null || before === undefined || after === null || after === undefined)
  if (was && is) return nested(was, is, path)
  if (isRoot && was) return nested(was, {}, path)
  if (isRoot && is) return nested({}, is, path)
  if (path === '' && before === undefined && after === undefined) return []
  if (isRoot && (before ?? after ?? null) === null) return []
  return [leaf(path, before, after)]
}

function asFields(value: unknown): Fields | undefined {
  if (isFields(value)) return value
  if (Array.isArray(value) && !isPlainList(value)) return Object.fromEntries(value.map((item, i) => [String(i), item]))
  return undefined
}

function nested(was: Fields, is: Fields, path: string): Change[] {
  const keys = [...new Set([...Object.keys(was), ...Object.keys(is)])]
  return keys.flatMap((key) => {
    const at = join(path, key)
    if (!Object.hasOwn(is, key)) return flat(was[key], at).map(([p, v]) => ({ path: p, kind: 'removed', before: v }))
    if (!Object.hasOwn(was, key)) return flat(is[key], at).map(([p, v]) => ({ path: p, kind: 'added', after: v }))
    return changesBetween(was[key], is[key], at)
  })
}

/** The leaves of one value, each with its path. */
function flat(value: unknown, path: string): [string, unknown][] {
  const fields = asFields(value)
  if (!fields || Object.keys(fields).length === 0) return [[path, value]]
  return Object.entries(fields).flatMap(([key, inner]) => flat(inner, join(path, key)))
}

const leaf = (path: string, before: unknown, after: unknown): Change => ({
  path,
  kind: same(before, after) ? 'same' : 'changed',
  before,
  after,
})

/** The values that only the first of two plain lists has. */
export const missingFrom = (list: readonly unknown[], other: readonly unknown[]): ReadonlySet<unknown> =>
  new Set(list.filter((item) => !other.includes(item)))

export const isPlainValues = isPlainList

/** An object on one line, for a cell: only the value if it has one field, else `field: value` pairs. */
export function brief(value: unknown): string {
  const fields = asFields(value)
  if (!fields) return readable(value)
  const entries = Object.entries(fields)
  if (entries.length === 1) return brief(entries[0]![1])
  return entries.map(([field, inner]) => `${field}: ${readable(inner)}`).join(' · ')
}

/** A value as text, empty if there is nothing to show: the fields of an object in lines, with their names. */
export function readable(value: unknown, nameOf: (field: string) => string = (field) => field): string {
  if (value === null || value === undefined || value === '') return ''
  if (typeof value === 'string') return value
  if (isPlainList(value)) return value.map((one) => readable(one)).join(', ')
  if (Array.isArray(value)) return value.map((one) => readable(one, nameOf)).join('\n')
  const fields = asFields(value)
  if (!fields) return JSON.stringify(value)
  return Object.entries(fields)
    .map(([field, inner]) => [nameOf(field), readable(inner, nameOf)] as const)
    .filter(([, text]) => text !== '')
    .map(([name, text]) => (text.includes('\n') ? `${name}:\n${text.replace(/^/gm, '  ')}` : `${name}: ${text}`))
    .join('\n')
}
