// The table of weeks: rows are added over time, and read by everything that counts by week.
import { sql } from 'kysely'
import type { Reader, Transaction } from '../../../kit/database/database.ts'
import { type Week, weekAround } from './weeks.rules.ts'

const columns = sql<Week>`to_char(week, 'YYYY-MM-DD') as week, starts_at as "startsAt", ends_at as "endsAt"`

/** The newest week. */
export const lastWeek = async (reader: Reader): Promise<Week | undefined> =>
  (await sql<Week>`select ${columns} from guilds.week order by starts_at desc limit 1`.execute(reader)).rows[0]

/** The week of a moment; undefined before the first. */
export const weekAt = async (reader: Reader, at: Date): Promise<Week | undefined> =>
  (
    await sql<Week>`
      select ${columns} from guilds.week where starts_at <= ${at} and ends_at > ${at}`.execute(reader)
  ).rows[0]

/** The running week; if not created yet, the one computed from the clock. */
export const runningWeek = async (reader: Reader, now: Date, zone: string): Promise<Week> =>
  (await weekAt(reader, now)) ?? weekAround(now, zone)

/** The start of the week that a moment belongs to. `moments` are prefetched; later ones may be requested, too. */
export async function weekStarts(reader: Reader, moments: readonly Date[]): Promise<(at: Date) => Date> {
  const first = new Date(Math.min(...moments.map((at) => at.getTime())))
  const { rows } = await sql<{ starts_at: Date }>`
    select starts_at from guilds.week where ends_at > ${first} order by starts_at desc`.execute(reader)
  return (at) => rows.find((week) => week.starts_at <= at)?.starts_at ?? weekAround(at, 'UTC').startsAt
}

/** Advisory lock: one process creates or moves weeks at a time. */
export const lockWeeks = async (tx: Transaction): Promise<void> => {
  await sql`select pg_advisory_xact_lock(hashtextextended('guilds.week', 0))`.execute(tx)
}

/** Creates weeks, or moves the ends of existing ones. */
export async function writeWeeks(tx: Transaction, weeks: readonly Week[]): Promise<void> {
  // Memberships ending with the week move with its end.
  await sql`
    update guilds.member m set ends_at = n.ends_at
      from unnest(${weeks.map((w) => w.week)}::date[], ${weeks.map((w) => w.endsAt)}::timestamptz[]) as n(week, ends_at)
      join guilds.week w on w.week = n.week
     where m.state = 'leaving' and m.ends_at = w.ends_at and w.ends_at <> n.ends_at`.execute(tx)
  await sql`
    insert into guilds.week (week, starts_at, ends_at)
    select * from unnest(${weeks.map((w) => w.week)}::date[], ${weeks.map((w) => w.startsAt)}::timestamptz[],
                         ${weeks.map((w) => w.endsAt)}::timestamptz[])
    on conflict (week) do update set ends_at = excluded.ends_at`.execute(tx)
}
