// Sends messages: takes the audience, hands it to the app in chunks through the outbox, and settles what the app accepted. Each
// step is a transaction that holds the message's row, so any number of processes may try, and a killed one leaves a step
// that was done or one that was not.
import { sql } from 'kysely'
import type { Database } from '../../../kit/database.ts'
import { type Pacing, sendChunk } from './chunk.ts'
import { settleMessage, sweepStopped } from './settling.ts'
import { startMessage, takeMore } from './taking.ts'

/** Every step of every message that is open. @returns true when something was done, so that there may be more. */
export async function sendMessages(database: Database, pacing: Pacing): Promise<boolean> {
  const open = await database
    .selectFrom('official.message')
    .select(['id', 'state', 'send_at', 'taken_to'])
    .where('finished_at', 'is', null)
    .where('state', '<>', 'draft')
    .orderBy('id')
    .execute()
  let did = false
  for (const { id, state, send_at, taken_to } of open) {
    if (state === 'pending') {
      if (send_at !== null && send_at <= pacing.now) did = (await startMessage(database, id, pacing)) || did
      continue
    }
    if (taken_to !== null) did = (await takeMore(database, id, pacing)) || did
    else if (state === 'sending') did = (await sendChunk(database, id, pacing)) || did
    else if (state === 'stopped') did = (await sweepStopped(database, id)) || did
    did = (await settleMessage(database, id, pacing.now)) || did
  }
  return did
}

/** Joins the counts of each minute into one row. */
export const foldTicks = async (database: Database): Promise<void> => {
  await sql`
    with many as (select message_id, minute from official.tick group by 1, 2 having count(*) > 1 limit 500),
    gone as (delete from official.tick t using many m where t.message_id = m.message_id and t.minute = m.minute returning t.*)
    insert into official.tick (message_id, minute, sent, delivered, read)
    select message_id, minute, sum(sent), sum(delivered), sum(read) from gone group by 1, 2`.execute(database)
}
