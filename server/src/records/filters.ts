// Filters as data: how a field of a list's payload narrows its query. A filter of another kind is a function of its own.
import { type RawBuilder, sql } from 'kysely'
import type { Context } from '../kit/context.ts'
import { containing } from '../kit/text.ts'

/** The condition that a filter's value makes. */
export type Filter<V> = (value: V, context: Context) => RawBuilder<boolean>

/** The column has exactly this value. */
export const equals =
  (column: string): Filter<string | number | boolean> =>
  (value) =>
    sql`${sql.ref(column)} = ${value}`

/** The array of the column holds this value. */
export const holds =
  (column: string): Filter<string> =>
  (value) =>
    sql`${value} = any (${sql.ref(column)})`

/** Some of the columns contain this text, or one of the further conditions holds. */
export const search =
  (columns: readonly string[], ...others: ((text: string) => RawBuilder<boolean>)[]): Filter<string> =>
  (text) => {
    const pattern = containing(text)
    const found = columns.map((column) => sql<boolean>`${sql.ref(column)} ilike ${pattern}`)
    return sql`(${sql.join([...found, ...others.map((other) => other(text))], sql` or `)})`
  }
