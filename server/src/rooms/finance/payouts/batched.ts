// Items in a batch, which must not be paid in any other way.
import { sql } from 'kysely'
import type { Reader } from '../../../kit/database.ts'
import type { PayoutKind } from './source.ts'

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
