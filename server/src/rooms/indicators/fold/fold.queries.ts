// Queries of the fold: what is touched, what of it is due, and up to when everything is counted.
import { type RawBuilder, sql } from 'kysely'
import type { Database, Reader, Transaction } from '../../../kit/database/database.ts'
import { firstMovements } from '../../../ledger/index.ts'
import { courseDays, daysKept } from '../indicators.limits.ts'
import { everything } from '../indicators.subjects.ts'
import { dayPlus, type Touch } from './fold.rules.ts'

/** One fold at a time. The lock is held until the transaction ends. */
export const lockFold = async (tx: Transaction): Promise<void> => {
  await sql`select pg_advisory_xact_lock(hashtextextended('indicators.fold', 0))`.execute(tx)
}

/** Adds to what is due: each user and time once, in the order of the key, so that concurrent writers cannot block each other. */
export const addToDue = (rows: RawBuilder<unknown>) => sql`
  insert into indicators.due as d (user_id, at, what)
  select user_id, at, bit_or(what) from (${rows}) t group by user_id, at order by user_id, at
  on conflict (user_id, at) do update set what = d.what | excluded.what where d.what | excluded.what <> d.what`

/** Moves up to `limit` touched rows of ended transactions to what is due. @returns how many there were. */
export async function takeTouched(tx: Transaction, limit: number): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    with next as (
      select ctid as place from indicators.touched where xid < kit.horizon() order by xid limit ${limit}),
    taken as materialized (
      delete from indicators.touched where ctid = any(array(select place from next)) returning user_id, at, what),
    added as (${addToDue(sql`select * from taken`)})
    select count(*)::int as count from taken having count(*) > 0`.execute(tx)
  return rows[0]?.count ?? 0
}

export async function isAnythingDue(reader: Reader): Promise<boolean> {
  const { rows } = await sql`select from indicators.due limit 1`.execute(reader)
  return rows.length > 0
}

/** Takes up to `limit` due users and times, in the order of users. */
export async function takeDue(tx: Transaction, limit: number, now: Date): Promise<Touch[]> {
  const { rows } = await sql<{ userId: bigint; at: Date | null; what: number }>`
    delete from indicators.due
     where ctid = any(array(select ctid from indicators.due order by user_id, at limit ${limit}))
    returning user_id as "userId", at, what`.execute(tx)
  const since = await firstFactsOf(
    tx,
    rows.flatMap(({ userId, at }) => (at === null ? userId : [])),
    now,
  )
  return rows.map(
    ({ userId, at, what }): Touch => (at ? { userId, what, at } : { userId, what, since: since.get(userId)! }),
  )
}

/** True if at least so many touched rows wait. */
export async function hasBacklog(database: Database, count: number): Promise<boolean> {
  const { rows } = await sql`select from indicators.touched offset ${count - 1} limit 1`.execute(database)
  return rows.length > 0
}

/** A time before a user's first fact; now for a user without facts. An id differs from its fact's time by at most a day. */
async function firstFactsOf(tx: Transaction, userIds: readonly bigint[], now: Date): Promise<Map<bigint, Date>> {
  if (userIds.length === 0) return new Map()
  const least = (table: string, user: string, at: string) =>
    sql`(select min(${sql.ref(at)}) from ${sql.table(table)} where ${sql.ref(user)} = u.id)`
  const firsts = await firstMovements(tx, userIds)
  const moved = userIds.map((userId) => ({ userId, at: firsts.get(userId) ?? null }))
  const { rows } = await sql<{ userId: bigint; since: Date }>`
    select u.id as "userId", least(
      ${now}::timestamptz, ${sql.join(
        [
          ['live.view', 'user_id', 'at'],
          ['live.session', 'user_id', 'started_at'],
          ['live.match', 'user_id', 'requested_at'],
          ['live.call', 'caller_id', 'requested_at'],
          ['live.call', 'callee_id', 'requested_at'],
          ['finance.recharge_order', 'user_id', 'paid_at'],
          ['community.dynamic', 'user_id', 'posted_at'],
          ['community.comment', 'user_id', 'posted_at'],
          ['audits.item', 'user_id', 'submitted_at'],
          ['audits.report', 'reporter_id', 'reported_at'],
        ].map(([table, user, at]) => least(table!, user!, at!)),
      )},
      (select min(day)::timestamptz from users.active_day where user_id = u.id),
      (select at from live.gift where sender_id = u.id order by id limit 1) - interval '1 day', m.at)
      - interval '2 days' as since
      from unnest(${moved.map(({ userId }) => userId)}::bigint[], ${moved.map(({ at }) => at)}::timestamptz[]) as m(id, at)
      cross join lateral (select m.id) as u(id)`.execute(tx)
  return new Map(rows.map(({ userId, since }) => [userId, since]))
}

/** Records that everything received by then has been taken; once a minute when nothing is new. */
export const writeTaken = async (tx: Transaction, at: Date, isIdle: boolean): Promise<void> => {
  await sql`
    insert into indicators.folded as f (at, taken_at) values (${at}, ${at})
    on conflict (single) do update set taken_at = excluded.taken_at
      where not ${isIdle} or f.taken_at < excluded.taken_at - interval '1 minute'`.execute(tx)
}

/** Records that everything taken has been counted. */
export const writeFolded = async (tx: Transaction): Promise<void> => {
  await sql`update indicators.folded set at = taken_at where at < taken_at`.execute(tx)
}

/** Marks everything around a change of the zone as touched, since times near it now belong to another day. */
export async function touchAround(tx: Transaction, since: string): Promise<void> {
  await sql`
    insert into indicators.touched (user_id, at, what)
    select u.user_id, indicators.start_of(d.day), ${everything}
      from (select user_id from indicators.user_day where day >= ${since}::date - 2 union select user_id from indicators.due) u
     cross join (select ${since}::date + n as day from generate_series(-2, 1) n) d`.execute(tx)
  await sql`
    insert into indicators.touched_install (at)
    select indicators.start_of(${since}::date + n) from generate_series(-2, 1) n`.execute(tx)
}

/** The first day whose figures facts can still change. */
export const firstKept = (today: string): string => dayPlus(today, 1 - daysKept)

/** Deletes users' days beyond retention, whose sums stay, and minutes that are no longer read. */
export async function forgetOld(database: Database, now: Date): Promise<void> {
  await sql`delete from indicators.course where minute < ${now}::timestamptz - ${courseDays + 1} * interval '1 day'`.execute(
    database,
  )
  await sql`delete from indicators.user_day
    where day < (select max(day) from indicators.user_day where subject = 'active') - ${daysKept}::int - 31`.execute(
    database,
  )
}
