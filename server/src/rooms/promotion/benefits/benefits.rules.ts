// Registration benefits: allocation and states (docs/promotion.md, Benefits). Pure.
import type { benefitStates } from '@greenroom/contract/statesAndKinds'

export type BenefitState = (typeof benefitStates)[number]

type BenefitFacts = {
  state: string
  /** Whether its request is still pending. */
  pending: boolean
  from: Date
  to: Date
  budget: bigint
  used: bigint
  cost: bigint
}

/** The displayed state: by decisions, time, and remaining budget. */
export function stateOf({ state, pending, from, to, budget, used, cost }: BenefitFacts, now: Date): BenefitState {
  if (state === 'stopped') return 'stopped'
  if (state === 'waiting') return pending ? 'waiting' : 'refused'
  if (to <= now) return 'ended'
  if (used + cost > budget) return 'used up'
  return from > now ? 'scheduled' : 'running'
}

/** A benefit that matches a registered user. */
export type Fit = {
  benefitId: number
  /** How many of sex, country and channel it restricts. */
  narrowness: number
}

/** The remaining budget of a benefit, with its row locked. */
export type Left = { benefitId: number; budget: bigint; cost: bigint }

/** `device`: what identifies it, however its id is written; `block`: empty without an address. */
export type Registered = { userId: bigint; device: string; deviceId: string; block: string; fits: readonly Fit[] }

/**
 * Assigns benefits in the order of the users: the most specific match with enough budget, of equal ones the oldest; once per device, and at
 * most `cap` per network (`blocks` counts those of the last 24 hours, by `<benefit> <block>`).
 *
 * @returns the benefit of each user who gets one.
 */
export function assignBenefits(
  registered: readonly Registered[],
  left: readonly Left[],
  blocks: ReadonlyMap<string, number>,
  cap: number,
): Map<bigint, number> {
  const budgets = new Map(left.map((one) => [one.benefitId, { ...one }]))
  const counts = new Map(blocks)
  const devices = new Set<string>()
  const assigned = new Map<bigint, number>()
  for (const { userId, device, block, fits } of registered) {
    if (devices.has(device)) continue
    const found = fits
      .toSorted((a, b) => b.narrowness - a.narrowness || a.benefitId - b.benefitId)
      .find(({ benefitId }) => {
        const budget = budgets.get(benefitId)
        if (!budget || budget.budget < budget.cost) return false
        // Those without an address share one count: otherwise leaving it out would lift the cap.
        return (counts.get(`${benefitId} ${block}`) ?? 0) < cap
      })
    if (!found) continue
    const budget = budgets.get(found.benefitId)!
    budget.budget -= budget.cost
    counts.set(`${found.benefitId} ${block}`, (counts.get(`${found.benefitId} ${block}`) ?? 0) + 1)
    devices.add(device)
    assigned.set(userId, found.benefitId)
  }
  return assigned
}

/** The budget used by one grant: its tokens, and its minutes at the highest covered price. */
export const costOf = (tokens: number, freeMinutes: number, minutePrice: number): number =>
  tokens + freeMinutes * minutePrice
