// Taken event ids and their outcomes: an id is taken once.
import type { ErrorCode } from '@greenroom/contract/errors'
import { sql } from 'kysely'
import type { Transaction } from '../kit/database/database.ts'
import { decided } from './held.ts'

/** An event's outcome: the code of its refusal, or the result for the app. */
export type Ending = {
  refused: ErrorCode | null
  why: string | null
  result: Record<string, unknown> | null
}

export type Received = Ending & { hash: Buffer }

/** Events with these ids that were taken before. */
export async function receivedBefore(tx: Transaction, ids: readonly string[]): Promise<Map<string, Received>> {
  if (ids.length === 0) return new Map()
  const { rows } = await sql<Received & { id: string }>`
    select id, hash, refused, why, result from bridge.event where id = any(${ids}::uuid[])`.execute(tx)
  return new Map(rows.map((row) => [row.id, row]))
}

export type NewReceipt = Ending & { id: string; type: string; hash: Buffer }

/**
 * Takes the ids; earlier failures of the same events end.
 *
 * @param by who brought the events: the app, or staff who replay them.
 * @throws a unique violation if another transaction took one of the ids in the meantime.
 */
export async function storeReceipts(
  tx: Transaction,
  { clientId, by, now }: { clientId: number; by: string; now: Date },
  taking: readonly NewReceipt[],
): Promise<void> {
  if (taking.length === 0) return
  // In id order, so that two transactions with the same ids wait instead of deadlocking.
  const rows = taking.toSorted((a, b) => (a.id < b.id ? -1 : 1))
  await sql`
    with ended as (${decided(by, now, rows)})
    insert into bridge.event (id, client_id, type, hash, refused, why, result)
    select e.id, ${clientId}, e.type, e.hash, e.refused, e.why, e.result::jsonb
      from unnest(${rows.map((e) => e.id)}::uuid[], ${rows.map((e) => e.type)}::text[],
                  ${rows.map((e) => e.hash)}::bytea[], ${rows.map((e) => e.refused)}::int[],
                  ${rows.map((e) => e.why)}::text[],
                  ${rows.map((e) => (e.result === null ? null : JSON.stringify(e.result)))}::text[])
        as e(id, type, hash, refused, why, result)`.execute(tx)
}
