// Stops in force and ended. An act reads them under a lock that it shares with other acts; putting a stop on takes that lock alone.
import type { StopKind } from '@greenroom/contract/systemStopKinds'
import { sql } from 'kysely'
import type { Reader, Transaction } from '../../kit/database/database.ts'

export type Stop = { id: string; kind: StopKind; thing: string; byId: number; by: string; at: Date; reason: string }
export type EndedStop = Stop & { endedBy: string; endedAt: Date; endedReason: string; approvedBy: string | null }

/** Why each stopped one of `things` is stopped; the others stay as they are until the transaction ends. */
export async function holdStopped(tx: Transaction, kind: StopKind, things: readonly string[]) {
  const { rows } = await sql<{ thing: string; reason: string; at: Date }>`
    select thing, reason, at from access.stopped(${kind}, ${[...things]}::text[])`.execute(tx)
  return new Map(rows.map((row) => [row.thing, row]))
}

/** Waits for the acts that read it before; those that come later wait for this transaction. */
export const lockForStop = (tx: Transaction, kind: StopKind, thing: string) =>
  sql`select pg_advisory_xact_lock(access.stop_lock(${kind}, ${thing}))`.execute(tx)

const stops = (reader: Reader) =>
  reader
    .selectFrom('access.stop as s')
    .innerJoin('access.staff as b', 'b.id', 's.by_id')
    .select([
      's.id',
      sql<StopKind>`s.kind`.as('kind'),
      's.thing',
      's.by_id as byId',
      'b.username as by',
      's.at',
      's.reason',
    ])

export const stopsInForce = (reader: Reader): Promise<Stop[]> =>
  stops(reader).where('s.ended_at', 'is', null).orderBy('s.at').orderBy('s.id').execute()

export const stopOf = (reader: Reader, kind: StopKind, thing: string): Promise<Stop | undefined> =>
  stops(reader)
    .where('s.kind', '=', kind)
    .where('s.thing', '=', thing)
    .where('s.ended_at', 'is', null)
    .executeTakeFirst()

/** A stop with whether it has ended. */
export const lockStop = (tx: Transaction, id: string): Promise<(Stop & { endedAt: Date | null }) | undefined> =>
  stops(tx).select('s.ended_at as endedAt').where('s.id', '=', id).forUpdate('s').executeTakeFirst()

/** The last ones that ended, newest first. */
export const lastEnded = (reader: Reader, most: number): Promise<EndedStop[]> =>
  stops(reader)
    .innerJoin('access.staff as e', 'e.id', 's.ended_by_id')
    .leftJoin('access.approval as a', 'a.id', 's.approval_id')
    .leftJoin('access.staff as c', 'c.id', 'a.checker_id')
    .select([
      'e.username as endedBy',
      sql<Date>`s.ended_at`.as('endedAt'),
      's.ended_reason as endedReason',
      'c.username as approvedBy',
    ])
    .where('s.ended_at', 'is not', null)
    .orderBy('s.ended_at', 'desc')
    .orderBy('s.id', 'desc')
    .limit(most)
    .execute()

export const insertStop = (
  tx: Transaction,
  { id, kind, thing, byId, at, reason }: Omit<Stop, 'by'>,
): Promise<unknown> => tx.insertInto('access.stop').values({ id, kind, thing, by_id: byId, at, reason }).execute()

export const endStop = (
  tx: Transaction,
  id: string,
  ending: { byId: number; at: Date; reason: string; approvalId: string | null },
): Promise<unknown> =>
  tx
    .updateTable('access.stop')
    .set({
      ended_by_id: ending.byId,
      ended_at: ending.at,
      ended_reason: ending.reason,
      approval_id: ending.approvalId,
    })
    .where('id', '=', id)
    .execute()

/** What stands still, and since when. */
export const standingStops = () => sql<{ at: Date }>`
  select at from access.stop where ended_at is null`

/** The ids of the clients that are stopped, read without a lock. */
export async function stoppedClients(reader: Reader): Promise<ReadonlyMap<number, string>> {
  const rows = await reader
    .selectFrom('access.stop')
    .select(['thing', 'reason'])
    .where('kind', '=', 'client' satisfies StopKind)
    .where('ended_at', 'is', null)
    .execute()
  return new Map(rows.map(({ thing, reason }) => [Number(thing), reason]))
}
