// Decides a sale on what was locked and read for it, and makes sales of different agents in one transaction.
import type { agentSell } from '@greenroom/contract/agentPortal'
import type { Answer, Parsed } from '@greenroom/contract/call'
import { tokensSold } from '@greenroom/contract/sentences/agents'
import { send, walletChanged } from '../../../bridge/index.ts'
import { type Context, staffOf } from '../../../kit/calls/context.ts'
import { refuseBecause, refuseCode, refuseField } from '../../../kit/calls/refusal.ts'
import type { Transaction } from '../../../kit/database/database.ts'
import { newId } from '../../../kit/random.ts'
import { textOf } from '../../../kit/time.ts'
import { type Outcome, post, stock, walletsAfter } from '../../../ledger/index.ts'
import { recordEach } from '../../../log/index.ts'
import type { Params } from '../../../params/index.ts'
import { ownAgentId } from '../visibleAgents.ts'
import { refuseUnlessApproved } from './trades.bank.ts'
import { type Asked, type Buyer, type ForSale, presentBuyer, type Seller } from './trades.forSale.ts'
import { selling } from './trades.ledger.ts'
import * as queries from './trades.queries.ts'
import { receiptToBuyer } from './trades.receiptToBuyer.ts'
import { isAtNight, needsCode, type StepUp, saleFault } from './trades.rules.ts'
import { useForLargeSale } from './trades.stepUp.ts'

export type Sent = Parsed<typeof agentSell>
export type Receipt = Answer<typeof agentSell>

/** A sale as it was requested; `text` is its time in the platform's zone. */
export type Request = { context: Context; sent: Sent; asked: Asked; text: string }

/** @throws Refusal 400001 for an account without an agent */
export function requestOf(context: Context, sent: Sent): Request {
  const agentId = ownAgentId(context)
  const { sessionId } = staffOf(context)
  const text = textOf(context.now, context.timeZone)
  return {
    context,
    sent,
    text,
    asked: { userId: sent.userId, agentId, key: sent.key, sessionId, day: text.slice(0, 10) },
  }
}

/** @throws Refusal 11003 if the session needs a fresh code */
function refuseWithoutCode(params: Params, stepUp: StepUp, now: Date, tokens: number) {
  const largeTokens = params.integer('agent_stepup_tokens')
  const hours = params.integer('agent_stepup_hours')
  const needs = needsCode(stepUp, { tokens, now, hours, largeTokens })
  if (needs === 'agent.stepUp') throw refuseBecause(11003, 'code', 'agent.stepUp')
  if (needs === 'agent.stepUpLarge') throw refuseBecause(11003, 'code', 'agent.stepUpLarge', { tokens: largeTokens })
}

/** A sale that may be made. Its buyer and agent are locked; only the stock may still be too small. */
export type Allowed = Request & { buyer: Buyer; seller: Seller }

/**
 * A sale's buyer and agent.
 *
 * @throws Refusal 21001 for users who are not there, 400001 without an agent
 */
export function partiesOf({ buyer, seller }: ForSale): { buyer: Buyer; seller: Seller } {
  const found = presentBuyer(buyer)
  if (!seller) throw refuseCode(400001, 'userId')
  return { buyer: found, seller }
}

/** @throws Refusal 21001, 400001, 400002, 400003, 1000002 by the buyer, 11003 without a fresh code */
export function allow(params: Params, request: Request, forSale: ForSale): Allowed {
  const { buyer, seller } = partiesOf(forSale)
  const { tokens } = request.sent
  refuseUnlessApproved(seller, 'userId')
  const fault = saleFault({
    tokens,
    soldToday: forSale.soldToday,
    dayTokens: seller.dayTokens ?? BigInt(params.integer('agent_day_tokens')),
    saleTokens: seller.saleTokens,
    countries: seller.countries,
    sellerUserId: seller.userId,
    buyer,
  })
  if (fault) throw refuseField(fault.code, fault.field, fault.why)
  refuseWithoutCode(params, forSale.stepUp, request.context.now, tokens)
  return { ...request, buyer, seller }
}

