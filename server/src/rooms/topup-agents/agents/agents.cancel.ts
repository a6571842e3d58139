// Cancels an agent: requested by one member of staff, executed when another approves. The stock is bought back at average cost, or written
// off as fraud (docs/money.md, Agents).

import type { agentCancel } from '@greenroom/contract/agents'
import type { Answer, Parsed } from '@greenroom/contract/call'
import { agentCancelled } from '@greenroom/contract/sentences/agents'
import { stockEnds } from '@greenroom/contract/statesAndKinds'
import { z } from 'zod'
import { type ApprovalKind, type Approvals, defineApproval } from '../../../access/index.ts'
import { actorOf, type Context } from '../../../kit/calls/context.ts'
import { because, refuseBecause, refuseCode } from '../../../kit/calls/refusal.ts'
import type { Transaction } from '../../../kit/database/database.ts'
import { derivedId } from '../../../kit/random.ts'
import { agentBalances, agentDebt, post } from '../../../ledger/index.ts'
import { record } from '../../../log/index.ts'
import { buyingBack, writingOff } from '../trades/trades.ledger.ts'
import { named, snapshot, writeDecisions } from './agents.decide.ts'
import * as queries from './agents.queries.ts'
import { next, refusedIn, stateReasons } from './agents.rules.ts'

export const cancelKind = 'agent.cancel'

export const askCancel =
  (approvals: Approvals) =>
  (context: Context, { userId, stock, reason }: Parsed<typeof agentCancel>): Promise<Answer<typeof agentCancel>> =>
    context.tx(async (tx) => {
      const agent = (await queries.lockAgents(tx, [BigInt(userId)])).get(BigInt(userId))
      if (!agent) throw refuseCode(10032, 'userId')
      if (!next(agent.state, 'cancel'))
        throw refuseBecause(refusedIn(agent.state, 'cancel'), 'userId', stateReasons[agent.state])
      const held = (await agentBalances(tx, [agent.agentId!])).get(agent.agentId!)
      const approvalId = await approvals.ask(tx, context, {
        kind: cancelKind,
        subject: String(userId),
        payload: { userId, stock },
        before: snapshot(agent),
        after: {
          ...snapshot(agent),
          state: 'cancelled',
          stock,
          stockTokens: Number(held?.stock ?? 0n),
          costUsdMicros: Number(held?.costMicros ?? 0n),
        },
        reason,
        title: agentCancelled('request', named(agent), stock),
      })
      return { approvalId }
    })

/** Empties the stock; an agent without any has nothing to post. @returns the tokens, their cost, and the part that settled a debt */
async function endStock(tx: Transaction, context: Context, agentId: number, stock: (typeof stockEnds)[number]) {
  const held = (await agentBalances(tx, [agentId])).get(agentId)
  if (!held || held.stock === 0n) return { tokens: 0n, costMicros: 0n, settledMicros: 0n }
  const cause = {
    id: derivedId(context.now, 'agent.cancel', agentId),
    agentId,
    reference: `agent ${agentId}`,
    at: context.now,
  }
  const item = stock === 'buy back' ? buyingBack(cause) : writingOff(cause)
  const [outcome] = await post(tx, actorOf(context).username, context.now, [item])
  if (outcome?.status !== 'accepted') throw new Error(`the stock of agent ${agentId} was not emptied`)
  const owes = agentDebt(agentId).name
  const settledMicros = outcome.legs
    .filter(({ account }) => account.name === owes)
    .reduce((sum, { amount }) => sum + amount, 0n)
  return { tokens: held.stock, costMicros: held.costMicros, settledMicros }
}

export const cancelApproval: ApprovalKind = defineApproval({
  kind: cancelKind,
  menu: 'finance.agents',
  payload: z.object({ userId: z.number().int(), stock: z.enum(stockEnds) }),
  async concerns(tx, { payload: { userId } }) {
    const agentId = (await queries.agentOfUser(tx, BigInt(userId)))?.agentId
    return { agentIds: agentId == null ? [] : [agentId] }
  },
  async stillValid(tx, { payload: { userId } }) {
    const agent = await queries.agentOfUser(tx, BigInt(userId))
    if (!agent) return because('approval.gone')
    return next(agent.state, 'cancel') ? null : because(stateReasons[agent.state])
  },
  async apply(tx, context, { payload: { userId, stock }, reason }) {
    const before = (await queries.lockAgents(tx, [BigInt(userId)])).get(BigInt(userId))
    if (!before || !next(before.state, 'cancel'))
      throw refuseBecause(1000002, 'userId', before ? stateReasons[before.state] : 'record.none')
    const after = { ...before, state: 'cancelled' as const, reason, againFrom: null }
    const ended = await endStock(tx, context, before.agentId!, stock)
    await writeDecisions(tx, context, 'cancel', [{ before, after }], reason)
    if (ended.tokens > 0n)
      await queries.addHistory(tx, [
        {
          userId: before.userId,
          at: context.now,
          by: actorOf(context).username,
          what: stock === 'buy back' ? 'bought back' : 'written off',
          reason,
          detail: {
            tokens: Number(ended.tokens),
            costUsdMicros: Number(ended.costMicros),
            settledUsdMicros: Number(ended.settledMicros),
            approvedById: context.caller?.id ?? null,
          },
        },
      ])
    await record(tx, context, {
      operation: 'agent.cancel',
      target: `agent of user ${userId}`,
      content: agentCancelled('done', named(before), stock),
      before: snapshot(before),
      after: {
        ...snapshot(after),
        stock,
        tokens: Number(ended.tokens),
        costUsdMicros: Number(ended.costMicros),
      },
      reason,
    })
  },
})
