// Purchases by bank transfer: the agent reports one with its proof, Finance confirms the receipt. Above the limit a second member of staff
// approves.

import type { agentPurchaseSave } from '@greenroom/contract/agentPortal'
import type { agentPurchaseDecide } from '@greenroom/contract/agentTrades'
import type { Answer, Parsed } from '@greenroom/contract/call'
import { purchaseReported, purchasesDecided } from '@greenroom/contract/sentences/agents'
import { z } from 'zod'
import { type ApprovalKind, type Approvals, decidesAlone, defineApproval } from '../../../access/index.ts'
import { chosen, notDone, type Outcome, sortOut, unlessUnchanged } from '../../../kit/calls/batch.ts'
import { actorOf, type Context, staffOf } from '../../../kit/calls/context.ts'
import { because, refuseBecause, refuseCode } from '../../../kit/calls/refusal.ts'
import { type Transaction, violates } from '../../../kit/database/database.ts'
import { isRefused, whyRefused } from '../../../kit/moves.ts'
import { newId } from '../../../kit/random.ts'
import { record, recordMany } from '../../../log/index.ts'
import { dollars, tell } from '../../../notify/index.ts'
import type { Params } from '../../../params/index.ts'
import { named } from '../agents/agents.decide.ts'
import * as agents from '../agents/agents.queries.ts'
import { stateReasons } from '../agents/agents.rules.ts'
import { ownAgentId } from '../visibleAgents.ts'
import { creditPurchases } from './trades.credit.ts'
import { type PurchaseState, purchaseMoves } from './trades.moves.ts'
import { partiesOf } from './trades.parties.ts'
import * as queries from './trades.queries.ts'
import { purchaseFault, purchaseRange } from './trades.rules.ts'

export const creditKind = 'agent.purchase'
type Services = { params: Params; approvals: Approvals }

/** The caller's agent in any state, locked. @throws Refusal 400001 */
export async function lockOwnInAnyState(tx: Transaction, context: Context, field: string): Promise<agents.Agent> {
  const agentId = ownAgentId(context)
  const agent = (await agents.lockAgentsById(tx, [agentId])).get(agentId)
  if (!agent) throw refuseCode(400001, field)
  return agent
}

/** @throws Refusal 400002 */
export function refuseUnlessApproved({ state }: Pick<agents.Agent, 'state'>, field: string): void {
  if (state !== 'approved') throw refuseBecause(400002, field, stateReasons[state])
}

/** The caller's agent, locked. @throws Refusal 400001, 400002 */
export async function lockOwn(tx: Transaction, context: Context, field: string): Promise<agents.Agent> {
  const agent = await lockOwnInAnyState(tx, context, field)
  refuseUnlessApproved(agent, field)
  return agent
}

/** @throws Refusal 400003 outside the bounds of the parameters */
export function refuseAmount(params: Params, usdCents: number): void {
  const range = purchaseRange(params)
  if (purchaseFault(usdCents, range)) throw refuseBecause(400003, 'usdCents', 'agent.purchaseRange', range)
}

/** Reports a bank transfer. @throws Refusal 400001, 400002, 400003; 10027 for a transfer that was reported before */
export const report =
  ({ params }: Services) =>
  async (context: Context, sent: Parsed<typeof agentPurchaseSave>) => {
    ownAgentId(context)
    refuseAmount(params, sent.usdCents)
    try {
      return await context.tx(async (tx) => {
        const agent = await lockOwn(tx, context, 'usdCents')
        if (!(await queries.isProof(tx, sent.proofFileId))) throw refuseBecause(10009, 'proofFileId', 'agent.noProof')
        const purchase = {
          id: newId(context.now),
          agentId: agent.agentId!,
          kind: 'bank' as const,
          usdMicros: BigInt(sent.usdCents) * 10_000n,
          reference: sent.reference,
          proofFileId: sent.proofFileId,
          askedBy: staffOf(context).username,
          at: context.now,
        }
        await queries.addPurchases(tx, [purchase])
        await record(tx, context, {
          target: `purchase ${purchase.id}`,
          content: purchaseReported({ agent: named(agent), kind: 'bank', usdMicros: purchase.usdMicros }),
          before: null,
          after: {
            purchaseId: purchase.id,
            agentId: agent.agentId,
            usdCents: sent.usdCents,
            reference: sent.reference,
          },
        })
        return { purchaseId: purchase.id }
      })
    } catch (error) {
      if (violates(error, 'purchase_reference')) throw refuseBecause(10027, 'reference', 'agent.referenceUsed')
      throw error
    }
  }

const purchasesOf = (found: ReadonlyMap<number, agents.Agent>, all: readonly queries.Purchase[]) =>
  all.map(({ agentId, kind, usdMicros }) => ({ agent: named(found.get(agentId)!), kind, usdMicros }))

/** Locks the agents of these purchases, then reads the purchases under the lock. */
async function lockPurchases(tx: Transaction, ids: readonly string[]) {
  const known = await queries.purchasesById(tx, ids)
  const found = await agents.lockAgentsById(tx, [...new Set([...known.values()].map(({ agentId }) => agentId))])
  return { agents: found, purchases: await queries.purchasesById(tx, ids) }
}

