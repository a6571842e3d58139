// Selling: at once into the buyer's wallet, once per key, with a receipt for both.
import type { agentBuyer, agentSell } from '@greenroom/contract/agentPortal'
import type { Answer, Parsed } from '@greenroom/contract/call'
import { tokensSold } from '@greenroom/contract/sentences/agents'
import { sql } from 'kysely'
import { countTry } from '../../../access/index.ts'
import { type Command, send } from '../../../bridge/index.ts'
import { unlessUnchanged } from '../../../kit/batch.ts'
import { type Context, staffOf } from '../../../kit/context.ts'
import type { Reader, Transaction } from '../../../kit/database.ts'
import { newId } from '../../../kit/random.ts'
import { refuseBecause, refuseCode, refuseField } from '../../../kit/refusal.ts'
import { textOf } from '../../../kit/time.ts'
import { agentBalances, type Outcome, post, stock, walletsAfter } from '../../../ledger/index.ts'
import { record } from '../../../log/index.ts'
import type { Params } from '../../../params/index.ts'
import * as agents from '../agents/queries.ts'
import { ownAgentId } from '../reach.ts'
import { refuseUnlessApproved } from './bank.ts'
import { type Buyer, buyerColumns, type Known, lockForSale, type Seller } from './forSale.ts'
import { selling } from './ledger.ts'
import * as queries from './queries.ts'
import { buyerFault, type Fault, isAtNight, needsCode, type StepUp, saleFault } from './rules.ts'
import { useForLargeSale } from './stepUp.ts'

type Services = { params: Params }
/** @throws Refusal 21001 for users who are not there */
function present(found: Buyer | undefined): Buyer {
  if (!found || found.registeredAt === null) throw refuseCode(21001, 'userId')
  return found
}

async function buyerOf(reader: Reader, userId: number): Promise<Buyer> {
  const { rows } = await sql<Buyer>`select ${buyerColumns} from users.app_user u where u.id = ${userId}`.execute(reader)
  return present(rows[0])
}

const refPerson = ({ id, nickname, avatarUrl }: { id: bigint; nickname: string; avatarUrl: string }) => ({
  userId: Number(id),
  nickname,
  avatarUrl,
})
const refuse = ({ code, field, why }: Fault) => refuseField(code, field, why)

/** Look-ups per minute, so that ids can't be enumerated. */
const looksPerMinute = 60

/** Previews the buyer. @throws Refusal 10008, 21001, 400001, 400002, 1000002 for users who may not buy */
export async function buyer(
  context: Context,
  { userId }: Parsed<typeof agentBuyer>,
): Promise<Answer<typeof agentBuyer>> {
  const agentId = ownAgentId(context)
  await countTry(context, `agent buyer ${agentId}`, looksPerMinute)
  const agent = await agents.agentById(context.database, agentId)
  if (!agent) throw refuseCode(400001, 'userId')
  refuseUnlessApproved(agent, 'userId')
  const found = await buyerOf(context.database, userId)
  const fault = buyerFault({ buyer: found, countries: agent.countries })
  if (fault) throw refuse(fault)
  return { buyer: refPerson(found) }
}

/** @throws Refusal 11003 if the session needs a fresh code */
function refuseWithoutCode(params: Params, stepUp: StepUp, context: Context, tokens: number) {
  const largeTokens = params.integer('agent_stepup_tokens')
  const hours = params.integer('agent_stepup_hours')
  const needs = needsCode(stepUp, { tokens, now: context.now, hours, largeTokens })
  if (needs === 'agent.stepUp') throw refuseBecause(11003, 'code', 'agent.stepUp')
  if (needs === 'agent.stepUpLarge') throw refuseBecause(11003, 'code', 'agent.stepUpLarge', { tokens: largeTokens })
}

type Receipted = Pick<queries.Sale, 'id' | 'userId' | 'nickname' | 'avatarUrl' | 'tokens' | 'at'>
const receipt = (sale: Receipted, stockTokens: bigint): Answer<typeof agentSell> => ({
  saleId: sale.id,
  buyer: { userId: Number(sale.userId), nickname: sale.nickname, avatarUrl: sale.avatarUrl },
  tokens: Number(sale.tokens),
  at: sale.at.toISOString(),
  stockTokens: Number(stockTokens),
})

