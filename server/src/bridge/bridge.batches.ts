// The first answer to each `webhook-id`, so that a repeated batch gets the same bytes.
import { zstdCompressSync, zstdDecompressSync } from 'node:zlib'
import { sql } from 'kysely'
import { wallNow } from '../kit/clock.ts'
import type { Database } from '../kit/database/database.ts'

/** Twice a signature's maximum age (past and future), plus an allowance for clock drift. */
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
 * Stores the answer; if another process stored one for the same batch in the meantime, that one wins and is returned. Commits
 * asynchronously: an answer lost in a power cut is rebuilt from its event ids.
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
