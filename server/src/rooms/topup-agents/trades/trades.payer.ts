// Deposits of USDT to an agent's own address (docs/money.md, How the parts meet).
import type { ReasonKey } from '@greenroom/contract/reasons'
import { sql } from 'kysely'
import type { Reader } from '../../../kit/database/database.ts'
import type { Params } from '../../../params/index.ts'
import type { DepositPayer, Unpaid, Within } from '../../chain/index.ts'
import * as agents from '../agents/agents.queries.ts'
import { stateReasons } from '../agents/agents.rules.ts'
import { creditPurchases } from './trades.credit.ts'
import * as queries from './trades.queries.ts'
import { hasAllTokens, postReversal } from './trades.reverse.ts'

type Credited = { ok: true; transferId: string } | { ok: false; reason: ReasonKey }

/** Purchases of these amounts that agents asked for and nobody has decided, at the value of 1 USDT in cents. */
async function unpaidPurchases(reader: Reader, usdtCents: number, within: Within): Promise<Unpaid[]> {
  const value = (micros: bigint) => (micros * BigInt(usdtCents)) / 100n
  const { rows } = await sql<{ payerId: number; orderId: string; micros: bigint; at: Date }>`
    select agent_id as "payerId", id::text as "orderId", usd_micros as micros, asked_at as at from topup_agents.purchase
     where state = 'in review' and kind <> 'salary' and usd_micros between ${value(within.leastMicros)} and ${value(within.mostMicros)}
       and asked_at between ${within.from} and ${within.to}
     order by asked_at desc limit 200`.execute(reader)
  return rows.map(({ micros, ...row }) => ({ ...row, usdtMicros: (micros * 100n) / BigInt(usdtCents) }))
}

/** Deposits count at `usdt_usd_cents`; the deposit's id is the purchase's. */
export const agentPayer = (params: Params): DepositPayer => ({
  kind: 'agent',
  namesOf: async (reader, agentIds) => {
    const found = await agents.agentsById(reader, agentIds)
    return new Map([...found].map(([id, { nickname }]) => [id, nickname]))
  },
  unpaid: (reader, within) => unpaidPurchases(reader, params.integer('usdt_usd_cents'), within),
  async mayHaveAddress(tx, agentId) {
    const agent = await agents.agentById(tx, agentId)
    if (!agent) return 'agent.noUser'
    return agent.state === 'approved' ? null : stateReasons[agent.state]
  },
  async credit(tx, now, deposits) {
    const found = await agents.lockAgentsById(tx, [...new Set(deposits.map(({ payerId }) => payerId))])
    const stateOf = (payerId: number): ReasonKey | null => {
      const agent = found.get(payerId)
      if (!agent) return 'agent.noUser'
      return agent.state === 'approved' ? null : stateReasons[agent.state]
    }
    const centsPerUsdt = BigInt(params.integer('usdt_usd_cents'))
    const purchases = deposits
      .filter(({ payerId }) => stateOf(payerId) === null)
      .map((deposit) => ({
        id: deposit.id,
        agentId: deposit.payerId,
        kind: 'usdt' as const,
        usdMicros: (deposit.usdtMicros * centsPerUsdt) / 100n,
        usdtMicros: deposit.usdtMicros,
        reference: deposit.transaction,
        chain: deposit.chain,
        guildId: null,
        askedBy: 'chain',
        at: deposit.at,
      }))
    await queries.addPurchases(tx, purchases)
    const credited = await creditPurchases(tx, { params, now, by: 'chain' }, purchases)
    return new Map<string, Credited>(
      deposits.map(({ id, payerId }) => {
        const credit = credited.get(id)
        if (credit && 'transferId' in credit) return [id, { ok: true, transferId: credit.transferId }]
        return [id, { ok: false, reason: stateOf(payerId) ?? 'agent.noUser' }]
      }),
    )
  },
  async vanished(tx, now, deposits) {
    await agents.lockAgentsById(tx, [...new Set(deposits.map(({ payerId }) => payerId))])
    const found = await queries.purchasesById(
      tx,
      deposits.map(({ id }) => id),
    )
    const how = { now, by: 'chain', reason: 'the deposit is no longer on the chain' }
    for (const { id, usdtMicros } of deposits) {
      const purchase = found.get(id)
      if (purchase?.state === 'credited') await postReversal(tx, how, purchase, { usdtMicros })
    }
  },
  undo: {
    async isUnspent(tx, { id, payerId }) {
      await agents.lockAgentsById(tx, [payerId])
      const purchase = (await queries.purchasesById(tx, [id])).get(id)
      return purchase?.state === 'credited' && (await hasAllTokens(tx, purchase))
    },
    async reverse(tx, how, { id, payerId, usdtMicros }) {
      await agents.lockAgentsById(tx, [payerId])
      const purchase = (await queries.purchasesById(tx, [id])).get(id)
      if (purchase?.state !== 'credited') throw new Error(`purchase ${id} of a matched deposit is not credited`)
      await postReversal(tx, how, purchase, { usdtMicros, complete: true })
    },
  },
})
