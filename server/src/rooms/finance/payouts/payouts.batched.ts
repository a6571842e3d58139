// Items in a batch, which must not be paid in any other way; and who entered that their last payment failed.
import { sql } from 'kysely'
import type { Reader } from '../../../kit/database/database.ts'
import type { PayoutKind } from './payouts.source.ts'

/** Items in a live batch: of `ids`, or all. */
export async function itemsInBatches(
  reader: Reader,
  source: PayoutKind,
  ids?: readonly string[],
): Promise<Set<string>> {
  if (ids?.length === 0) return new Set()
  const { rows } = await sql<{ id: string }>`
    select source_id as id from finance.payout
     where source = ${source} and state = 'waiting'
       and (${ids ?? null}::text[] is null or source_id = any(${ids ?? null}::text[]))`.execute(reader)
  return new Set(rows.map((row) => row.id))
}

/**
 * Who entered by hand that the last payment of these items failed, by item. Had the bank paid it after all, this account could give the
 * money a second time; so another one releases it or pays it by hand.
 */
export async function failuresEntered(
  reader: Reader,
  source: PayoutKind,
  ids: readonly string[],
): Promise<Map<string, string>> {
  if (ids.length === 0) return new Map()
  const { rows } = await sql<{ id: string; by: string }>`
    select p.source_id as id, p.ended_by as by
      from (select distinct on (source_id) source_id, state, ended_by from finance.payout
             where source = ${source} and source_id = any(${ids}::text[])
             order by source_id, id desc) p
     where p.state = 'failed'`.execute(reader)
  return new Map(rows.map((row) => [row.id, row.by]))
}
