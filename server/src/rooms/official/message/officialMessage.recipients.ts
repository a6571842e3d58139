// Takes a message's audience at its send time, part by part; sending begins once it is complete.
import { wallNow } from '../../../kit/clock.ts'
import { type Database, inTransaction, type Transaction } from '../../../kit/database/database.ts'
import { takePart, takeUnknown } from './officialMessage.audience.ts'
import type { Pacing } from './officialMessage.chunk.ts'
import { countMissed } from './officialMessage.counts.ts'
import { audienceOf, lockMessage, type MessageRow } from './officialMessage.row.ts'

/** Starts a message at its send time and takes the first part of its audience. @returns false if it may not start. */
export const startMessage = (
  database: Database,
  id: number,
  { now, part }: Pick<Pacing, 'now' | 'part'>,
): Promise<boolean> =>
  inTransaction(database, async (tx) => {
    const message = await lockMessage(tx, id)
    if (message?.state !== 'pending' || message.send_at === null || message.send_at > now) return false
    await tx
      .updateTable('official.message')
      .set({ state: 'sending', started_at: now, size: 0, taken_to: 0n, next_at: wallNow() })
      .where('id', '=', id)
      .execute()
    await takeAudiencePart(tx, { ...message, started_at: now, size: 0, taken_to: 0n }, part)
    return true
  })

/** Takes the next part, also while paused or stopped: its size must be known. @returns false when it is complete. */
export const takeMore = (database: Database, id: number, { part }: Pick<Pacing, 'part'>): Promise<boolean> =>
  inTransaction(database, async (tx) => {
    const message = await lockMessage(tx, id)
    if (!message || message.taken_to === null) return false
    await takeAudiencePart(tx, message, part)
    return true
  })

async function takeAudiencePart(tx: Transaction, message: MessageRow, most: number): Promise<void> {
  const { id, size } = message
  const audience = audienceOf(message)
  const { users, last } = await takePart(tx, {
    messageId: id,
    audience,
    after: message.taken_to!,
    most,
    now: message.started_at!,
  })
  const unknown = last === null ? await takeUnknown(tx, id, audience) : 0
  await countMissed(tx, id, { unknown })
  await tx
    .updateTable('official.message')
    .set({ taken_to: last, size: size + users + unknown })
    .where('id', '=', id)
    .execute()
}
