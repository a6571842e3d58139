// The table of weeks: created as time goes on, read by everything that counts by week.
import { sql } from 'kysely'
import { type Database, inTransaction, type Reader } from '../../../kit/database.ts'
import { type Week, weekAround, weekFrom } from './rules.ts'

/** How far back weeks exist on a first start: events may be 30 days old (wire.md, The app's side). */
const firstWeeksBack = 6
const dayMs = 86_400_000

const columns = sql<Week>`to_char(week, 'YYYY-MM-DD') as week, starts_at as "startsAt", ends_at as "endsAt"`

/** The newest week there is. */
const lastWeek = async (reader: Reader): Promise<Week | undefined> =>
  (await sql<Week>`select ${columns} from guilds.week order by starts_at desc limit 1`.execute(reader)).rows[0]

/** The week of a moment; undefined before the first. */
export const weekAt = async (reader: Reader, at: Date): Promise<Week | undefined> =>
  (
    await sql<Week>`
      select ${columns} from guilds.week where starts_at <= ${at} and ends_at > ${at}`.execute(reader)
  ).rows[0]

/** A week by its Monday. */
export const weekNamed = async (reader: Reader, week: string): Promise<Week | undefined> =>
  (await sql<Week>`select ${columns} from guilds.week where week = ${week}`.execute(reader)).rows[0]

/**
 * Creates the weeks up to the running one, and moves the end of the running one where the platform's zone has changed. Weeks
 * that ended never change.
 *
 * @returns true when something changed.
 */
export const ensureWeeks = (database: Database, now: Date, zone: string): Promise<boolean> =>
  inTransaction(database, async (tx) => {
    await sql`select pg_advisory_xact_lock(hashtextextended('guilds.week', 0))`.execute(tx)
    const last = await lastWeek(tx)
    let next = last ?? weekAround(new Date(now.getTime() - firstWeeksBack * 7 * dayMs), zone)
    const made: Week[] = []
    if (last && last.endsAt > now) {
      const { endsAt } = weekFrom(last.startsAt, zone)
      // Moments that have passed stay in their week: a zone to the east may end it at this very moment, not before.
      const moved = endsAt > now ? endsAt : last.endsAt
      if (moved.getTime() !== last.endsAt.getTime()) made.push({ ...last, endsAt: moved })
    } else {
      if (!last) made.push(next)
      while (next.endsAt <= now) made.push((next = weekFrom(next.endsAt, zone)))
    }
    if (made.length === 0) return false
    await sql`
      insert into guilds.week (week, starts_at, ends_at)
      select * from unnest(${made.map((w) => w.week)}::date[], ${made.map((w) => w.startsAt)}::timestamptz[],
                           ${made.map((w) => w.endsAt)}::timestamptz[])
      on conflict (week) do update set ends_at = excluded.ends_at`.execute(tx)
    return true
  })
