// The guilds and agents that an instruction pays (`kit/calls/parties.ts`).
import type { Parsed } from '@greenroom/contract/call'
import type { usdtOutHashes } from '@greenroom/contract/chain'
import { sql } from 'kysely'
import { type Parties, partiesOfPayees } from '../../kit/calls/parties.ts'
import type { Concerns } from '../../kit/calls/serve.ts'
import type { Reader } from '../../kit/database/database.ts'

async function partiesOfInstructions(reader: Reader, ids: readonly number[]): Promise<Parties> {
  const { rows } = await sql<{ payee_id: string }>`
    select distinct payee_id from chain.instruction where id = any(${ids}::bigint[])`.execute(reader)
  return partiesOfPayees(rows.map(({ payee_id }) => payee_id))
}

export const ofInstructions: Concerns<{ ids: readonly number[] }> = (reader, { ids }) =>
  partiesOfInstructions(reader, ids)
export const ofHashes: Concerns<Parsed<typeof usdtOutHashes>> = (reader, { lines }) =>
  partiesOfInstructions(
    reader,
    lines.map(({ id }) => id),
  )
