// Prepared statements, parsed once per connection (`client.ts`). They need a direct connection, or a pooler with
// support: PgBouncer 1.21 or newer with `max_prepared_statements` above 0.

const names = new Map<string, string>()
let count = 0

/** Maximum number of named statements; each costs memory on every connection. */
const most = 120
const often = 3
const counted = new Map<string, number>()
const countedAtMost = 2_000
let namedByCount = 0

/**
 * Prepares a statement once per connection. PostgreSQL still replans every call unless a generic plan costs no more
 * (decided after five calls): `limit $n` prevents a generic plan, a literal limit does not.
 *
 * @returns `text` itself.
 */
export function prepare(text: string): string {
  if (!names.has(text)) names.set(text, nextName())
  return text
}

/** The same for generated texts, of which there may be many: only repeated ones are named. */
export function prepareFrequent(text: string): void {
  if (names.has(text) || namedByCount >= most) return
  const times = (counted.get(text) ?? 0) + 1
  if (times < often) {
    if (counted.size >= countedAtMost) counted.clear()
    counted.set(text, times)
    return
  }
  counted.delete(text)
  namedByCount++
  prepare(text)
}

/** A statement's name, if it has one. */
export const nameOf = (text: string): string | undefined => names.get(text)

/** Renames `outdated`, a statement whose result columns have changed (by a migration). */
export function renew(text: string, outdated: string): string {
  if (names.get(text) === outdated) names.set(text, nextName())
  return names.get(text)!
}

const nextName = (): string => `prepared_${++count}`
