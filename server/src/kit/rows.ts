/** Rows for `jsonb_to_recordset`: dates as texts, big numbers as texts. */
export const rowsOf = (rows: readonly object[]): string =>
  JSON.stringify(rows, (_, value: unknown) => (typeof value === 'bigint' ? String(value) : value))
