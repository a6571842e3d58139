// Two people changed the same thing: what each wants, field by field, and which of the two is taken to begin with.

export type Side = 'yours' | 'theirs'
export type Difference = { field: string; yours: unknown; theirs: unknown; suggested: Side }

type Fields = Record<string, unknown>

const equal = (a: unknown, b: unknown) => JSON.stringify(a ?? null) === JSON.stringify(b ?? null)

/** The fields in which yours and theirs differ. What you did not touch is theirs to begin with. */
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

/** Their record with the fields that you keep, at their version. */
export function merge<V extends Fields>(yours: V, theirs: V, taken: Readonly<Record<string, Side>>): V {
  const kept = Object.entries(taken).filter(([, side]) => side === 'yours')
  return { ...theirs, ...Object.fromEntries(kept.map(([field]) => [field, yours[field]])) }
}
