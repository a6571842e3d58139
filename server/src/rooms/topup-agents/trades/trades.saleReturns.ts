// Returns of sales: requested by the agent within a day, decided by Finance with a reason that both see; only what
// the buyer has not spent is returned.

import type { agentAskBack } from '@greenroom/contract/agentPortal'
import type { agentBackDecide } from '@greenroom/contract/agentTrades'
import type { Parsed } from '@greenroom/contract/call'
import { backDecided, saleReturnRequested } from '@greenroom/contract/sentences/agents'
import { send, walletChanged } from '../../../bridge/index.ts'
import { batch, chosen, done, notDone } from '../../../kit/calls/batch.ts'
import { type Context, staffOf } from '../../../kit/calls/context.ts'
import { because, refuseBecause, refuseCode, refuseField } from '../../../kit/calls/refusal.ts'
import { violates } from '../../../kit/database/database.ts'
import { isRefused, whyRefused } from '../../../kit/moves.ts'
import { derivedId } from '../../../kit/random.ts'
import { type Outcome as Posted, paid, post, stock, walletsAfter } from '../../../ledger/index.ts'
import { record, recordMany } from '../../../log/index.ts'
import { tell } from '../../../notify/index.ts'
import type { Params } from '../../../params/index.ts'
import * as agents from '../agents/agents.queries.ts'
import { ownAgentId } from '../visibleAgents.ts'
import { takingBack } from './trades.ledger.ts'
import { type SaleState, saleMoves } from './trades.moves.ts'
import * as queries from './trades.queries.ts'
import { receiptToBuyer } from './trades.receiptToBuyer.ts'
import { backUntil } from './trades.rules.ts'

const named = ({ userId, nickname }: queries.Sale) => ({ id: Number(userId), nickname })

/** @throws Refusal 10032 for another's sale, 20000 if already requested, 1000002 if too late */
export const askBack =
  ({ params }: { params: Params }) =>
  async (context: Context, { saleId, reason }: Parsed<typeof agentAskBack>) => {
    const agentId = ownAgentId(context)
    const hours = params.integer('agent_back_hours')
    try {
      return await context.tx(async (tx) => {
        const sale = (await queries.salesById(tx, [saleId])).get(saleId)
        if (!sale || sale.agentId !== agentId) throw refuseCode(10032, 'saleId')
        const next = saleMoves.ask[stateOf(sale)]
        if (isRefused(next)) throw refuseField(next.code, 'saleId', whyRefused(next)!)
        if (backUntil(sale.at, hours) <= context.now)
          throw refuseBecause(1000002, 'saleId', 'agent.backLate', { hours })
        await queries.askBack(tx, saleId, { at: context.now, askedFor: reason })
        await record(tx, context, {
          target: `sale ${saleId}`,
          content: saleReturnRequested(named(sale), sale.tokens),
          before: null,
          after: { saleId, agentId, userId: Number(sale.userId), tokens: Number(sale.tokens) },
          reason,
        })
        return {}
      })
    } catch (error) {
      if (violates(error, 'refund_pkey')) throw refuseBecause(20000, 'saleId', 'agent.backAsked')
      throw error
    }
  }

const stateOf = ({ back }: queries.Sale): SaleState => (back as SaleState | null) ?? 'sold'

/** The returned tokens by these legs. */
function cameBack(outcome: Posted & { status: 'accepted' }, sale: queries.Sale) {
  const of = (name: string) => outcome.legs.find(({ account }) => account.name === name)!
  return {
    tokens: -of(paid(sale.userId).name).amount,
    costMicros: of(stock(sale.agentId).name).costMicros ?? 0n,
  }
}

/** Returns the unspent part of sales, or refuses: one outcome each. */
export const decideBacks = (context: Context, { ids: sent, agree, reason }: Parsed<typeof agentBackDecide>) => {
  const ids = chosen(sent, 'ids')
  return batch(context, async (tx) => {
    const { now } = context
    const by = staffOf(context).username
    const known = await queries.salesById(tx, ids)
    const found = await agents.lockAgentsById(tx, [...new Set([...known.values()].map(({ agentId }) => agentId))])
    const sales = await queries.salesById(tx, ids)
    const open = ids.flatMap((id) => {
      const sale = sales.get(id)
      return sale && !isRefused(saleMoves[agree ? 'agree' : 'refuse'][stateOf(sale)]) ? sale : []
    })
    const posted = agree
      ? await post(
          tx,
          by,
          now,
          open.map((sale) =>
            takingBack(
              {
                id: derivedId(now, 'agent.sale.back', sale.id),
                agentId: sale.agentId,
                reference: `sale ${sale.id}`,
                at: now,
              },
              sale,
            ),
          ),
        )
      : []
    const spent = new Set(open.flatMap(({ id }, index) => (posted[index]?.status === 'refused' ? id : [])))
    const decided = open.filter(({ id }) => !spent.has(id))
    const back = new Map(
      open.map((sale, index) => {
        const outcome = posted[index]
        return [sale.id, outcome?.status === 'accepted' ? cameBack(outcome, sale) : { tokens: 0n, costMicros: 0n }]
      }),
    )
    const outcomes = ids.map((id) => {
      const sale = sales.get(id)
      if (!sale) return notDone(id, 10032)
      const next = saleMoves[agree ? 'agree' : 'refuse'][stateOf(sale)]
      if (isRefused(next)) return notDone(id, next.code, whyRefused(next))
      return spent.has(id) ? notDone(id, 60001, because('agent.backSpent')) : done(id)
    })
    if (decided.length === 0) return outcomes
    await queries.setBacks(
      tx,
      decided.map(({ id }) => ({ saleId: id, ...back.get(id)! })),
      { state: agree ? 'agreed' : 'refused', reason, by, at: now },
    )
    await recordMany(
      tx,
      context,
      decided.map((sale) => ({
        target: `sale ${sale.id}`,
        content: backDecided(agree, named(sale), back.get(sale.id)!.tokens),
        before: { state: 'asked' },
        after: { state: agree ? 'agreed' : 'refused', tokens: Number(back.get(sale.id)!.tokens) },
        reason,
      })),
    )
    await tell(
      tx,
      now,
      decided.map((sale) => ({
        moment: agree ? 'returnAgreed' : 'returnRefused',
        about: sale.id,
        to: { agentId: sale.agentId },
        params: { userId: String(sale.userId), tokens: Number(back.get(sale.id)!.tokens), reason },
      })),
    )
    const wallets = walletsAfter(posted)
    await send(tx, now, [
      ...decided.map((sale) =>
        receiptToBuyer(found.get(sale.agentId)!, sale, {
          agreed: agree,
          tokens: Number(back.get(sale.id)!.tokens),
          reason,
        }),
      ),
      ...wallets.map(walletChanged),
    ])
    return outcomes
  })
}
