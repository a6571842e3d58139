// Reverses purchases: from stock, then as a debt; a salary deduction only while all is unsold.
import type { agentPurchaseReverse } from '@greenroom/contract/agentTrades'
import type { Answer, Parsed } from '@greenroom/contract/call'
import { purchaseReversed } from '@greenroom/contract/sentences/agents'
import { z } from 'zod'
import { type ApprovalKind, type Approvals, decidesAlone, defineApproval } from '../../../access/index.ts'
import { actorOf, type Context } from '../../../kit/calls/context.ts'
import { because, refuseBecause, refuseCode, refuseField } from '../../../kit/calls/refusal.ts'
import type { Transaction } from '../../../kit/database/database.ts'
import { isRefused, whyRefused } from '../../../kit/moves.ts'
import { derivedId } from '../../../kit/random.ts'
import { type AccountKey, agentBalances, agentDebt, agentPayable, type Leg, post } from '../../../ledger/index.ts'
import { record } from '../../../log/index.ts'
import type { Params } from '../../../params/index.ts'
import { lockPayableWeeks, settlePayable } from '../../guilds/index.ts'
import { named } from '../agents/agents.decide.ts'
import * as agents from '../agents/agents.queries.ts'
import { reversing } from './trades.ledger.ts'
import { type PurchaseState, purchaseMoves } from './trades.moves.ts'
import { partiesOf } from './trades.parties.ts'
import * as queries from './trades.queries.ts'

export const reverseKind = 'agent.reverse'
type Services = { params: Params; approvals: Approvals }

/** The purchase with its agent, which is locked. @throws Refusal 10032, 1000002 if it is not credited */
async function lockPurchase(tx: Transaction, purchaseId: string) {
  const known = (await queries.purchasesById(tx, [purchaseId])).get(purchaseId)
  if (!known) throw refuseCode(10032, 'purchaseId')
  const agent = (await agents.lockAgentsById(tx, [known.agentId])).get(known.agentId)!
  const purchase = (await queries.purchasesById(tx, [purchaseId])).get(purchaseId)!
  const next = purchaseMoves.reverse[purchase.state as PurchaseState]
  if (isRefused(next)) throw refuseField(next.code, 'purchaseId', whyRefused(next)!)
  return { agent, purchase }
}

/**
 * Posts a reversal and marks the purchase; its agent is locked. `usdtMicros`: the deposit of a purchase by USDT. `complete`: only while the
 * agent has all its tokens, as with purchases from salary.
 *
 * @returns the agent's resulting debt. @throws Refusal 60001 if it must be complete, and some was sold
 */
export async function postReversal(
  tx: Transaction,
  { now, by, reason }: { now: Date; by: string; reason: string },
  purchase: queries.Purchase,
  { usdtMicros, complete = purchase.kind === 'salary' }: { usdtMicros?: bigint; complete?: boolean } = {},
): Promise<bigint> {
  const weeks = purchase.guildId === null ? [] : await lockPayableWeeks(tx, [purchase.guildId])
  const [outcome] = await post(tx, by, now, [
    reversing(
      {
        id: derivedId(now, 'agent.purchase.reverse', purchase.id),
        agentId: purchase.agentId,
        reference: `purchase ${purchase.id}`,
        at: now,
      },
      { usdMicros: purchase.usdMicros, tokens: purchase.tokens, from: queries.paidFrom(purchase, usdtMicros) },
      { complete },
    ),
  ])
  if (outcome?.status === 'refused') throw refuseBecause(outcome.code, 'purchaseId', 'agent.sold')
  if (outcome?.status !== 'accepted') throw new Error(`purchase ${purchase.id} was already reversed`)
  const takenFrom = ({ name }: AccountKey) =>
    -outcome.legs.filter(({ account }) => account.name === name).reduce((sum, { amount }) => sum + amount, 0n)
  const debtMicros = takenFrom(agentDebt(purchase.agentId))
  const offsetMicros = takenFrom(agentPayable(purchase.agentId))
  const tokens = takenTokens(outcome.legs)
  await queries.setReversed(tx, purchase.id, { reason, by, at: now, debtMicros, offsetMicros, tokens })
  if (purchase.guildId !== null) await settlePayable(tx, purchase.guildId, weeks, now)
  return debtMicros
}

