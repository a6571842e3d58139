// Credits purchases: tokens at the tiers of the month, into stock. The agents are locked.

import type { ErrorCode } from '@greenroom/contract/errors'
import type { Transaction } from '../../../kit/database/database.ts'
import { derivedId } from '../../../kit/random.ts'
import { type Item, type Outcome, post } from '../../../ledger/index.ts'
import { dollars, tell } from '../../../notify/index.ts'
import type { Params } from '../../../params/index.ts'
import { tiersNow, tokensFor } from '../topupAgents.tiers.ts'
import { monthOf, monthPurchases } from './trades.figures.ts'
import { crediting } from './trades.ledger.ts'
import * as queries from './trades.queries.ts'

type ToCredit = Pick<queries.Purchase, 'id' | 'agentId' | 'kind' | 'usdMicros' | 'chain' | 'guildId'> & {
  at: Date
  /** For USDT. */
  usdtMicros?: bigint
}
type How = { params: Params; now: Date; by: string }
export type Priced = {
  id: string
  agentId: number
  usdMicros: bigint
  /** Paid by the agent's own salary: no news. */
  own: boolean
  item: Item
  tokens: bigint
  extraTokens: bigint
}
export type Credit = { transferId: string; tokens: bigint; extraTokens: bigint } | { refused: ErrorCode }

/** The tokens of these purchases, in order: each counts towards the month for the next one of the same agent. */
export async function pricePurchases(
  tx: Transaction,
  { params, now }: How,
  all: readonly ToCredit[],
): Promise<Priced[]> {
  const month = monthOf(now, params.text('platform_time_zone'))
  const tiers = tiersNow(params)
  const tokensPerUsd = BigInt(params.integer('tokens_per_usd'))
  const months = new Map(await monthPurchases(tx, [...new Set(all.map(({ agentId }) => agentId))], month))
  return all.map((purchase) => {
    const { id, agentId, usdMicros, usdtMicros, at } = purchase
    const monthMicros = months.get(agentId) ?? 0n
    months.set(agentId, monthMicros + usdMicros)
    const { tokens, extra } = tokensFor(tiers, { monthMicros, usdMicros, tokensPerUsd })
    const cause = { id: derivedId(at, 'agent.purchase', id), agentId, reference: `purchase ${id}`, at }
    return {
      id,
      agentId,
      usdMicros,
      own: purchase.kind === 'salary',
      item: crediting(cause, { usdMicros, tokens, from: queries.paidFrom(purchase, usdtMicros) }),
      tokens,
      extraTokens: extra,
    }
  })
}

/** Marks purchases posted by the ledger as credited. @returns by purchase */
export async function settleCredits(
  tx: Transaction,
  { params, now, by }: How,
  priced: readonly Priced[],
  outcomes: readonly Outcome[],
): Promise<Map<string, Credit>> {
  const credited = priced.filter((_, index) => outcomes[index]!.status !== 'refused')
  if (credited.length > 0)
    await queries.setCredited(tx, credited, { month: monthOf(now, params.text('platform_time_zone')), by, at: now })
  await tell(
    tx,
    now,
    credited
      .filter(({ own }) => !own)
      .map(({ id, agentId, usdMicros, tokens }) => ({
        moment: 'purchaseCredited',
        about: id,
        to: { agentId },
        params: { usd: dollars(usdMicros / 10_000n), tokens: Number(tokens) },
      })),
  )
  return new Map(
    priced.map(({ id, item, tokens, extraTokens }, index) => {
      const outcome = outcomes[index]!
      return [
        id,
        outcome.status === 'refused' ? { refused: outcome.code } : { transferId: item.id, tokens, extraTokens },
      ]
    }),
  )
}

/** Prices, posts and marks them. Their rows exist; those refused by the ledger stay unchanged. */
export async function creditPurchases(
  tx: Transaction,
  how: How,
  all: readonly ToCredit[],
): Promise<Map<string, Credit>> {
  if (all.length === 0) return new Map()
  const priced = await pricePurchases(tx, how, all)
  const outcomes = await post(
    tx,
    how.by,
    how.now,
    priced.map(({ item }) => item),
  )
  return settleCredits(tx, how, priced, outcomes)
}
