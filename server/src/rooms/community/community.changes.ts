// The history of posts, comments and topics: staff's actions with actor and reason.
import type { Sentence } from '@greenroom/contract/sentences/words'
import { sql } from 'kysely'
import { type Context, staffOf } from '../../kit/calls/context.ts'
import type { Reader, Transaction, ValueOf } from '../../kit/database/database.ts'
import { newId } from '../../kit/random.ts'
import { recordMany } from '../../log/index.ts'

export type Subject = ValueOf<'community.change', 'subject'>
type What = ValueOf<'community.change', 'what'>
export type Change = { of: string; what: What; reason: string }

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

type Noted<R> = {
  what: What
  reason: string
  content: (row: R) => Sentence
  before: (row: R) => object
  after: object
}

/** Writes a change of several to their history and to the log. */
export async function noteChanges<R extends { id: string }>(
  tx: Transaction,
  context: Context,
  subject: Subject,
  rows: readonly R[],
  { what, reason, content, before, after }: Noted<R>,
): Promise<void> {
  const changes = rows.map(({ id }) => ({ of: id, what, reason }))
  await addChanges(tx, subject, changes, staffOf(context).username, context.now)
  await recordMany(
    tx,
    context,
    rows.map((row) => ({
      target: `${subject} ${row.id}`,
      content: content(row),
      before: before(row),
      after: { ...before(row), ...after },
      reason,
    })),
  )
}

/** The history of one of them, newest first; at most 200. */
export async function historyOf(reader: Reader, subject: Subject, of: string) {
  const { rows } = await sql<{ at: Date; by: string; what: string; reason: string }>`
    select at, by, what, reason from community.change
     where subject = ${subject} and of = ${of} order by at desc, id desc limit 200`.execute(reader)
  return rows.map((row) => ({ ...row, at: row.at.toISOString() }))
}
