// Gives the bonus of withdrawals that were not paid back to their users.
import type { Answer, Parsed } from '@greenroom/contract/call'
import { withdrawalsReleased } from '@greenroom/contract/sentences/withdrawals'
import type * as calls from '@greenroom/contract/withdrawals'
import { chosen, type Outcome, unlessUnchanged } from '../../../kit/calls/batch.ts'
import { type Context, staffOf } from '../../../kit/calls/context.ts'
import type { Transaction } from '../../../kit/database/database.ts'
import { newId } from '../../../kit/random.ts'
import { failuresEntered } from '../payouts/payouts.batched.ts'
import { giveDebtsBack } from './withdrawals.debts.ts'
import { end, paymentOf } from './withdrawals.end.ts'
import { judge, outcomeOf, rowsOf } from './withdrawals.judge.ts'
import * as queries from './withdrawals.queries.ts'
import { type ReadServices, releaseKind } from './withdrawals.read.ts'

/** Returns the bonus of these to their users. */
export async function applyRelease(
  tx: Transaction,
  context: Context,
  rows: readonly queries.Locked[],
  reason: string,
): Promise<void> {
  await queries.setReleased(
    tx,
    rows.map(({ id }) => id),
    reason,
    context.now,
  )
  const released = await giveDebtsBack(tx, { by: staffOf(context).username, at: context.now }, rows)
  await end(tx, context, released, {
    operation: releaseKind,
    state: 'failure',
    reason,
    release: true,
    content: (items) => withdrawalsReleased('done', items),
  })
}

/**
 * Releases the bonus of failed withdrawals, and of passed ones that no batch holds. Those whose failure the caller entered wait for a second
 * member of staff: had the bank paid them after all, one account would have given the money twice.
 */
export function release(
  services: ReadServices,
  context: Context,
  { ids: sent, reason }: Parsed<typeof calls.withdrawalRelease>,
): Promise<Answer<typeof calls.withdrawalRelease>> {
  const ids = chosen(sent, 'ids')
  const { username } = staffOf(context)
  let refused: Outcome[] = []
  return unlessUnchanged<Answer<typeof calls.withdrawalRelease> | null>(context, null, async (tx) => {
    const judged = await judge(services, tx, context, { ids, verb: 'release' })
    const outcomes = judged.map(outcomeOf)
    const rows = rowsOf(judged)
    if (rows.length === 0) {
      refused = outcomes
      return undefined
    }
    const failedBy = await failuresEntered(tx, 'withdrawal', ids)
    const [own, others] = [
      rows.filter(({ id }) => failedBy.get(id) === username),
      rows.filter(({ id }) => failedBy.get(id) !== username),
    ]
    if (others.length > 0) await applyRelease(tx, context, others, reason)
    if (own.length === 0) return { outcomes }
    const withdrawalIds = own.map(({ id }) => id)
    const approvalId = await services.approvals.ask(tx, context, {
      kind: releaseKind,
      subject: newId(context.now),
      payload: { withdrawalIds },
      before: { withdrawals: own.map(({ id, state }) => ({ withdrawalId: id, state })) },
      after: {
        withdrawals: own.map((row) => ({
          withdrawalId: row.id,
          userId: Number(row.userId),
          usdCents: Number(row.usdCents),
          bonus: Number(row.bonus),
        })),
      },
      reason,
      title: withdrawalsReleased('request', own.map(paymentOf)),
    })
    await queries.setWaiting(tx, withdrawalIds, approvalId)
    return { outcomes, approvalId }
  }).then((answer) => answer ?? { outcomes: refused })
}