/** True while the agent's stock covers all tokens of the purchase; the agent is locked. */
export async function hasAllTokens(tx: Transaction, purchase: queries.Purchase): Promise<boolean> {
  const held = (await agentBalances(tx, [purchase.agentId])).get(purchase.agentId)
  return (held?.stock ?? 0n) >= purchase.tokens
}

const takenTokens = (legs: readonly Leg[]) =>
  -legs.filter(({ account }) => account.purpose === 'stock').reduce((sum, { amount }) => sum + amount, 0n)

/**
 * What a batch pays to the agent can no longer be taken: the batch is dropped first, or its result entered.
 *
 * @throws Refusal 20000
 */
async function refuseWhilePaid(tx: Transaction, purchase: queries.Purchase): Promise<void> {
  const held = (await agentBalances(tx, [purchase.agentId])).get(purchase.agentId)
  if (held && held.reserved > 0n && held.stock < purchase.tokens)
    throw refuseBecause(20000, 'purchaseId', 'agent.payoutWaits')
}

async function reverse(
  tx: Transaction,
  context: Context,
  { agent, purchase }: Awaited<ReturnType<typeof lockPurchase>>,
  reason: string,
): Promise<bigint> {
  await refuseWhilePaid(tx, purchase)
  const debtMicros = await postReversal(tx, { now: context.now, by: actorOf(context).username, reason }, purchase)
  await record(tx, context, {
    operation: 'agent.purchaseReverse',
    target: `purchase ${purchase.id}`,
    content: purchaseReversed('done', { agent: named(agent), kind: purchase.kind, usdMicros: purchase.usdMicros }),
    before: { state: 'credited', tokens: Number(purchase.tokens) },
    after: { state: 'reversed', debtUsdMicros: Number(debtMicros) },
    reason,
  })
  return debtMicros
}

/** Reverses at once or, above the limit, when a second member of staff approves it. */
export const reversePurchase =
  ({ params, approvals }: Services) =>
  (
    context: Context,
    { purchaseId, reason }: Parsed<typeof agentPurchaseReverse>,
  ): Promise<Answer<typeof agentPurchaseReverse>> =>
    context.tx(async (tx) => {
      const found = await lockPurchase(tx, purchaseId)
      const { agent, purchase } = found
      // The coins stay on our address: they go to another payer (`usdtInUnmatch`), or the chain takes them back (`trades.payer.ts`).
      if (purchase.kind === 'usdt') throw refuseBecause(1000002, 'purchaseId', 'agent.usdtStays')
      if (purchase.kind === 'salary' && !(await hasAllTokens(tx, purchase)))
        throw refuseBecause(60001, 'purchaseId', 'agent.sold')
      await refuseWhilePaid(tx, purchase)
      const parts = [{ subject: `reversal of ${purchaseId}`, amount: purchase.usdMicros / 10_000n }]
      if (await decidesAlone(tx, context, params, { kind: 'agentPurchase', parts }))
        return { debtUsdMicros: Number(await reverse(tx, context, found, reason)) }
      const approvalId = await approvals.ask(tx, context, {
        kind: reverseKind,
        subject: purchaseId,
        payload: { purchaseId },
        before: { state: 'credited' },
        after: {
          state: 'reversed',
          agentId: purchase.agentId,
          usdCents: Number(purchase.usdMicros / 10_000n),
          tokens: Number(purchase.tokens),
        },
        reason,
        title: purchaseReversed('request', {
          agent: named(agent),
          kind: purchase.kind,
          usdMicros: purchase.usdMicros,
        }),
      })
      await queries.setApproval(tx, [purchaseId], approvalId)
      return { debtUsdMicros: 0, approvalId }
    })

export const reverseApproval: ApprovalKind = defineApproval({
  kind: reverseKind,
  menu: 'finance.agentTrades',
  payload: z.object({ purchaseId: z.string() }),
  concerns: (tx, { payload: { purchaseId } }) => partiesOf(tx, [purchaseId]),
  stillValid: async (tx, { payload: { purchaseId } }) =>
    (await queries.purchasesById(tx, [purchaseId])).get(purchaseId)?.state === 'credited'
      ? null
      : because('approval.done'),
  async apply(tx, context, { payload: { purchaseId }, reason }) {
    await reverse(tx, context, await lockPurchase(tx, purchaseId), reason)
  },
})
