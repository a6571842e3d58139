// What checkers ask the makers of pending requests, and the answers.
import { sql } from 'kysely'
import { type Context, staffOf } from '../../kit/calls/context.ts'
import type { Reader, Transaction } from '../../kit/database/database.ts'
import { newId } from '../../kit/random.ts'

/** About a request that is locked and has no open question. */
export const insertQuestion = (tx: Transaction, context: Context, approvalId: string, question: string) =>
  tx
    .insertInto('access.approval_question')
    .values({
      id: newId(context.now),
      approval_id: approvalId,
      asked_by_id: staffOf(context).id,
      asked_at: context.now,
      question,
    })
    .execute()

/** Answers the open question of a locked request. @returns the question */
export async function insertAnswer(tx: Transaction, now: Date, approvalId: string, answer: string): Promise<string> {
  const { question } = await tx
    .updateTable('access.approval_question')
    .set({ answer, answered_at: now })
    .where('approval_id', '=', approvalId)
    .where('answered_at', 'is', null)
    .returning('question')
    .executeTakeFirstOrThrow()
  return question
}

export type Question = { by: string; at: Date; question: string; answer: string; answeredAt: Date | null }

/** All questions about a request, oldest first. */
export const questionsOf = (reader: Reader, approvalId: string): Promise<Question[]> =>
  reader
    .selectFrom('access.approval_question as q')
    .innerJoin('access.staff as s', 's.id', 'q.asked_by_id')
    .select(['s.username as by', 'q.asked_at as at', 'q.question', 'q.answer', 'q.answered_at as answeredAt'])
    .where('q.approval_id', '=', approvalId)
    .orderBy('q.asked_at')
    .orderBy('q.id')
    .execute()

/** The open questions about the account's pending requests that nobody has decided: since when, and until when the request waits. */
export const questionsTo = (makerId: number, now: Date) =>
  sql<{ at: Date; until: Date }>`
    select q.asked_at as at, a.expires_at as until
      from access.approval_question q
      join access.approval a on a.id = q.approval_id
     where q.answered_at is null and a.state = 'pending' and a.decision_id is null and a.expires_at > ${now}
       and a.maker_id = ${makerId}`
