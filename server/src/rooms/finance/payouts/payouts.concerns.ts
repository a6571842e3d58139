// The guilds and agents that a batch pays (`kit/calls/parties.ts`).
import { sql } from 'kysely'
import { type Parties, partiesOfPayees } from '../../../kit/calls/parties.ts'
import type { Concerns } from '../../../kit/calls/serve.ts'
import type { Reader } from '../../../kit/database/database.ts'

/** The payees of a batch. */
export async function partiesOfBatch(reader: Reader, batchId: number): Promise<Parties> {
  const { rows } = await sql<{ payee_id: string }>`
    select distinct payee_id from finance.payout where batch_id = ${batchId}`.execute(reader)
  return partiesOfPayees(rows.map(({ payee_id }) => payee_id))
}

export const ofBatch: Concerns<{ batchId: number }> = (reader, { batchId }) => partiesOfBatch(reader, batchId)
