// Bounds of purchases and sales, and the patterns of sales. Pure.
import type { ErrorCode } from '@greenroom/contract/errors'
import { limits } from '@greenroom/contract/limits'
import type { Why } from '../../../kit/calls/refusal.ts'
import { because } from '../../../kit/calls/refusal.ts'
import type { Params } from '../../../params/index.ts'

/** The smallest and the largest purchase, in dollars. */
export const purchaseRange = (params: Params): { min: number; max: number } => ({
  min: params.integer('agent_purchase_min_usd'),
  max: params.integer('agent_purchase_max_usd'),
})

export const purchaseFault = (usdCents: number, { min, max }: { min: number; max: number }): boolean =>
  usdCents < min * 100 || usdCents > max * 100

export type Selling = {
  tokens: number
  soldToday: bigint
  /** The agent's own, or the parameter. */
  dayTokens: bigint
  saleTokens: bigint | null
  countries: readonly string[]
  /** The agent's own user id. */
  sellerUserId: bigint
  buyer: { id: bigint; banned: boolean; marketAudit: boolean; country: string }
}
export type Fault = { code: ErrorCode; field: 'userId' | 'tokens'; why: Why }

/** Why this buyer is not allowed; null if they are. */
export function buyerFault({
  buyer,
  countries,
  sellerUserId,
}: Pick<Selling, 'buyer' | 'countries' | 'sellerUserId'>): Fault | null {
  const fault = (why: Why): Fault => ({ code: 1000002, field: 'userId', why })
  // Bought at the agents' price for the agent's own use, or to make the agent's figures: neither is a sale.
  if (buyer.id === sellerUserId) return fault(because('agent.buyerSelf'))
  if (buyer.banned) return fault(because('agent.buyerBanned'))
  if (buyer.marketAudit) return fault(because('agent.buyerStore'))
  if (countries.length > 0 && !countries.includes(buyer.country))
    return fault(because('agent.buyerCountry', { country: buyer.country || '–' }))
  return null
}

/** The most tokens of one sale, by the agent's own limit. */
export const mostOfSale = (saleTokens: bigint | null): number =>
  saleTokens === null ? limits.sellMax : Math.min(limits.sellMax, Number(saleTokens))

/** Why a sale is not allowed; null if it is. */
export function saleFault(sale: Selling): Fault | null {
  const max = mostOfSale(sale.saleTokens)
  const fault = (why: Why): Fault => ({ code: 400003, field: 'tokens', why })
  if (sale.tokens < limits.sellMin || sale.tokens > max)
    return fault(because('agent.saleRange', { min: limits.sellMin, max }))
  const left = sale.dayTokens - sale.soldToday
  if (BigInt(sale.tokens) > left) return fault(because('agent.dayLimit', { left: Number(left > 0n ? left : 0n) }))
  return buyerFault(sale)
}

const nightEndsAt = 6
/** `text`: the time in the platform's zone, `YYYY-MM-DD HH:mm:ss`. */
export const isAtNight = (text: string): boolean => Number(text.slice(11, 13)) < nightEndsAt

const hourMs = 3_600_000
export type StepUp = { at: Date; large: boolean } | undefined

/** Until when a session may sell; null if its code is too old or missing. */
export function sellsUntil(stepUp: StepUp, now: Date, hours: number): Date | null {
  if (!stepUp) return null
  const until = new Date(stepUp.at.getTime() + hours * hourMs)
  return until > now ? until : null
}

/** Whether a sale needs a code first: the session's is too old, or the sale is large and the code was used for one. */
export function needsCode(
  stepUp: StepUp,
  { tokens, now, hours, largeTokens }: { tokens: number; now: Date; hours: number; largeTokens: number },
): 'agent.stepUp' | 'agent.stepUpLarge' | null {
  if (sellsUntil(stepUp, now, hours) === null) return 'agent.stepUp'
  return tokens > largeTokens && !stepUp!.large ? 'agent.stepUpLarge' : null
}

/** Until when a return can be requested. */
export const backUntil = (at: Date, hours: number): Date => new Date(at.getTime() + hours * hourMs)
