// Rewrites the cells of past days in the order of their keys. The fold writes day by day, so each day of a cell is on a page of its own, and
// a read of two years that is not in memory fetches hundreds of pages for each cell. Packed, a month of a cell is on one or two pages.
import { sql } from 'kysely'
import { type Database, inTransaction } from '../../../kit/database/database.ts'
import { daysKept } from '../indicators.limits.ts'
import { distinctSubjects, type SubjectName, subjects } from '../indicators.subjects.ts'
import { lockFold } from './fold.queries.ts'
import { dayPlus } from './fold.rules.ts'

export type Packing = { by: 'week' | 'month'; from: string; to: string }
export type Packed = Partial<Record<Packing['by'], string>>

/** Events of the day before still arrive after midnight. */
const daysWaited = 2

/** The Monday of a day's week. */
const weekOf = (day: string): string => dayPlus(day, -((new Date(day).getUTCDay() + 6) % 7))
const monthAfter = (month: string): string => `${dayPlus(month, 31).slice(0, 8)}01`

/**
 * What to pack next: a week once it is over, and its month again once late facts no longer change it. Null: nothing.
 *
 * @param packed the last packed day of each kind. @param first the first day with cells.
 */
export function packingDue(packed: Packed, first: string, today: string): Packing | null {
  const month = packed.month === undefined ? `${first.slice(0, 8)}01` : dayPlus(packed.month, 1)
  const monthEnd = dayPlus(monthAfter(month), -1)
  if (dayPlus(monthEnd, daysKept) < today) return { by: 'month', from: month, to: monthEnd }
  // Weeks begin where the months end.
  const week = weekOf(packed.week !== undefined && packed.week >= month ? dayPlus(packed.week, 1) : month)
  const weekEnd = dayPlus(week, 6)
  return dayPlus(weekEnd, daysWaited) <= today ? { by: 'week', from: week, to: weekEnd } : null
}

type Days = { from: string; to: string }

async function packCells(database: Database, subject: SubjectName, { from, to }: Days): Promise<void> {
  await inTransaction(database, async (tx) => {
    await lockFold(tx)
    await sql`
      with taken as (
        delete from indicators.cell where subject = ${subject} and day between ${from}::date and ${to}::date returning *)
      insert into indicators.cell select * from taken
       order by subject, rollup, country, channel, sex, platform, day, old`.execute(tx)
  })
}

async function packPeople(database: Database, kind: string, { from, to }: Days): Promise<void> {
  await inTransaction(database, async (tx) => {
    await lockFold(tx)
    for (const table of ['indicators.people', 'indicators.people_long'])
      await sql`
        with taken as (
          delete from ${sql.table(table)} where kind = ${kind} and day between ${from}::date and ${to}::date returning *)
        insert into ${sql.table(table)} select * from taken
         order by kind, rollup, platforms, country, channel, sex, day`.execute(tx)
  })
}

/** Packs the next week or month, if one is due. @returns true when there may be more. */
export async function pack(database: Database, today: string): Promise<boolean> {
  const { rows } = await sql<{ first: string | null; week: string | null; month: string | null }>`
    select (select to_char(min(day), 'YYYY-MM-DD') from indicators.cell where subject = 'active' and rollup = 'all') as first,
           (select to_char(until, 'YYYY-MM-DD') from indicators.packed where by = 'week') as week,
           (select to_char(until, 'YYYY-MM-DD') from indicators.packed where by = 'month') as month`.execute(database)
  const { first, week, month } = rows[0]!
  if (first === null) return false
  const due = packingDue({ ...(week !== null && { week }), ...(month !== null && { month }) }, first, today)
  if (!due) return false
  for (const subject of [...Object.keys(subjects), 'install'] as SubjectName[]) await packCells(database, subject, due)
  for (const kind of distinctSubjects) await packPeople(database, kind, due)
  await sql`
    insert into indicators.packed (by, until) values (${due.by}, ${due.to}::date)
    on conflict (by) do update set until = excluded.until`.execute(database)
  return true
}
