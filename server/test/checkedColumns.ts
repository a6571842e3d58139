// The columns whose values a check of the database lists: states, kinds and the like.

/** A column of a table, and the only values that its check allows. */
export type CheckedColumn = {
  /** With its schema: `finance.withdrawal`. */
  table: string
  column: string
  values: string[]
  isNullable: boolean
  hasDefault: boolean
}

/** Reads them out of the catalogue; a check of several columns lists no column's values. */
export const checkedColumns = `
  select n.nspname || '.' || c.relname as table, a.attname as column, not a.attnotnull as "isNullable",
         a.atthasdef as "hasDefault", pg_get_constraintdef(k.oid) as definition
    from pg_constraint k
    join pg_class c on c.oid = k.conrelid and not c.relispartition
    join pg_namespace n on n.oid = c.relnamespace
    join pg_attribute a on a.attrelid = c.oid and k.conkey = array[a.attnum] and a.atttypid = 'text'::regtype
   where k.contype = 'c'
   order by 1, 2`

type Row = Omit<CheckedColumn, 'values'> & { definition: string }

// A column whose name is a word of SQL stands in quotes.
const oneOf = /^CHECK \(\("?\w+"? = ANY \(ARRAY\[(.+)\]\)\)\)$/

/** The rows of `checkedColumns` whose check is a list of texts. */
export function readCheckedColumns(rows: readonly Row[]): CheckedColumn[] {
  return rows.flatMap(({ definition, ...column }) => {
    const list = oneOf.exec(definition)?.[1]
    const values = list === undefined ? [] : [...list.matchAll(/'((?:[^']|'')*)'::text/g)].map(([, text]) => text!)
    return values.length > 0 ? [{ ...column, values }] : []
  })
}
