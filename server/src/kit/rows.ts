import { type RawBuilder, sql } from 'kysely'

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

/** Rows for `jsonb_to_recordset`: dates and big numbers as text. */
export const rowsOf = (rows: readonly object[]): string =>
  JSON.stringify(rows, (_, value: unknown) => (typeof value === 'bigint' ? String(value) : value))
