// Outbox queries: who may deliver what, and the outcomes. Set-based, whatever the number of lanes.
//
// A lane is leased by its first pending command. A later command of the lane may still be found due; it is postponed,
// either to the first one's time or, while the first is being delivered, by a second or until the lane is released.
import { sql } from 'kysely'
import type { Reader, Transaction } from '../../kit/database/database.ts'
import { latestWins } from '../commandStreams.ts'

/** A leased command, in lane order. */
export type Leased = {
  seq: bigint
  client_id: number
  command_id: string
  type: string
  subject: string
  stream: string
  attempts: number
  first_at: Date | null
  at: Date
  data: unknown
  /** The `traceparent` of the request that caused it. */
  trace: string | null
}

/** A delivery's outcome. `state` waiting with a `nextAt` is a failure; `tried` false only releases the lease. */
export type Ended = {
  seq: bigint
  state: 'delivered' | 'dead' | 'waiting'
  tried: boolean
  firstAt: Date | null
  nextAt: Date
  status: number | null
  error: string | null
}

/** Clients that may be sent to: enabled, with an endpoint, not stopped. `c` is the client. */
const receives = sql`
  c.enabled and c.endpoint <> '' and not exists (
    select from access.stop s where s.kind = 'client' and s.thing = c.id::text and s.ended_at is null)`

/** After a failover each server says what it knows of it before any of them delivers on. */
const settlingMs = 5_000

/** Deliveries are on, and no failover was noticed just now. */
const delivers = (now: Date) => sql`
  not exists (select from bridge.pause)
  and not exists (select from kit.failover where noticed_at > ${new Date(now.getTime() - settlingMs)})`

/** Delay of commands behind one that is being delivered, in milliseconds. */
const behindMs = 1_000

/** True if something may be due, or a lease has expired; false while deliveries are off. */
export async function isAnythingDue(reader: Reader, now: Date): Promise<boolean> {
  const { rows } = await sql<{ due: boolean }>`
    select exists (
      select from bridge.client c
       where ${receives} and ${delivers(now)}
         and exists (select from bridge.delivery d
                      where d.client_id = c.id and d.state = 'waiting' and d.next_at <= ${now})) as due`.execute(reader)
  return rows[0]!.due
}

/** Advisory lock: one process leases at a time, for a few milliseconds; the next statement sees what others leased. */
export async function lockLeasing(tx: Transaction): Promise<void> {
  await sql`
    select set_config('idle_in_transaction_session_timeout', '5s', true),
           pg_advisory_xact_lock(hashtextextended('bridge outbox', 0))`.execute(tx)
}

/** Stores the outcomes of commands leased as `lease`; commands that another process has leased since are skipped. */
export async function markEnded(tx: Transaction, lease: string, now: Date, ended: readonly Ended[]): Promise<void> {
  if (ended.length === 0) return
  await sql`
    with ended as (
      select * from unnest(
        ${ended.map((one) => one.seq.toString())}::bigint[], ${ended.map((one) => one.state)}::text[],
        ${ended.map((one) => one.tried)}::boolean[], ${ended.map((one) => one.firstAt)}::timestamptz[],
        ${ended.map((one) => one.nextAt)}::timestamptz[], ${ended.map((one) => one.status)}::int[],
        ${ended.map((one) => one.error)}::text[]) as e(seq, state, tried, first_at, next_at, status, error)
    )
    update bridge.delivery d
       set state = e.state, attempts = d.attempts + e.tried::int, first_at = e.first_at, next_at = e.next_at,
           lease = null, leased_until = null,
           delivered_at = case when e.state = 'delivered' then ${now}::timestamptz else d.delivered_at end,
           last_status = case when e.tried then e.status else d.last_status end,
           last_error = case when e.tried then e.error else d.last_error end
      from ended e
     where d.seq = e.seq and d.lease = ${lease} and d.state = 'waiting'`.execute(tx)
}

/** Releases lanes: the new first command, which was only postponed, is due. */
export async function releaseLanes(tx: Transaction, now: Date, lanes: readonly Lane[]): Promise<void> {
  if (lanes.length === 0) return
  await sql`
    update bridge.delivery d set next_at = ${now}
      from unnest(${lanes.map((l) => l.client_id)}::int[], ${lanes.map((l) => l.subject)}::text[],
                  ${lanes.map((l) => l.stream)}::text[]) as l(client_id, subject, stream)
           cross join lateral (
             select seq from bridge.delivery
              where client_id = l.client_id and subject = l.subject and stream = l.stream and state = 'waiting'
              order by seq limit 1) first
     where d.seq = first.seq and d.lease is null and d.attempts = 0 and d.next_at > ${now}`.execute(tx)
}

export type Lane = Pick<Leased, 'client_id' | 'subject' | 'stream'>