/** The stock and the cost that moved, after the sale's posting. @throws Refusal 60001 */
function sold(outcome: Outcome | undefined, agentId: number) {
  if (outcome?.status === 'refused') throw refuseCode(outcome.code, 'tokens')
  if (outcome?.status !== 'accepted') throw new Error('a new sale already exists')
  const own = stock(agentId).name
  return {
    stockTokens: outcome.after.find(({ account }) => account.name === own)!.posted,
    costMicros: -(outcome.legs.find(({ account }) => account.name === own)!.costMicros ?? 0n),
    wallet: walletsAfter([outcome])[0]!,
  }
}

const receiptToBuyer = (agent: Seller, sale: queries.Sale): Command => ({
  type: 'agent.sold',
  subject: `user:${sale.userId}`,
  data: {
    userId: Number(sale.userId),
    saleId: sale.id,
    agentUserId: Number(agent.userId),
    agentNickname: agent.nickname,
    tokens: Number(sale.tokens),
    at: sale.at.toISOString(),
    back: null,
  },
})

/**
 * Sells. Locks the buyer, then the agent, so that a freeze or a ban comes before or after.
 *
 * @throws Refusal 21001, 400001, 400002, 400003, 60001, 1000002 by the buyer, 11003 without a fresh code, 20000 for the key of
 *   another sale
 */
export const sell =
  ({ params }: Services) =>
  async (context: Context, sent: Parsed<typeof agentSell>): Promise<Answer<typeof agentSell>> => {
    const agentId = ownAgentId(context)
    const { now, timeZone } = context
    const { sessionId } = staffOf(context)
    let first: Answer<typeof agentSell> | undefined
    const made = await unlessUnchanged<Answer<typeof agentSell> | null>(context, null, async (tx) => {
      const text = textOf(now, timeZone)
      const day = text.slice(0, 10)
      const at = { userId: sent.userId, agentId, key: sent.key, sessionId, day }
      const { buyer: someone, seller, stepUp, soldToday, known } = await lockForSale(tx, at)
      const found = present(someone)
      if (!seller) throw refuseCode(400001, 'userId')
      // A completed sale is returned again, whatever the agent's state is now.
      if (known) {
        first = await repeated(tx, { agentId, found, known }, sent)
        return undefined
      }
      refuseUnlessApproved(seller, 'userId')
      const fault = saleFault({
        tokens: sent.tokens,
        soldToday,
        dayTokens: seller.dayTokens ?? BigInt(params.integer('agent_day_tokens')),
        saleTokens: seller.saleTokens,
        countries: seller.countries,
        buyer: found,
      })
      if (fault) throw refuse(fault)
      refuseWithoutCode(params, stepUp, context, sent.tokens)
      const id = newId(now)
      const [outcome] = await post(tx, staffOf(context).username, now, [
        selling({ id, agentId, reference: `sale ${id}`, at: now }, { userId: found.id, tokens: BigInt(sent.tokens) }),
      ])
      const { stockTokens, costMicros, wallet } = sold(outcome, agentId)
      const sale: queries.Sale = {
        id,
        agentId,
        userId: found.id,
        nickname: found.nickname,
        avatarUrl: found.avatarUrl,
        tokens: BigInt(sent.tokens),
        costMicros,
        at: now,
        back: null,
      }
      const newBuyer = textOf(found.registeredAt!, timeZone).slice(0, 10) === day
      await queries.addSale(tx, { ...sale, key: sent.key, newBuyer, atNight: isAtNight(text), day })
      if (sent.tokens > params.integer('agent_stepup_tokens')) await useForLargeSale(tx, sessionId)
      await record(tx, context, {
        target: `sale ${id}`,
        content: tokensSold({ id: sent.userId, nickname: found.nickname }, sent.tokens),
        before: null,
        after: { saleId: id, agentId, userId: sent.userId, tokens: sent.tokens, costUsdMicros: Number(costMicros) },
      })
      await send(tx, now, [
        receiptToBuyer(seller, sale),
        { type: 'wallet.changed', subject: `user:${found.id}`, data: wallet },
      ])
      return receipt(sale, stockTokens)
    })
    return made ?? first!
  }

/** The first answer for a key. @throws Refusal 20000 if the input differs */
async function repeated(
  tx: Transaction,
  { agentId, found, known }: { agentId: number; found: Buyer; known: Known },
  sent: Parsed<typeof agentSell>,
): Promise<Answer<typeof agentSell>> {
  if (Number(known.userId) !== sent.userId || Number(known.tokens) !== sent.tokens)
    throw refuseBecause(20000, 'key', 'agent.keyUsed')
  const sale = { ...known, nickname: found.nickname, avatarUrl: found.avatarUrl }
  return receipt(sale, (await agentBalances(tx, [agentId])).get(agentId)?.stock ?? 0n)
}
