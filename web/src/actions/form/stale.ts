// Two people changed the same record: both values of each field, and which one is preselected.

export type Side = 'yours' | 'theirs'
export type Difference = { field: string; yours: unknown; theirs: unknown; suggested: Side }

type Fields = Record<string, unknown>

const equal = (a: unknown, b: unknown) => JSON.stringify(a ?? null) === JSON.stringify(b ?? null)

/** The fields in which yours and theirs differ. Theirs is preselected where you changed nothing. */
export function differences(initial: Fields, yours: Fields, theirs: Fields, ignore: readonly string[]): Difference[] {
  return Object.keys(yours)
    .filter((field) => !ignore.includes(field) && !equal(yours[field], theirs[field]))
    .map((field) => ({
      field,
      yours: yours[field],
      theirs: theirs[field],
      suggested: equal(yours[field], initial[field]) ? 'theirs' : 'yours',
    }))
}

/** Their record, at their version, with the fields of yours that were chosen. */
export function merge<V extends Fields>(yours: V, theirs: V, chosen: Readonly<Record<string, Side>>): V {
  const kept = Object.entries(chosen).filter(([, side]) => side === 'yours')
  return { ...theirs, ...Object.fromEntries(kept.map(([field]) => [field, yours[field]])) }
}