/** A lease request: number of lanes per client, commands per lane, and the expiry. */
export type LeaseRequest = { lease: string; now: Date; until: Date; depth: number; free: ReadonlyMap<number, number> }

/** The commands, grouped by lane and in order; and how many were due but not first. */
export type LeasedLanes = { leased: Leased[]; putOff: number }

/** Leases due lanes, none while deliveries are off. Call `lockLeasing` first. */
export async function leaseLanes(tx: Transaction, wish: LeaseRequest): Promise<LeasedLanes> {
  const { now, until, lease } = wish
  const clients = [...wish.free.keys()]
  const { rows: found } = await sql<Lane & { put_off: number }>`
    with due as (
      select distinct d.client_id, d.subject, d.stream
        from unnest(${clients}::int[], ${[...wish.free.values()]}::int[]) as f(client_id, lanes)
        join bridge.client c on c.id = f.client_id and ${receives} and ${delivers(now)}
       cross join lateral (
         select client_id, subject, stream from bridge.delivery
          where client_id = f.client_id and state = 'waiting' and next_at <= ${now}
          order by next_at, seq limit 200 + f.lanes * 4) d
    ), first as (
      select due.*, h.seq, h.next_at, h.lease is not null as leased,
             row_number() over (partition by due.client_id, h.next_at <= ${now} order by h.next_at, h.seq) as place
        from due cross join lateral (
          select seq, next_at, lease from bridge.delivery
           where client_id = due.client_id and subject = due.subject and stream = due.stream and state = 'waiting'
           order by seq limit 1) h
    ), put_off as (
      update bridge.delivery d
         set next_at = case when f.leased then least(f.next_at, ${new Date(now.getTime() + behindMs)}) else f.next_at end
        from first f
       where f.next_at > ${now} and d.client_id = f.client_id and d.subject = f.subject and d.stream = f.stream
         and d.state = 'waiting' and d.next_at <= ${now}
      returning d.seq
    )
    select p.put_off, l.client_id, l.subject, l.stream
      from (select count(*)::int as put_off from put_off) p
      left join (
        select f.client_id, f.subject, f.stream from first f
          join unnest(${clients}::int[], ${[...wish.free.values()]}::int[]) as w(client_id, lanes) using (client_id)
         where f.next_at <= ${now} and f.place <= w.lanes) l on true`.execute(tx)
  const putOff = found[0]?.put_off ?? 0
  const lanes = found.filter(({ client_id }) => client_id !== null)
  if (lanes.length === 0) return { leased: [], putOff }
  const chosen = sql`unnest(${lanes.map((l) => l.client_id)}::int[], ${lanes.map((l) => l.subject)}::text[],
                            ${lanes.map((l) => l.stream)}::text[]) as l(client_id, subject, stream)`
  // Supersedes older commands of types where the newest suffices; only in lanes leased now, so nothing in progress is
  // touched.
  await sql`
    update bridge.delivery d set state = 'superseded', lease = null, leased_until = null
      from (select w.seq, row_number() over (partition by l.client_id, l.subject, l.stream, w.type order by w.seq desc) as age
              from ${chosen}
             cross join lateral (
               select seq, type from bridge.delivery
                where client_id = l.client_id and subject = l.subject and stream = l.stream and state = 'waiting'
                  and type = any(${latestWins}::text[])) w) older
     where d.seq = older.seq and older.age > 1`.execute(tx)
  const { rows } = await sql<Leased>`
    with taken as (
      select w.seq from ${chosen}
       cross join lateral (
         select seq from bridge.delivery
          where client_id = l.client_id and subject = l.subject and stream = l.stream and state = 'waiting'
          order by seq limit ${wish.depth}) w
    ), leased as (
      update bridge.delivery d set lease = ${lease}, leased_until = ${until}, next_at = ${until}
        from taken where d.seq = taken.seq
      returning d.seq, d.client_id, d.command_id, d.type, d.subject, d.stream, d.attempts, d.first_at
    )
    select leased.*, c.at, c.data, c.trace from leased join bridge.command c on c.id = leased.command_id
     order by leased.client_id, leased.subject, leased.stream, leased.seq`.execute(tx)
  return { leased: rows, putOff }
}

/**
 * Deletes up to `limit` commands older than `before` (an id) that have no pending or dead delivery. @returns how many.
 */
export async function sweepCommands(tx: Transaction, before: string, limit: number): Promise<number> {
  const { numAffectedRows } = await sql`
    delete from bridge.command where id in (
      select c.id from bridge.command c
       where c.id < ${before}
         and not exists (select from bridge.delivery d where d.command_id = c.id and d.state in ('waiting', 'dead'))
       limit ${limit})`.execute(tx)
  return Number(numAffectedRows ?? 0)
}
