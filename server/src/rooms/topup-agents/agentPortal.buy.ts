// The offer for a purchase, and the agent's USDT addresses.
import type { agentAddress, agentBuyInfo } from '@greenroom/contract/agentPortal'
import type { Answer, Parsed } from '@greenroom/contract/call'
import { addressMade } from '@greenroom/contract/sentences/agents'
import type { Context } from '../../kit/calls/context.ts'
import { refuseCode } from '../../kit/calls/refusal.ts'
import type { Reader, Transaction } from '../../kit/database/database.ts'
import { record } from '../../log/index.ts'
import type { Params } from '../../params/index.ts'
import type { Chain } from '../chain/index.ts'
import { named } from './agents/agents.decide.ts'
import * as agents from './agents/agents.queries.ts'
import { stateKey } from './agents/agents.rules.ts'
import { shownTier, shownTiers, tiersNow } from './topupAgents.tiers.ts'
import { lockOwn } from './trades/trades.bank.ts'
import { monthOf, monthPurchases } from './trades/trades.figures.ts'
import { inReview } from './trades/trades.queries.ts'
import { purchaseRange } from './trades/trades.rules.ts'
import { ownAgentId } from './visibleAgents.ts'

/** Addresses assigned by the chain; provided by `app/`. */
export type Addresses = {
  /** The agent's existing ones. */
  known(reader: Reader, agentId: number): Promise<{ chain: Chain; address: string }[]>
  /** Chains that assign addresses now. */
  chains(reader: Reader): Promise<Chain[]>
  /** The agent's address, assigned if there is none. @throws Refusal if none is assigned now */
  make(tx: Transaction, now: Date, agentId: number, chain: Chain): Promise<string>
}

const drawn = new Map<string, string>()

/** The address with its picture, which is drawn once. */
async function withQrCode<A extends { address: string }>(one: A): Promise<A & { qrCode: string }> {
  const known = drawn.get(one.address)
  if (known !== undefined) return { ...one, qrCode: known }
  // Loaded on first use, as for authenticators.
  const { toDataURL } = await import('qrcode')
  const qrCode = await toDataURL(one.address, { margin: 2, width: 240 })
  if (drawn.size >= 1_000) drawn.clear()
  drawn.set(one.address, qrCode)
  return { ...one, qrCode }
}

export const buyInfo =
  (params: Params, addresses: Addresses) =>
  async (context: Context): Promise<Answer<typeof agentBuyInfo>> => {
    const agentId = ownAgentId(context)
    const { database, now, timeZone } = context
    const agent = await agents.agentById(database, agentId)
    if (!agent) throw refuseCode(400001, 'agentId')
    const [months, own, chains, waiting] = await Promise.all([
      monthPurchases(database, [agentId], monthOf(now, timeZone)),
      addresses.known(database, agentId),
      addresses.chains(database),
      inReview(database, agentId),
    ])
    const tiers = tiersNow(params)
    const { min, max } = purchaseRange(params)
    const able = agent.state === 'approved' ? true : stateKey(agent.state)
    return {
      tokensPerUsd: params.integer('tokens_per_usd'),
      tier: shownTier(tiers, months.get(agentId) ?? 0n),
      tiers: shownTiers(tiers),
      minUsdCents: min * 100,
      maxUsdCents: max * 100,
      smallestUsdt: params.integer('usdt_smallest_deposit'),
      usdtUsdCents: params.integer('usdt_usd_cents'),
      addresses: able === true ? await Promise.all(own.map(withQrCode)) : [],
      bankAccounts: able === true ? params.text('agent_bank_accounts').trim() : '',
      chains,
      inReview: waiting,
      can: { buy: able, usdt: able === true && chains.length === 0 ? 'noChain' : able, salary: able },
    }
  }

/** @throws Refusal 400001, 400002; 1000002 if no addresses are assigned */
export const makeAddress =
  (addresses: Addresses) =>
  (context: Context, { chain }: Parsed<typeof agentAddress>): Promise<Answer<typeof agentAddress>> =>
    context.tx(async (tx) => {
      const agent = await lockOwn(tx, context, 'chain')
      const address = await addresses.make(tx, context.now, agent.agentId!, chain)
      await record(tx, context, {
        target: `agent of user ${agent.userId}`,
        content: addressMade(named(agent), chain),
        before: null,
        after: { agentId: agent.agentId, chain, address },
      })
      return { address }
    })
