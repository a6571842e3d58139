// The first answer to each `webhook-id`, so that a batch sent again gets it byte for byte.
import { zstdCompressSync, zstdDecompressSync } from 'node:zlib'
import { sql } from 'kysely'
import { wallNow } from '../kit/clock.ts'
import type { Database } from '../kit/database.ts'

/** As long as a signature may be old, and again as long ahead, and a while for clocks that differ. */
export const keepMinutes = 15

export type Remembered = { bodyHash: Buffer; answer: Buffer }

/** The answer that this batch got before. */
export async function answerBefore(
  database: Database,
  clientId: number,
  webhookId: string,
): Promise<Remembered | undefined> {
  const row = await database
    .selectFrom('bridge.batch')
    .select(['body_hash', 'answer'])
    .where('client_id', '=', clientId)
    .where('webhook_id', '=', webhookId)
    .executeTakeFirst()
  return row && { bodyHash: row.body_hash, answer: zstdDecompressSync(row.answer) }
}

/**
 * Keeps the answer; what another process kept of the same batch meanwhile stands instead, and is returned. Not waiting for
 * the disk: what a power cut takes away is answered again from the ids of its events.
 */
export async function rememberAnswer(
  database: Database,
  clientId: number,
  webhookId: string,
  { bodyHash, answer }: Remembered,
): Promise<Remembered> {
  const { rows } = await sql`
    with hurry as materialized (select set_config('synchronous_commit', 'off', true))
    insert into bridge.batch (client_id, webhook_id, body_hash, answer, created_at)
    select ${clientId}, ${webhookId}, ${bodyHash}, ${zstdCompressSync(answer)}, ${wallNow()} from hurry
    on conflict do nothing returning 1`.execute(database)
  if (rows.length > 0) return { bodyHash, answer }
  return (await answerBefore(database, clientId, webhookId)) ?? { bodyHash, answer }
}
