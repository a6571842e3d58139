// Deposits of USDT to an agent's own address (docs/money.md, How the parts meet).
import type { ReasonKey } from '@greenroom/contract/reasons'
import type { Params } from '../../../params/index.ts'
import type { DepositPayer } from '../../finance/index.ts'
import * as agents from '../agents/queries.ts'
import { stateReasons } from '../agents/rules.ts'
import { creditPurchases } from './credit.ts'
import * as queries from './queries.ts'
import { hasAllTokens, postReversal } from './reverse.ts'

type Credited = { ok: true; transferId: string } | { ok: false; reason: ReasonKey }

/** Deposits count at `usdt_usd_cents`; the deposit's id is the purchase's. */
export const agentPayer = (params: Params): DepositPayer => ({
  kind: 'agent',
  namesOf: async (reader, agentIds) => {
    const found = await agents.agentsById(reader, agentIds)
    return new Map([...found].map(([id, { nickname }]) => [id, nickname]))
  },
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
