import { type RawBuilder, sql } from 'kysely'

/**
 * The right side of `where(column, '=', anyOf(values))`: one parameter whatever their number. `in (…)` has a parameter for
 * each, and a statement takes 65,535 at most.
 */
export const anyOf = <T extends string | number | bigint>(values: readonly T[]): RawBuilder<T> =>
  sql<T>`any(${[...values]})`

/**
 * The same for statements that are planned once (`runPrepared`), whose key has an index: PostgreSQL doesn't see how many there
 * are, or its plan for the few that it saw first would look cheaper than one for any, and it would plan every time.
 *
 * @param type of the key.
 */
export const anyUnseen = <T extends string | number | bigint>(
  values: readonly T[],
  type: 'bigint' | 'int' | 'uuid',
): RawBuilder<T> => sql<T>`any((select ${[...values]}::${sql.raw(type)}[])::${sql.raw(type)}[])`

/** Rows for `jsonb_to_recordset`: dates as texts, big numbers as texts. */
export const rowsOf = (rows: readonly object[]): string =>
  JSON.stringify(rows, (_, value: unknown) => (typeof value === 'bigint' ? String(value) : value))
