// Questions of checkers to the maker of a request, and the maker's answers.
import type { Answer, Parsed } from '@greenroom/contract/call'
import { approvalDiscussed } from '@greenroom/contract/sentences/approvals'
import type { approvalAnswer, approvalAsk } from '@greenroom/contract/system'
import { type Context, staffOf } from '../../kit/calls/context.ts'
import { refuseCode, refuseField } from '../../kit/calls/refusal.ts'
import type { Transaction } from '../../kit/database/database.ts'
import { record } from '../../log/index.ts'
import { wordsFor } from './approvals.ending.ts'
import { actorFor, judge, type Kinds } from './approvals.judging.ts'
import { lockApproval, titleOf } from './approvals.queries.ts'
import { insertAnswer, insertQuestion } from './approvals.questions.ts'
import { codeOf, whyNot } from './approvals.rules.ts'

export type Discussion = {
  /** Asks the maker of a pending request; who may decide it may. @throws Refusal 10032, 10026, 20000 */
  question(context: Context, payload: Parsed<typeof approvalAsk>): Promise<Answer<typeof approvalAsk>>
  /** Answers the open question about one's own request. @throws Refusal 10032, 10026, 20000 */
  answer(context: Context, payload: Parsed<typeof approvalAnswer>): Promise<Answer<typeof approvalAnswer>>
}

/** A pending request, locked, that the caller may ask or answer about. @throws Refusal 10032, 10026, 20000 */
async function lockToDiscuss(kinds: Kinds, tx: Transaction, context: Context, verb: 'ask' | 'answer', id: string) {
  const staff = staffOf(context)
  const row = await lockApproval(tx, id)
  if (!row) throw refuseCode(10032, 'approvalId')
  const why = whyNot((await judge(kinds, tx, staff, [row]))(row), verb, actorFor(kinds, staff, row.kind), context.now)
  if (why) throw refuseField(codeOf[why], 'approvalId', wordsFor(why, row))
  return row
}

export const discussionOf = (kinds: Kinds): Discussion => ({
  question: (context, { approvalId, question }) =>
    context.tx(async (tx) => {
      const row = await lockToDiscuss(kinds, tx, context, 'ask', approvalId)
      await insertQuestion(tx, context, approvalId, question)
      await record(tx, context, {
        target: `approval ${approvalId}`,
        content: approvalDiscussed('asked', titleOf(row)),
        before: null,
        after: { maker: row.maker, question },
      })
      return {}
    }),

  answer: (context, { approvalId, answer }) =>
    context.tx(async (tx) => {
      const row = await lockToDiscuss(kinds, tx, context, 'answer', approvalId)
      const question = await insertAnswer(tx, context.now, approvalId, answer)
      await record(tx, context, {
        target: `approval ${approvalId}`,
        content: approvalDiscussed('answered', titleOf(row)),
        before: { question },
        after: { question, answer },
      })
      return {}
    }),
})
