// The order of measures in the stored arrays: by position, so it only grows at its end (docs/indicators.md, "Add a measure").
import { sql } from 'kysely'
import type { Transaction } from '../../../kit/database/database.ts'
import { everything, measuresOf, type SubjectName, subjects } from '../indicators.subjects.ts'

export type Layout = Readonly<Record<string, readonly string[]>>

/** The layout that this version counts by. */
export const currentLayout = (): Layout =>
  Object.fromEntries(
    ([...Object.keys(subjects), 'install'] as SubjectName[]).map((name) => [name, [...measuresOf(name)]]),
  )

/**
 * The subjects with measures that `stored` does not have yet.
 *
 * @throws if a stored measure moved or is gone: its numbers would be read as another's.
 */
export function grownSince(stored: Layout, current: Layout): string[] {
  for (const [subject, measures] of Object.entries(stored)) {
    const now = current[subject] ?? []
    const moved = measures.findIndex((measure, place) => now[place] !== measure)
    if (moved !== -1)
      throw new Error(
        `indicators: measure ${moved + 1} of ${subject} is stored as ${measures[moved]}, and now ${now[moved] ?? 'missing'}: new measures go to the end`,
      )
  }
  return Object.keys(current).filter((subject) => current[subject]!.length > (stored[subject]?.length ?? 0))
}

/**
 * Records the current layout. Where a subject has grown, the users' days since `first` are counted again; a new subject as well.
 *
 * @returns true if there is something to count again.
 * @throws if a measure moved.
 */
export async function keepLayout(tx: Transaction, first: string, current: Layout = currentLayout()): Promise<boolean> {
  const { rows } = await sql<{ subject: string; measures: string[] }>`
    select subject, measures from indicators.layout`.execute(tx)
  const grown = grownSince(Object.fromEntries(rows.map((row) => [row.subject, row.measures])), current)
  if (grown.length === 0) return false
  for (const subject of grown)
    await sql`
      insert into indicators.layout (subject, measures) values (${subject}, ${current[subject]}::text[])
      on conflict (subject) do update set measures = excluded.measures`.execute(tx)
  // The first fold of all has nothing to count again.
  if (rows.length === 0) return false
  const touched = await sql`
    insert into indicators.touched (user_id, at, what)
    select user_id, indicators.start_of(day), ${everything}
      from (select distinct user_id, day from indicators.user_day where day >= ${first}::date) d
    returning 1`.execute(tx)
  return touched.rows.length > 0
}
