// Deletes the recipients of old messages; their figures stay on the message and in its curve.
import { sql } from 'kysely'
import { type Database, inTransaction } from '../../../kit/database/database.ts'

const atOnce = 20_000

/** Deletes recipients of messages that finished before `before`, a part at a time. @returns true if there may be more. */
export const forgetRecipients = (database: Database, before: Date): Promise<boolean> =>
  inTransaction(database, async (tx) => {
    const { rows } = await sql<{ id: number }>`
      select m.id from official.message m
       where m.finished_at < ${before} and exists (select from official.recipient r where r.message_id = m.id)
       order by m.finished_at limit 1`.execute(tx)
    const id = rows[0]?.id
    if (id === undefined) return false
    await sql`
      delete from official.recipient r
       using (select user_id from official.recipient where message_id = ${id} order by user_id limit ${atOnce}) old
       where r.message_id = ${id} and r.user_id = old.user_id`.execute(tx)
    await sql`
      delete from official.batch
       where message_id = ${id} and not exists (select from official.recipient r where r.message_id = ${id})`.execute(
      tx,
    )
    return true
  })
