import { type RawBuilder, sql } from 'kysely'

/**
 * The right side of `where(column, '=', anyOf(values))`: one parameter whatever their number. `in (…)` has a parameter for
 * each, and a statement takes 65,535 at most.
 */
export const anyOf = <T extends string | number | bigint>(values: readonly T[]): RawBuilder<T> =>
  sql<T>`any(${[...values]})`

/** Rows for `jsonb_to_recordset`: dates as texts, big numbers as texts. */
export const rowsOf = (rows: readonly object[]): string =>
  JSON.stringify(rows, (_, value: unknown) => (typeof value === 'bigint' ? String(value) : value))
