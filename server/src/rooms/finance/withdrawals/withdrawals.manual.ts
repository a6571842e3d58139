// A payment by hand after a failure, with its proof (failure keeps the hold until finance ends it).
import type { Answer, Parsed } from '@greenroom/contract/call'
import { payeeRevealed, withdrawalByHand } from '@greenroom/contract/sentences/withdrawals'
import type * as calls from '@greenroom/contract/withdrawals'
import { refuseStopped } from '../../../access/index.ts'
import type { Context } from '../../../kit/calls/context.ts'
import { refuseBecause, refuseCode, refuseField } from '../../../kit/calls/refusal.ts'
import type { Transaction } from '../../../kit/database/database.ts'
import type { Seals } from '../../../kit/encryption/index.ts'
import { record } from '../../../log/index.ts'
import { ownerOfPayee } from '../accounts/payeeAccounts.queries.ts'
import { openAccount } from '../accounts/payeeAccounts.sealed.ts'
import { endByHand } from '../payouts/payouts.instruct.ts'
import { isProof } from '../payouts/payouts.queries.ts'
import { end, paymentOf } from './withdrawals.end.ts'
import { judge } from './withdrawals.judge.ts'
import * as queries from './withdrawals.queries.ts'
import { manualKind, type ReadServices } from './withdrawals.read.ts'
import { screenUsers } from './withdrawals.sanctions.ts'

/** `usdtCents`: the value of 1 USDT, as logged for payments in USDT. */
export type Manual = { reference: string; proofFileId: string; reason: string; by: string; usdtCents: number }

/** Ends a failed withdrawal as paid by hand; the row is locked and failed. */
export async function applyManual(tx: Transaction, context: Context, row: queries.Locked, manual: Manual) {
  const { reference, proofFileId, reason, by, usdtCents } = manual
  const state = 'manual processing successful' as const
  await queries.setPaid(tx, state, context.now, [{ id: row.id, reference, proofFileId, by }])
  await endByHand(tx, context, 'withdrawal', [row.id])
  await end(tx, context, [row], {
    operation: manualKind,
    state,
    reason,
    pay: new Map(),
    content: ([item]) => withdrawalByHand('done', item!),
    more: new Map([[row.id, { reference, proofFileId, ...(row.method.startsWith('usdt') && { usdtCents }) }]]),
  })
}

/** @throws Refusal 1000002 if the payee has an open sanctions hit, or an account that can't be opened */
export async function refuseListed({ seals }: ReadServices, tx: Transaction, { now }: Context, row: queries.Locked) {
  const bar = (await screenUsers(tx, seals, now, [row])).get(row.id)
  if (bar) throw refuseBecause(1000002, 'withdrawalId', bar)
}

/**
 * Enters a payment by hand; it counts when another member of staff approves it.
 *
 * @throws Refusal 50001, 50002, 20000; 1000002 while payouts are stopped
 */
export function manual(
  services: ReadServices,
  context: Context,
  { withdrawalId, reference, proofFileId, reason = '' }: Parsed<typeof calls.withdrawalManual>,
): Promise<Answer<typeof calls.withdrawalManual>> {
  return context.tx(async (tx) => {
    await refuseStopped(tx, 'payouts', 'withdrawalId')
    if (!(await isProof(tx, proofFileId))) throw refuseBecause(10009, 'proofFileId', 'payout.noProof')
    const [judged] = await judge(services, tx, context, { ids: [withdrawalId], verb: 'manual' })
    if (!judged || !('row' in judged)) {
      const { code = 50001 as const, why } = judged ?? {}
      throw why ? refuseField(code, 'withdrawalId', why) : refuseCode(code, 'withdrawalId')
    }
    const { row } = judged
    await refuseListed(services, tx, context, row)
    const details = { withdrawalId, userId: Number(row.userId), usdCents: Number(row.netCents), reference }
    const approvalId = await services.approvals.ask(tx, context, {
      kind: manualKind,
      subject: withdrawalId,
      payload: { withdrawalId, reference, proofFileId },
      before: { withdrawalId, state: row.state },
      after: details,
      reason,
      title: withdrawalByHand('request', paymentOf(row)),
    })
    await queries.setWaiting(tx, [withdrawalId], approvalId)
    return { approvalId }
  })
}

/** The full account, for staff who pay. @throws Refusal 50001 */
export const reveal = (
  seals: Seals,
  context: Context,
  { withdrawalId, reason }: Parsed<typeof calls.withdrawalReveal>,
): Promise<Answer<typeof calls.withdrawalReveal>> =>
  context.tx(async (tx) => {
    const row = (await queries.lockWithdrawals(tx, [withdrawalId])).get(withdrawalId)
    if (!row) throw refuseCode(50001, 'withdrawalId')
    const { user } = paymentOf(row)
    await record(tx, context, {
      target: `withdrawal ${withdrawalId}`,
      content: payeeRevealed({ user, kind: row.method, lastFour: row.lastFour }),
      before: null,
      after: { withdrawalId, userId: Number(row.userId), kind: row.method, lastFour: row.lastFour },
      reason,
    })
    return { account: openAccount(seals, ownerOfPayee(row.userId), row.sealed) }
  })
