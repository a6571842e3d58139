// The tables of figures, and what the fold reads and writes of its own room.
import { sql } from 'kysely'
import type { Reader, Transaction } from '../../../kit/database/database.ts'
import type { Figure, Membership, Window } from './guildFold.rules.ts'

/** Advisory lock: one process folds at a time. Held until the transaction ends. */
export const lockFigures = async (tx: Transaction): Promise<void> => {
  await sql`select pg_advisory_xact_lock(hashtextextended('guilds.figures', 0))`.execute(tx)
}

/** True while drafts of a week are being made. */
export async function isRunWaiting(tx: Transaction): Promise<boolean> {
  const { rows } = await sql`select from guilds.settlement_run where finished_at is null limit 1`.execute(tx)
  return rows.length > 0
}

/** Facts are never older. */
const weeksBack = 26

export type ZonedWeek = { week: string; startsAt: Date; endsAt: Date; zone: string | null }

/** The newest weeks in ascending order, each with its days' zone; null if it has none yet. */
export async function zonedWeeks(reader: Reader): Promise<ZonedWeek[]> {
  const { rows } = await sql<ZonedWeek>`
    select to_char(w.week, 'YYYY-MM-DD') as week, w.starts_at as "startsAt", w.ends_at as "endsAt", z.zone
      from guilds.week w left join guilds.week_zone z using (week)
     order by w.starts_at desc limit ${weeksBack}`.execute(reader)
  return rows.toReversed()
}

export async function writeZones(tx: Transaction, weeks: readonly string[], zone: string): Promise<void> {
  await sql`
    insert into guilds.week_zone (week, zone) select week, ${zone} from unnest(${weeks}::date[]) as w(week)
    on conflict (week) do update set zone = excluded.zone`.execute(tx)
}

/** Queues a recount of all of a week's figures and moves. Until then, its days are those of the previous zone. */
export async function queueWeek(tx: Transaction, week: ZonedWeek): Promise<void> {
  await sql`
    insert into guilds.refold (user_id, from_at)
    select distinct user_id, ${week.startsAt}::timestamptz from guilds.anchor_week where week = ${week.week}::date`.execute(
    tx,
  )
  await sql`update guilds.guild_day set joined = 0, lost = 0
    where week = ${week.week}::date and (joined, lost) <> (0, 0)`.execute(tx)
  await sql`
    insert into guilds.refold (guild_id, moments)
    select m.guild_id, array_agg(at.at) from guilds.member m cross join lateral (values (m.since), (m.ends_at)) at(at)
     where at.at >= ${week.startsAt} and at.at < ${week.endsAt} and m.state in ('active', 'leaving', 'left', 'expelled')
     group by 1`.execute(tx)
}

/** Queues users for a recount from a moment on. */
export async function queueUsers(tx: Transaction, requested: readonly { userId: bigint; at: Date }[]): Promise<void> {
  if (requested.length === 0) return
  await sql`insert into guilds.refold (user_id, from_at)
    select * from unnest(${requested.map((a) => a.userId)}::bigint[], ${requested.map((a) => a.at)}::timestamptz[])`.execute(
    tx,
  )
}

export type Queued = { id: bigint; userId: bigint | null; fromAt: Date | null; guildId: number | null; moments: Date[] }

/** Up to `limit` queued entries, the oldest first, with all others about the same users. */
export async function queued(tx: Transaction, before: Date, limit: number): Promise<Queued[]> {
  const columns = sql`r.id, r.user_id as "userId", r.from_at as "fromAt", r.guild_id as "guildId", r.moments`
  const { rows } = await sql<Queued>`
    with due as materialized (
      select * from guilds.refold where (from_at is null or from_at < ${before}) order by id limit ${limit})
    select ${columns} from due r
    union
    select ${columns} from guilds.refold r
     where r.user_id in (select user_id from due) and r.from_at < ${before}`.execute(tx)
  return rows
}

export const dequeue = async (tx: Transaction, ids: readonly bigint[]): Promise<void> => {
  await sql`delete from guilds.refold where id = any(${ids}::bigint[])`.execute(tx)
}

/** The memberships of these users that count. */
export async function membershipsOf(reader: Reader, userIds: readonly bigint[]): Promise<Membership[]> {
  const { rows } = await sql<Membership>`
    select id, guild_id as "guildId", user_id as "userId", since, ends_at as "endsAt" from guilds.member
     where user_id = any(${userIds}::bigint[]) and state in ('active', 'leaving', 'left', 'expelled')`.execute(reader)
  return rows
}

/** The stored figures of these users since the beginning of a week. */
export async function countedSince(reader: Reader, userIds: readonly bigint[], week: string): Promise<Figure[]> {
  const { rows } = await sql<Figure>`
    select guild_id as "guildId", to_char(week, 'YYYY-MM-DD') as week, to_char(day, 'YYYY-MM-DD') as day, user_id as "userId",
           live_seconds as live, call_seconds as calls, calls_received as received, calls_answered as answered,
           gift_bonus as gift, call_bonus as call, room_bonus as room, text_bonus as text, bonus_micros as micros,
           base_micros as base
      from guilds.anchor_day
     where user_id = any(${userIds}::bigint[]) and week >= ${week}::date and day >= ${week}::date - 7`.execute(reader)
  return rows
}

/** Adds differences to all four tables. */
export async function addFigures(tx: Transaction, deltas: readonly Figure[]): Promise<void> {
  if (deltas.length === 0) return
  const of = <K extends keyof Figure>(name: K) => deltas.map((delta) => delta[name])
  await sql`
    select guilds.add_figures(${of('guildId')}::int[], ${of('week')}::date[], ${of('day')}::date[], ${of('userId')}::bigint[],
      ${of('live')}::int[], ${of('calls')}::int[], ${of('received')}::int[], ${of('answered')}::int[], ${of('gift')}::bigint[],
      ${of('call')}::bigint[], ${of('room')}::bigint[], ${of('text')}::bigint[], ${of('micros')}::bigint[],
      ${of('base')}::bigint[])`.execute(tx)
}

/** Recounts new and lost members by guild and day. */
export async function countMoves(tx: Transaction, days: readonly (Window & { guildId: number })[]): Promise<void> {
  if (days.length === 0) return
  await sql`
    select guilds.count_moves(${days.map((d) => d.guildId)}::int[], ${days.map((d) => d.week)}::date[],
      ${days.map((d) => d.day)}::date[], ${days.map((d) => d.startsAt)}::timestamptz[],
      ${days.map((d) => d.endsAt)}::timestamptz[])`.execute(tx)
}
