// Ended broadcasts and calls, for figures of live time: those that are new or were corrected, and those within a span.
import { sql } from 'kysely'
import type { Reader } from '../../../kit/database/database.ts'
import type { NewSpan } from '../../../kit/database/newRows.ts'

/** A user with an ended or corrected broadcast or call, and the span that it affects. */
export type Touched = { userId: bigint; from: Date; to: Date }

/**
 * The first part of a span, with about `limit` ended or corrected broadcasts and calls. A transaction is never split.
 */
export async function endedPart(reader: Reader, span: NewSpan, limit: number): Promise<NewSpan> {
  const newest = (table: string) => sql`
    (select xid from ${sql.table(table)} where xid >= ${span.from}::xid8 and xid < ${span.to}::xid8
      order by xid limit ${limit + 1})`
  const { rows } = await sql<{ first: string | null; cut: string | null }>`
    with new as materialized (${newest('live.session')} union all ${newest('live.call')})
    select (select xid from new order by xid limit 1)::text as first,
           (select xid from new order by xid offset ${limit} limit 1)::text as cut`.execute(reader)
  const { first, cut } = rows[0]!
  if (first === null || cut === null) return span
  return { from: span.from, to: first === cut ? String(BigInt(first) + 1n) : cut }
}

/** Broadcasts and calls that ended or were corrected within a part. */
export async function touchedIn(reader: Reader, part: NewSpan): Promise<Touched[]> {
  const { rows } = await sql<Touched>`
    select user_id as "userId", least(started_at, seen_from) as "from", greatest(ended_at, seen_to) as "to"
      from live.session
     where xid >= ${part.from}::xid8 and xid < ${part.to}::xid8 and user_id is not null and started_at is not null
    union all
    select callee_id, least(requested_at, answered_at, seen_from),
           greatest(ended_at, answered_at + coalesce(seconds, 0) * interval '1 second', seen_to)
      from live.call
     where xid >= ${part.from}::xid8 and xid < ${part.to}::xid8 and callee_id is not null and requested_at is not null`.execute(
    reader,
  )
  return rows
}

/** From an ended broadcast or a received call; `from` is null for a call that does not count. */
export type Ended = {
  userId: bigint
  kind: 'live' | 'call'
  from: Date | null
  to: Date | null
  /** Of a call. */
  requestedAt: Date | null
  answered: boolean
}

/** Upper bound of a duration. */
const longestDays = 31

/**
 * Ended broadcasts of these users, and ended calls that they received, that overlap `[from, to)`. Calls shorter than `shortSeconds` have
 * no span.
 */
export async function endedOf(
  reader: Reader,
  userIds: readonly bigint[],
  from: Date,
  to: Date,
  shortSeconds: number,
): Promise<Ended[]> {
  const { rows } = await sql<Ended>`
    select s.user_id as "userId", 'live' as kind, s.started_at as "from", s.ended_at as "to",
           null::timestamptz as "requestedAt", false as answered
      from unnest(${userIds}::bigint[]) u(id)
     cross join lateral (select * from live.session x where x.user_id = u.id and x.started_at < ${to}
                            and x.started_at >= ${from}::timestamptz - ${longestDays} * interval '1 day' offset 0) s
     where s.ended_at > ${from}
    union all
    select c.callee_id, 'call', case when c.lasted >= ${shortSeconds} then c.answered_at end,
           case when c.lasted >= ${shortSeconds} then c.answered_at + c.lasted * interval '1 second' end,
           c.requested_at, c.answered_at is not null
      from unnest(${userIds}::bigint[]) u(id)
     cross join lateral (select x.*, coalesce(x.seconds, floor(extract(epoch from x.ended_at - x.answered_at)))::int as lasted
                           from live.call x where x.callee_id = u.id and x.requested_at < ${to} and x.ended_at is not null
                            and x.requested_at >= ${from}::timestamptz - ${longestDays} * interval '1 day' offset 0) c
     where c.requested_at >= ${from} or greatest(c.ended_at, c.answered_at + c.lasted * interval '1 second') > ${from}`.execute(
    reader,
  )
  return rows
}

export type Running = { userId: bigint; kind: 'live' | 'call'; since: Date }

/** Running broadcasts of these users, and running answered calls that they received. */
export async function runningOf(reader: Reader, userIds: readonly bigint[]): Promise<Running[]> {
  const { rows } = await sql<Running>`
    select user_id as "userId", 'live' as kind, started_at as since from live.session
     where ended_at is null and user_id = any(${userIds}::bigint[]) and started_at is not null
    union all
    select callee_id, 'call', answered_at from live.call
     where ended_at is null and callee_id = any(${userIds}::bigint[]) and answered_at is not null`.execute(reader)
  return rows
}
