// Alarms as they stand, and what the servers and the long checks found. Wall time.
import type { AlarmKey } from '@greenroom/contract/alarms'
import { type RawBuilder, sql } from 'kysely'
import type { Reader, Transaction } from '../kit/database/database.ts'

export type AlarmRow = {
  id: bigint
  key: AlarmKey
  began_at: Date
  last_seen_at: Date
  ended_at: Date | null
  count: number
  detail: string
}

/** Those that stand, locked: one look at a time changes them. */
export const lockOpen = (tx: Transaction): Promise<AlarmRow[]> =>
  tx
    .selectFrom('notify.alarm')
    .selectAll()
    .where('ended_at', 'is', null)
    .orderBy('id')
    .forUpdate()
    .execute() as Promise<AlarmRow[]>

export const beginAlarm = (
  tx: Transaction,
  alarm: Pick<AlarmRow, 'key' | 'began_at' | 'count' | 'detail'>,
  now: Date,
): Promise<AlarmRow> =>
  tx
    .insertInto('notify.alarm')
    .values({ ...alarm, last_seen_at: now })
    .returningAll()
    .executeTakeFirstOrThrow() as Promise<AlarmRow>

/** It was found again; how many is the most there have been. */
export const seeAlarm = (reader: Reader, id: bigint, found: { count: number; detail: string }, now: Date) =>
  sql`
    update notify.alarm set last_seen_at = ${now}, count = greatest(count, ${found.count}::int), detail = ${found.detail}
     where id = ${id}`.execute(reader)

export const endAlarm = (reader: Reader, id: bigint, now: Date) =>
  reader.updateTable('notify.alarm').set({ ended_at: now }).where('id', '=', id).execute()

/** One alarm that stands, as a line of Home. */
export const standing = (key: AlarmKey): RawBuilder<{ at: Date }> => sql<{ at: Date }>`
  select began_at as at from notify.alarm where key = ${key} and ended_at is null`

const mostShown = 100

/** Those that stand, then those that ended since `since`, the newest first. */
export const alarmsSince = (reader: Reader, since: Date): Promise<AlarmRow[]> =>
  reader
    .selectFrom('notify.alarm')
    .selectAll()
    .where((is) => is.or([is('ended_at', 'is', null), is('ended_at', '>', since)]))
    .orderBy(sql`ended_at is not null`)
    .orderBy('began_at', 'desc')
    .orderBy('id', 'desc')
    .limit(mostShown)
    .execute() as Promise<AlarmRow[]>

export const sweepAlarms = (reader: Reader, before: Date) =>
  sql`delete from notify.alarm where ended_at < ${before}`.execute(reader)

// What servers find wrong with themselves ------------------------------------------------------------------------------

export type FaultKind = 'clock' | 'disk' | 'wal'

export const noteFault = (reader: Reader, fault: { server: string; kind: FaultKind; detail: string }, now: Date) =>
  sql`
    insert into notify.fault (server, kind, detail, since, seen_at)
    values (${fault.server}, ${fault.kind}, ${fault.detail}, ${now}, ${now})
    on conflict (server, kind) do update set detail = excluded.detail, seen_at = excluded.seen_at`.execute(reader)

export const clearFault = (reader: Reader, server: string, kind: FaultKind) =>
  reader.deleteFrom('notify.fault').where('server', '=', server).where('kind', '=', kind).execute()

/** Those of servers that have stopped. */
export const sweepFaults = (reader: Reader, before: Date) =>
  reader.deleteFrom('notify.fault').where('seen_at', '<', before).execute()

/** Faults of servers that said so after `since`. */
export async function faultsSince(reader: Reader, kind: FaultKind, since: Date) {
  const { rows } = await sql<{ count: number; since: Date | null; detail: string }>`
    select count(*)::int as count, min(since) as since,
           coalesce(string_agg(server || ': ' || detail, '; ' order by server), '') as detail
      from notify.fault where kind = ${kind} and seen_at > ${since}`.execute(reader)
  return rows[0]!
}

// What long checks found -----------------------------------------------------------------------------------------------

export type FindingKind = 'log' | 'reconcile'

export const noteFinding = (
  reader: Reader,
  { kind, count, detail }: { kind: FindingKind; count: number; detail: string },
  now: Date,
) =>
  sql`
    insert into notify.finding as f (kind, at, count, detail, since)
    values (${kind}, ${now}, ${count}, ${detail}, ${count > 0 ? now : null})
    on conflict (kind) do update
       set at = excluded.at, count = excluded.count, detail = excluded.detail,
           since = case when excluded.count > 0 then coalesce(f.since, excluded.since) end`.execute(reader)

export const findingOf = (reader: Reader, kind: FindingKind) =>
  reader
    .selectFrom('notify.finding')
    .select(['at', 'count', 'detail', 'since'])
    .where('kind', '=', kind)
    .executeTakeFirst()