/** Credits them, with a log entry each. The agents are locked. */
async function credit(
  tx: Transaction,
  context: Context,
  params: Params,
  all: readonly queries.Purchase[],
  found: ReadonlyMap<number, agents.Agent>,
  reason: string,
): Promise<void> {
  const { now } = context
  const by = actorOf(context).username
  const credited = await creditPurchases(
    tx,
    { params, now, by },
    all.map((purchase) => ({ ...purchase, at: now })),
  )
  await recordMany(
    tx,
    context,
    all.map((purchase) => {
      const what = credited.get(purchase.id)
      if (!what || 'refused' in what) throw new Error(`purchase ${purchase.id} was refused`)
      return {
        operation: 'agent.purchaseDecide' as const,
        target: `purchase ${purchase.id}`,
        content: purchasesDecided('done', 'credit', purchasesOf(found, [purchase])),
        before: { state: purchase.state },
        after: { state: 'credited', tokens: Number(what.tokens), extraTokens: Number(what.extraTokens) },
        reason,
      }
    }),
  )
}

/** Purchases whose credit is pending approval. */
export const waitingPurchases = async (approvals: Approvals, context: Context, reader = context.database) =>
  new Set([
    ...(await approvals.waitingOn(reader, creditKind, context.now)).values(),
    ...(await approvals.waitingOn(reader, 'agent.reverse', context.now)).values(),
  ])

/** Credits or refuses bank transfers, one outcome each. */
export const decidePurchases =
  ({ params, approvals }: Services) =>
  async (context: Context, sent: Parsed<typeof agentPurchaseDecide>): Promise<Answer<typeof agentPurchaseDecide>> => {
    const ids = chosen(sent.ids, 'ids')
    const { decision, reason = '' } = sent
    if (decision === 'refuse' && reason === '') throw refuseBecause(11004, 'reason', 'field.required')
    let refused: Outcome[] = []
    const result = await unlessUnchanged<Answer<typeof agentPurchaseDecide> | null>(context, null, async (tx) => {
      const { agents: found, purchases } = await lockPurchases(tx, ids)
      const waiting = new Set((await approvals.waitingOn(tx, creditKind, context.now)).values())
      const { outcomes, able } = sortOut(ids, purchases, (purchase, id) => {
        const next = purchaseMoves[decision][purchase.state as PurchaseState]
        if (isRefused(next)) return notDone(id, next.code, whyRefused(next))
        if (waiting.has(purchase.approvalId ?? '')) return notDone(id, 20000, because('agent.waits'))
        const agent = found.get(purchase.agentId)!
        return decision === 'credit' && agent.state !== 'approved'
          ? notDone(id, 400002, because(stateReasons[agent.state]))
          : null
      })
      refused = outcomes
      if (able.length === 0) return undefined
      if (decision === 'refuse') {
        await queries.setRefused(
          tx,
          able.map(({ id }) => id),
          { reason, by: actorOf(context).username, at: context.now },
        )
        await tell(
          tx,
          context.now,
          able.map(({ id, agentId, usdMicros }) => ({
            moment: 'purchaseRefused',
            about: id,
            to: { agentId },
            params: { usd: dollars(usdMicros / 10_000n), reason },
          })),
        )
        await recordMany(
          tx,
          context,
          able.map((purchase) => ({
            target: `purchase ${purchase.id}`,
            content: purchasesDecided('done', 'refuse', purchasesOf(found, [purchase])),
            before: { state: purchase.state },
            after: { state: 'refused' },
            reason,
          })),
        )
        return { outcomes }
      }
      const parts = able.map(({ id, usdMicros }) => ({ subject: id, amount: usdMicros / 10_000n }))
      if (await decidesAlone(tx, context, params, { kind: 'agentPurchase', parts })) {
        await credit(tx, context, params, able, found, reason)
        return { outcomes }
      }
      const approvalId = await approvals.ask(tx, context, {
        kind: creditKind,
        subject: able[0]!.id,
        payload: { ids: able.map(({ id }) => id) },
        before: null,
        after: {
          purchases: able.map((purchase) => ({
            purchaseId: purchase.id,
            agentId: purchase.agentId,
            usdCents: Number(purchase.usdMicros / 10_000n),
            reference: purchase.reference,
          })),
        },
        reason,
        title: purchasesDecided('request', 'credit', purchasesOf(found, able)),
      })
      await queries.setApproval(
        tx,
        able.map(({ id }) => id),
        approvalId,
      )
      return { outcomes, approvalId }
    })
    return result ?? { outcomes: refused }
  }

/** A credit over the limit. Purchases decided in the meantime, or of a frozen agent, are left out; if none is left, it fails. */
export const creditApproval = (params: Params): ApprovalKind =>
  defineApproval({
    kind: creditKind,
    menu: 'finance.agentTrades',
    payload: z.object({ ids: z.array(z.string()) }),
    concerns: (tx, { payload: { ids } }) => partiesOf(tx, ids),
    stillValid: async (tx, { payload: { ids } }) =>
      [...(await queries.purchasesById(tx, ids)).values()].some(({ state }) => state === 'in review')
        ? null
        : because('approval.done'),
    async apply(tx, context, { payload: { ids }, reason }) {
      const { agents: found, purchases } = await lockPurchases(tx, ids)
      const able = [...purchases.values()].filter(
        ({ state, agentId }) => state === 'in review' && found.get(agentId)?.state === 'approved',
      )
      if (able.length === 0) throw refuseBecause(1000002, 'ids', 'agent.decided')
      await credit(tx, context, params, able, found, reason)
    },
  })
