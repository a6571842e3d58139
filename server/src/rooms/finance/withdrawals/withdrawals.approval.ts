// Withdrawals over the limit or held by the risk panel, payments by hand, and releases by the account that entered the failure: when a second
// member of staff approves them.
import { z } from 'zod'
import { type ApprovalKind, defineApproval, refuseStopped } from '../../../access/index.ts'
import { type Context, staffOf } from '../../../kit/calls/context.ts'
import { noParties } from '../../../kit/calls/parties.ts'
import { because, refuseBecause, refuseCode, refuseField } from '../../../kit/calls/refusal.ts'
import { holdUsers } from '../policies/policies.apply.ts'
import { holdDebts } from './withdrawals.debts.ts'
import { applyPass } from './withdrawals.decide.ts'
import { judge, judgePass } from './withdrawals.judge.ts'
import { applyManual, type Manual, refuseListed } from './withdrawals.manual.ts'
import { lockWithdrawals, waitingFor } from './withdrawals.queries.ts'
import { manualKind, passKind, type ReadServices, releaseKind, wholeRows } from './withdrawals.read.ts'
import { applyRelease } from './withdrawals.release.ts'

/** The withdrawals as their desk shows them; as many as a checker looks at. */
const evidenceOf = async (services: ReadServices, context: Context, ids: readonly string[]) => ({
  withdrawals: await wholeRows(services, context, ids.slice(0, mostShown)),
})
const mostShown = 20

/**
 * Withdrawals refused or suspended since, or with an account still in its waiting period, are left out; if none is left, the request fails.
 */
const passApproval = (services: ReadServices): ApprovalKind =>
  defineApproval({
    kind: passKind,
    menu: 'finance.withdraw',
    payload: z.object({ withdrawalIds: z.array(z.string()) }),
    concerns: noParties,
    async hold(tx, approvalIds) {
      const rows = await lockWithdrawals(tx, await waitingFor(tx, approvalIds))
      await holdUsers(tx, [...rows.values()])
      await holdDebts(
        tx,
        [...rows.values()].map(({ userId }) => userId),
      )
    },
    stillValid: async (tx, { id }) => ((await waitingFor(tx, [id])).length > 0 ? null : because('approval.done')),
    async apply(tx, context, { id, maker, makerId, reason }) {
      await refuseStopped(tx, 'withdrawals', 'ids')
      const ids = await waitingFor(tx, [id])
      const { judged } = await judgePass(services, tx, context, ids, id)
      const rows = judged.flatMap((one) => ('row' in one ? [one.row] : []))
      if (rows.length > 0)
        return applyPass(services, tx, context, rows, {
          by: maker,
          byId: makerId,
          secondById: staffOf(context).id,
          reason,
        })
      const [first] = judged
      if (first && 'code' in first)
        throw first.why ? refuseField(first.code, 'ids', first.why) : refuseCode(first.code, 'ids')
      throw refuseBecause(20000, 'ids', 'approval.done')
    },
    evidence: (context, { withdrawalIds }) => evidenceOf(services, context, withdrawalIds),
  })

const manualApproval = (services: ReadServices): ApprovalKind =>
  defineApproval({
    kind: manualKind,
    menu: 'finance.withdraw',
    payload: z.object({ withdrawalId: z.string(), reference: z.string(), proofFileId: z.string() }),
    concerns: noParties,
    stillValid: async (tx, { id }) => ((await waitingFor(tx, [id])).length > 0 ? null : because('approval.done')),
    async apply(tx, context, { payload, maker, reason }) {
      await refuseStopped(tx, 'payouts', 'withdrawalId')
      const row = (await lockWithdrawals(tx, [payload.withdrawalId])).get(payload.withdrawalId)
      if (row?.state !== 'failure' || row.releasedAt !== null) throw refuseCode(50002, 'withdrawalId')
      if (row.held !== '') throw refuseBecause(1000002, 'withdrawalId', 'withdrawal.held', { why: row.held })
      await refuseListed(services, tx, context, row)
      const manual: Manual = {
        reference: payload.reference,
        proofFileId: payload.proofFileId,
        reason,
        by: maker,
        usdtCents: services.params.integer('usdt_usd_cents'),
      }
      await applyManual(tx, context, row, manual)
    },
    evidence: (context, { withdrawalId }) => evidenceOf(services, context, [withdrawalId]),
  })

/** Those that a batch holds again, or that were released or paid since, are left out; if none is left, the request fails. */
const releaseApproval = (services: ReadServices): ApprovalKind =>
  defineApproval({
    kind: releaseKind,
    menu: 'finance.withdraw',
    payload: z.object({ withdrawalIds: z.array(z.string()) }),
    concerns: noParties,
    stillValid: async (tx, { id }) => ((await waitingFor(tx, [id])).length > 0 ? null : because('approval.done')),
    async apply(tx, context, { id, reason }) {
      const ids = await waitingFor(tx, [id])
      const judged = await judge(services, tx, context, { ids, verb: 'release', applying: id })
      const rows = judged.flatMap((one) => ('row' in one ? [one.row] : []))
      if (rows.length === 0) throw refuseBecause(20000, 'ids', 'approval.done')
      await applyRelease(tx, context, rows, reason)
    },
    evidence: (context, { withdrawalIds }) => evidenceOf(services, context, withdrawalIds),
  })

export const withdrawalApprovals = (services: ReadServices): ApprovalKind[] => [
  passApproval(services),
  manualApproval(services),
  releaseApproval(services),
]
