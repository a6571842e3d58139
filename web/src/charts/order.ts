// Sorting of rows of figures.

export type Order = { by: string; down: boolean }
type Value = string | number | null

const compare = (one: string | number, other: string | number): number =>
  typeof one === 'number' && typeof other === 'number' ? one - other : String(one).localeCompare(String(other))

/** Sorts rows by a value, descending or ascending; those without one come last, and the sort is stable. */
export function ordered<Row>(rows: readonly Row[], valueOf: (row: Row) => Value, down: boolean): Row[] {
  return rows.toSorted((one, other) => {
    const [a, b] = [valueOf(one), valueOf(other)]
    if (a === null || b === null) return Number(a === null) - Number(b === null)
    return down ? compare(b, a) : compare(a, b)
  })
}
