import { type RawBuilder, type Selectable, sql } from 'kysely'
import type { DB, Transaction } from './database.ts'

/**
 * The right side of `where(column, '=', anyOf(values))`: one parameter for any number of values. `in (…)` needs one
 * each, and a statement allows 65,535.
 */
export const anyOf = <T extends string | number | bigint>(values: readonly T[]): RawBuilder<T> =>
  sql<T>`any(${[...values]})`

/**
 * The same for prepared statements (`runPrepared`) on an indexed key: hides the number of values from PostgreSQL.
 * Otherwise plans for few values look cheaper than the generic one, and it replans every time.
 *
 * @param type of the key.
 */
export const anyUnseen = <T extends string | number | bigint>(
  values: readonly T[],
  type: 'bigint' | 'int' | 'uuid',
): RawBuilder<T> => sql<T>`any((select ${[...values]}::${sql.raw(type)}[])::${sql.raw(type)}[])`

/** These rows of a table by id, locked in id order. */
export async function lockById<T extends keyof DB, I extends string | number>(
  tx: Transaction,
  table: T,
  ids: readonly I[],
): Promise<Map<I, Selectable<DB[T]>>> {
  const { rows } = await sql<Selectable<DB[T]> & { id: I }>`
    select * from ${sql.table(table)} where id = ${anyOf(ids)} order by id for no key update`.execute(tx)
  return new Map(rows.map((row) => [row.id, row]))
}

/** Rows for `jsonb_to_recordset`: dates and big numbers as text. */
export const rowsOf = (rows: readonly object[]): string =>
  JSON.stringify(rows, (_, value: unknown) => (typeof value === 'bigint' ? String(value) : value))
