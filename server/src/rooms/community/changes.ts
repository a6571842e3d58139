// The history of posts, comments and topics: staff's actions with actor and reason.
import { sql } from 'kysely'
import type { Reader, Transaction } from '../../kit/database.ts'
import { newId } from '../../kit/random.ts'

export type Subject = 'dynamic' | 'topic' | 'comment'
export type Change = { of: string; what: string; reason: string }

/** Adds to the history of several, in one statement. */
export async function addChanges(
  tx: Transaction,
  subject: Subject,
  changes: readonly Change[],
  by: string,
  at: Date,
): Promise<void> {
  if (changes.length === 0) return
  await tx
    .insertInto('community.change')
    .values(changes.map(({ of, what, reason }) => ({ id: newId(at), subject, of, what, reason, by, at })))
    .execute()
}

/** The history of one of them, newest first; at most 200. */
export async function historyOf(reader: Reader, subject: Subject, of: string) {
  const { rows } = await sql<{ at: Date; by: string; what: string; reason: string }>`
    select at, by, what, reason from community.change
     where subject = ${subject} and of = ${of} order by at desc, id desc limit 200`.execute(reader)
  return rows.map((row) => ({ ...row, at: row.at.toISOString() }))
}
