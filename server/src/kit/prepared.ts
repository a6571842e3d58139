// Which statements have a name, so that each connection parses them only once (`client.ts`). Named statements need a direct
// connection, or a pooler that follows them: PgBouncer 1.21 and newer with `max_prepared_statements` above 0.

const names = new Map<string, string>()
let count = 0

/** Statements that are named because they came often; each costs memory on every connection. */
const most = 120
const often = 3
const counted = new Map<string, number>()
const countedAtMost = 2_000
let namedByCount = 0

/**
 * Has each connection parse a statement only once. PostgreSQL still plans it anew with every call unless its plan for any
 * values costs no more (five calls decide): `limit $n` keeps it planned anew, a literal limit does not.
 *
 * @returns `text` itself.
 */
export function prepare(text: string): string {
  if (!names.has(text)) names.set(text, nextName())
  return text
}

/** The same for texts made of what is asked, of which there may be many: named are those that come again and again. */
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

/** The name a statement is sent with, if it has one. */
export const nameOf = (text: string): string | undefined => names.get(text)

/** A new name instead of `outdated`, for a statement whose answer has changed its columns (a migration). */
export function renew(text: string, outdated: string): string {
  if (names.get(text) === outdated) names.set(text, nextName())
  return names.get(text)!
}

const nextName = (): string => `prepared_${++count}`