type Receipted = Pick<queries.Sale, 'id' | 'userId' | 'nickname' | 'avatarUrl' | 'tokens' | 'at'>
export const receiptOf = (sale: Receipted, stockTokens: bigint): Receipt => ({
  saleId: sale.id,
  buyer: { userId: Number(sale.userId), nickname: sale.nickname, avatarUrl: sale.avatarUrl },
  tokens: Number(sale.tokens),
  at: sale.at.toISOString(),
  stockTokens: Number(stockTokens),
})

/** The stock and the cost that moved, after a sale's posting. @throws Refusal 60001 */
function sold(outcome: Outcome | undefined, agentId: number) {
  if (outcome?.status === 'refused') throw refuseCode(outcome.code, 'tokens')
  if (outcome?.status !== 'accepted') throw new Error('a new sale already exists')
  const own = stock(agentId).name
  return {
    stockTokens: outcome.after.find(({ account }) => account.name === own)!.posted,
    costMicros: -(outcome.legs.find(({ account }) => account.name === own)!.costMicros ?? 0n),
  }
}

const latest = (all: readonly Allowed[]): Date =>
  all.reduce((now, { context }) => (context.now > now ? context.now : now), all[0]!.context.now)

/**
 * Makes sales of different agents, all or none.
 *
 * @returns the receipts in the same order.
 * @throws Refusal 60001 if a stock is too small: then none is made.
 */
export async function makeSales(tx: Transaction, params: Params, all: readonly Allowed[]): Promise<Receipt[]> {
  const now = latest(all)
  const ids = all.map(({ context }) => newId(context.now))
  const outcomes = await post(
    tx,
    staffOf(all[0]!.context).username,
    now,
    all.map(({ context, asked, sent, buyer }, at) => {
      const cause = { id: ids[at]!, agentId: asked.agentId, reference: `sale ${ids[at]}`, at: context.now }
      const item = selling(cause, { userId: buyer.id, tokens: BigInt(sent.tokens) })
      return { ...item, actor: staffOf(context).username }
    }),
  )
  const made = all.map(({ context, asked, sent, text, buyer, seller }, at) => {
    const { stockTokens, costMicros } = sold(outcomes[at], asked.agentId)
    const sale: queries.Sale = {
      id: ids[at]!,
      agentId: asked.agentId,
      userId: buyer.id,
      nickname: buyer.nickname,
      avatarUrl: buyer.avatarUrl,
      tokens: BigInt(sent.tokens),
      costMicros,
      at: context.now,
      back: null,
    }
    const newBuyer = textOf(buyer.registeredAt!, context.timeZone).slice(0, 10) === asked.day
    return {
      context,
      sent,
      seller,
      sale,
      stockTokens,
      key: asked.key,
      day: asked.day,
      newBuyer,
      atNight: isAtNight(text),
    }
  })
  await queries.addSales(
    tx,
    made.map(({ sale, key, newBuyer, atNight, day }) => ({ ...sale, key, newBuyer, atNight, day })),
  )
  const largeTokens = params.integer('agent_stepup_tokens')
  for (const { context, sent } of made)
    if (sent.tokens > largeTokens) await useForLargeSale(tx, staffOf(context).sessionId)
  await recordEach(
    tx,
    made.map(({ context, sent: { userId, tokens }, sale: { id, agentId, nickname, costMicros } }) => ({
      context,
      entry: {
        target: `sale ${id}`,
        content: tokensSold({ id: userId, nickname }, tokens),
        before: null,
        after: { saleId: id, agentId, userId, tokens, costUsdMicros: Number(costMicros) },
      },
    })),
  )
  await send(tx, now, [
    ...made.map(({ seller, sale }) => receiptToBuyer(seller, sale, null)),
    ...walletsAfter(outcomes).map(walletChanged),
  ])
  return made.map(({ sale, stockTokens }) => receiptOf(sale, stockTokens))
}
