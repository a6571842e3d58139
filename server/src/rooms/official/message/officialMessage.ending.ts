// Ends a message: counts commands the app accepted or never will, and drops the rest.
import { sql } from 'kysely'
import { endedCommands, takeBack } from '../../../bridge/index.ts'
import { type Database, inTransaction, type Transaction } from '../../../kit/database/database.ts'
import { countMissed } from './officialMessage.counts.ts'
import { lockMessage, type MessageRow, subjectOf } from './officialMessage.row.ts'
import type { MissReason } from './officialMessage.rules.ts'

/** Number of waiting users dropped in one transaction. */
const sweepSize = 10_000

/** Cancels commands whose delivery has not begun. Caller must hold the message's row. */
export async function withdraw(tx: Transaction, id: number, reason: 'stopped' | 'late'): Promise<void> {
  const cancelled = await takeBack(tx, subjectOf(id), 'message.send')
  if (cancelled.length === 0) return
  const { rows } = await sql<{ number: number }>`
    update official.batch set state = 'failed'
     where message_id = ${id} and state = 'handed' and command_id = any (${cancelled}::uuid[])
    returning number`.execute(tx)
  await missBatches(tx, id, { numbers: rows.map(({ number }) => number), state: 'skipped', reason })
}

/** Drops the next waiting users. Caller must hold the message's row. @returns how many. */
export async function sweepWaiting(tx: Transaction, id: number, reason: 'stopped' | 'late'): Promise<number> {
  const { numAffectedRows } = await sql`
    update official.recipient r set state = 'skipped', reason = ${reason}
      from (select user_id from official.recipient where message_id = ${id} and state = 'waiting'
             order by user_id limit ${sweepSize}) w
     where r.message_id = ${id} and r.user_id = w.user_id`.execute(tx)
  const users = Number(numAffectedRows ?? 0)
  await countMissed(tx, id, { [reason]: users })
  return users
}

/** Drops some waiting users of a stopped message. @returns true if there were any */
export const sweepStopped = (database: Database, id: number): Promise<boolean> =>
  inTransaction(database, async (tx) => {
    const message = await lockMessage(tx, id)
    if (message?.state !== 'stopped' || message.finished_at !== null || message.taken_to !== null) return false
    return (await sweepWaiting(tx, id, 'stopped')) > 0
  })

/** Marks and counts the users of batches that the app never gets. */
async function missBatches(
  tx: Transaction,
  id: number,
  lost: { numbers: readonly number[]; state: 'skipped' | 'failed'; reason: MissReason },
): Promise<void> {
  if (lost.numbers.length === 0) return
  const { numAffectedRows } = await sql`
    update official.recipient r set state = ${lost.state}, reason = ${lost.reason}
      from official.batch b
     where b.message_id = ${id} and b.number = any (${lost.numbers}::int[])
       and r.message_id = b.message_id and r.user_id between b.first_id and b.last_id
       and r.batch = b.number and r.state = 'handed'`.execute(tx)
  await countMissed(tx, id, { [lost.reason]: Number(numAffectedRows ?? 0) })
}

const sum = (batches: readonly { users: number }[]) => batches.reduce((all, { users }) => all + users, 0)

/** Counts the results of sent batches, and finishes the message once the whole audience is accounted for. */
export const settleMessage = (database: Database, id: number, now: Date): Promise<boolean> =>
  inTransaction(database, async (tx) => {
    const message = await lockMessage(tx, id)
    if (!message || message.finished_at !== null || message.started_at === null) return false
    const handed = await tx
      .selectFrom('official.batch')
      .select(['number', 'command_id', 'users'])
      .where('message_id', '=', id)
      .where('state', '=', 'handed')
      .execute()
    const ends = await endedCommands(
      tx,
      handed.map(({ command_id }) => command_id),
    )
    const of = (end: 'taken' | 'lost') => handed.filter(({ command_id }) => ends.get(command_id) === end)
    const [cancelled, lost] = [of('taken'), of('lost')]
    if (ends.size > 0)
      await sql`
        update official.batch set state = case when number = any (${cancelled.map((b) => b.number)}::int[]) then 'sent' else 'failed' end
         where message_id = ${id} and number = any (${[...cancelled, ...lost].map((b) => b.number)}::int[])`.execute(tx)
    await missBatches(tx, id, { numbers: lost.map((b) => b.number), state: 'failed', reason: 'undelivered' })
    if (cancelled.length > 0)
      await sql`
        insert into official.tick (message_id, minute, sent)
        values (${id}, date_trunc('minute', ${now}::timestamptz), ${sum(cancelled)})`.execute(tx)
    const isOver = handed.length === ends.size && (await isAccountedFor(tx, message))
    if (ends.size === 0 && !isOver) return false
    await sql`
      update official.message
         set sent = sent + ${sum(cancelled)}, finished_at = case when ${isOver} then ${now}::timestamptz end,
             state = case when ${isOver} and state = 'sending' then 'sent' else state end
       where id = ${id}`.execute(tx)
    return true
  })

/** True if no user is waiting. A paused message isn't finished until it is resumed. */
async function isAccountedFor(tx: Transaction, message: MessageRow): Promise<boolean> {
  if (message.taken_to !== null || message.state === 'paused') return false
  const waits = await tx
    .selectFrom('official.recipient')
    .select('user_id')
    .where('message_id', '=', message.id)
    .where('state', '=', 'waiting')
    .limit(1)
    .executeTakeFirst()
  return waits === undefined
}
