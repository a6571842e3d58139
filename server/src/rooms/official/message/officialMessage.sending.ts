// Sends messages: takes the audience, puts it into the outbox in chunks, and settles accepted commands. Each step is a transaction that
// locks the message's row, so any number of processes may run, and a kill leaves each step either done or not done.
import { sql } from 'kysely'
import { unitsOf } from '../../../jobs/index.ts'
import type { Database } from '../../../kit/database/database.ts'
import { type Pacing, sendChunk } from './officialMessage.chunk.ts'
import { settleMessage, sweepStopped } from './officialMessage.ending.ts'
import { startMessage, takeMore } from './officialMessage.recipients.ts'

export const messagesJob = 'official-messages'

/** Runs every step of every open message. @returns true if something was done, so there may be more. */
export async function sendMessages(database: Database, pacing: Pacing): Promise<boolean> {
  const open = await database
    .selectFrom('official.message')
    .select(['id', 'state', 'send_at', 'taken_to'])
    .where('finished_at', 'is', null)
    .where('state', '<>', 'draft')
    .orderBy('id')
    .execute()
  const units = unitsOf({ database, clock: { now: () => pacing.now } }, messagesJob)
  const parked = open.length === 0 ? [] : await units.parked()
  let did = false
  // One that fails is parked, and the others are sent.
  for (const message of open)
    if (!parked.includes(String(message.id)))
      did = (await units.attempt(String(message.id), () => step(database, message, pacing))) || did
  return did
}

/** Messages that are being sent are paced by the clock. */
const pacedMs = 1_000

/** When there is something to do for a message; null if none waits. */
export async function nextMessage(database: Database, now: Date): Promise<Date | null> {
  const { rows } = await sql<{ at: Date | null }>`
    select min(case when state = 'pending' then send_at else ${new Date(now.getTime() + pacedMs)} end) as at
      from official.message where finished_at is null and state <> 'draft'`.execute(database)
  return rows[0]!.at
}

type Open = { id: number; state: string; send_at: Date | null; taken_to: bigint | null }

async function step(database: Database, { id, state, send_at, taken_to }: Open, pacing: Pacing): Promise<boolean> {
  if (state === 'pending') return send_at !== null && send_at <= pacing.now ? startMessage(database, id, pacing) : false
  let did = false
  if (taken_to !== null) did = await takeMore(database, id, pacing)
  else if (state === 'sending') did = await sendChunk(database, id, pacing)
  else if (state === 'stopped') did = await sweepStopped(database, id)
  return (await settleMessage(database, id, pacing.now)) || did
}

const ticksAtOnce = 20_000

/**
 * Merges new counts into one row per minute; per hour from 17 hours after the message's start, per day from 41 days, so that a message
 * never has more rows than its curve can show.
 *
 * @returns true if there may be more.
 */
export const foldTicks = async (database: Database): Promise<boolean> => {
  const { rows } = await sql<{ taken: number }>`
    with gone as (
      delete from official.tick t
       where t.ctid = any (array(select ctid from official.tick where not folded limit ${ticksAtOnce})) and not t.folded
      returning t.*
    ), placed as (
      select g.message_id, g.sent, g.delivered, g.read,
             date_trunc(case when g.minute < m.started_at + interval '17 hours' then 'minute'
                             when g.minute < m.started_at + interval '41 days' then 'hour' else 'day' end, g.minute) as minute
        from gone g join official.message m on m.id = g.message_id
    ), written as (
      insert into official.tick as t (message_id, minute, sent, delivered, read, folded)
      select message_id, minute, sum(sent), sum(delivered), sum(read), true from placed group by 1, 2 order by 1, 2
      on conflict (message_id, minute) where folded do update
         set sent = t.sent + excluded.sent, delivered = t.delivered + excluded.delivered, read = t.read + excluded.read)
    select count(*)::int as taken from gone having count(*) > 0`.execute(database)
  return rows[0]?.taken === ticksAtOnce
}
