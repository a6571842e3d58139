// Progress of each week's drafts, and the next guilds.
import { sql } from 'kysely'
import type { Reader, Transaction } from '../../../kit/database/database.ts'

export type Run = { week: string; endsAt: Date; afterGuild: number; ready: boolean }

/** The oldest week that has ended and whose drafts are not complete. */
export async function nextWeek(reader: Reader, now: Date): Promise<{ week: string; endsAt: Date } | undefined> {
  const { rows } = await sql<{ week: string; endsAt: Date }>`
    select to_char(w.week, 'YYYY-MM-DD') as week, w.ends_at as "endsAt" from guilds.week w
     where w.ends_at <= ${now}
       and not exists (select from guilds.settlement_run r where r.week = w.week and r.finished_at is not null)
     order by w.week limit 1`.execute(reader)
  return rows[0]
}

/** Begins the drafts of a week: they wait until the figures include everything written so far. */
export const beginRun = (tx: Transaction, week: string, now: Date) =>
  sql`
    insert into guilds.settlement_run (week, begun_at, horizon) values (${week}::date, ${now}, kit.xid())
    on conflict (week) do nothing`.execute(tx)

/**
 * The run, locked; undefined where another process works on it. `ready`: these readers are past its horizon, and nothing of the week is
 * queued for a recount.
 */
export async function lockRun(tx: Transaction, week: string, readers: readonly string[]): Promise<Run | undefined> {
  const { rows } = await sql<Run>`
    select to_char(r.week, 'YYYY-MM-DD') as week, w.ends_at as "endsAt", r.after_guild as "afterGuild",
           not exists (select from unnest(${readers}::text[]) as name
                        where coalesce((select boundary from kit.reader k where k.name = name.name), '0'::xid8) < r.horizon)
           and not exists (select from guilds.refold f where f.user_id is not null and f.from_at < w.ends_at) as ready
      from guilds.settlement_run r join guilds.week w using (week)
     where r.week = ${week}::date and r.finished_at is null
       for update of r skip locked`.execute(tx)
  return rows[0]
}

/**
 * The next guilds of a week, in id order: those that were approved before it ended and are not dissolved,
 * and all that have figures in it.
 */
export async function nextGuilds(tx: Transaction, run: Run, limit: number): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    select g.id from guilds.guild g
     where g.id > ${run.afterGuild}
       and ((g.state in ('normal', 'banned') and g.approved_at < ${run.endsAt})
            or exists (select from guilds.guild_week w where w.guild_id = g.id and w.week = ${run.week}::date))
     order by g.id limit ${limit}`.execute(tx)
  return rows.map(({ id }) => id)
}

export const advanceRun = (tx: Transaction, week: string, afterGuild: number) =>
  sql`update guilds.settlement_run set after_guild = ${afterGuild} where week = ${week}::date`.execute(tx)

export const finishRun = (tx: Transaction, week: string, now: Date) =>
  sql`update guilds.settlement_run set finished_at = ${now} where week = ${week}::date`.execute(tx)
