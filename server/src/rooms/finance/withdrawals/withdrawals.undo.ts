// Decisions that could be undone: taking one back, and what becomes of the others.
import type { Answer, Parsed } from '@greenroom/contract/call'
import {
  type WithdrawalDecision,
  withdrawalNotInEffect,
  withdrawalUndone,
} from '@greenroom/contract/sentences/withdrawals'
import type { Sentence } from '@greenroom/contract/sentences/words'
import type * as calls from '@greenroom/contract/withdrawals'
import { withdrawalPass, withdrawalRefuse } from '@greenroom/contract/withdrawals'
import { type Decision, type DecisionKind, takeBack, takeBackAlone } from '../../../access/index.ts'
import { unlessUnchanged } from '../../../kit/calls/batch.ts'
import { type Context, system } from '../../../kit/calls/context.ts'
import type { Transaction } from '../../../kit/database/database.ts'
import { type LogEntry, record } from '../../../log/index.ts'
import { applyDecision } from './withdrawals.decide.ts'
import { paymentOf } from './withdrawals.end.ts'
import * as queries from './withdrawals.queries.ts'
import type { ReadServices } from './withdrawals.read.ts'

const minute = 60_000

/** Returns it to review, claimed by the account that decided, which is no longer counted as having passed it alone. */
async function returnToReview(
  { params }: Pick<ReadServices, 'params'>,
  tx: Transaction,
  context: Context,
  decision: Decision,
  entry: Pick<LogEntry, 'operation' | 'actor' | 'reason'> & { content: typeof withdrawalUndone },
): Promise<void> {
  const { subject: id, staff_id: by } = decision
  const verb = decision.verb as WithdrawalDecision
  const row = (await queries.lockWithdrawals(tx, [id])).get(id)
  if (row?.decisionId !== decision.id) throw new Error(`withdrawal ${id} is not decided by ${decision.id}`)
  const until = new Date(context.now.getTime() + params.integer('withdrawal_claim_minutes') * minute)
  await queries.setUndecided(tx, id, { by, until })
  await takeBackAlone(tx, context.now, 'withdrawalPass', [id])
  const details = { withdrawalId: id, userId: Number(row.userId), usdCents: Number(row.usdCents), state: row.state }
  await record(tx, context, {
    ...entry,
    target: `withdrawal ${id}`,
    content: entry.content(verb, paymentOf(row)),
    before: { ...details, decision: verb, by: decision.by },
    after: details,
  })
}

/** Takes the caller's decision back before it takes effect. @throws Refusal 10032, 10026, 20000 */
export function undo(
  services: ReadServices,
  context: Context,
  { decisionId }: Parsed<typeof calls.withdrawalUndo>,
): Promise<Answer<typeof calls.withdrawalUndo>> {
  let withdrawalId = ''
  return unlessUnchanged<boolean>(context, false, async (tx) => {
    const { decision, isNew } = await takeBack(tx, context, 'withdrawal', decisionId)
    withdrawalId = decision.subject
    if (!isNew) return undefined
    await returnToReview(services, tx, context, decision, { content: withdrawalUndone })
    return true
  }).then(() => ({ withdrawalId }))
}

/** What the round does with decisions on withdrawals. */
export const withdrawalDecisions = (services: ReadServices): DecisionKind => ({
  kind: 'withdrawal',
  callOf: (verb) => (verb === 'refuse' ? withdrawalRefuse : withdrawalPass),
  async apply(tx, context, decision) {
    await applyDecision(services, tx, context, decision)
    return undefined
  },
  refused: (tx: Transaction, context: Context, decision: Decision, why: Sentence) =>
    returnToReview(services, tx, context, decision, {
      content: withdrawalNotInEffect,
      operation: 'decision.refused',
      actor: system,
      reason: why.en,
    }),
})
