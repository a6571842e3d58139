// Why a withdrawal is risky, and how much (docs/money.md, Withdrawals). Pure.
import type { riskReasons } from '@greenroom/contract/statesAndKinds'
import { ageOn } from '../../users/index.ts'

export type RiskReason = (typeof riskReasons)[number]

/** Facts about a withdrawal, its user and its account at one moment. */
export type Facts = {
  withdrawalId: string
  userId: bigint
  marketAudit: boolean
  certified: boolean
  /** `YYYY-MM-DD`; null if unknown. */
  birthday: string | null
  registeredAt: Date | null
  /** When the user first used this account. */
  accountSince: Date
  /** Other users with the same account: how many, and one of them. */
  sameAccount: number
  sameAccountUser: bigint | null
  /** Other users on the same devices, and the device with the most. */
  deviceUsers: number
  deviceId: string | null
  /** Of the last 30 days: gift tokens, those of the three largest senders, and the largest sender. */
  giftTokens: bigint
  topTokens: bigint
  senders: number
  topSender: bigint | null
  /** Of these, tokens from users who received gifts from the user or share a device with them. */
  circleTokens: bigint
  circleSender: bigint | null
  /** Charged-back orders of the user and of the senders of the last 30 days, and the user with most of them. */
  chargebacks: number
  chargedBackUser: bigint | null
  /** Reports of the last 30 days, except false ones. */
  reports: number
  /** Withdrawals requested in the 24 hours before this one, including itself. */
  within24h: number
  paidBefore: number
  paidCents: bigint
  /** Bonus earned in the last 30 days: tokens behind it, and promotional ones among them. */
  earnedTokens: bigint
  earnedPromo: bigint
  whitelisted: boolean
}

export type Limits = {
  newDays: number
  fewSendersPercent: number
  promoPercent: number
  velocity: number
  minimumAge: number
}

export type Risk = {
  reason: RiskReason
  weight: number
  figures: Record<string, number | string>
  /** The screen with the evidence. */
  evidence: string
}

const dayMs = 86_400_000
const percent = (part: bigint, total: bigint): number => (total === 0n ? 0 : Number((part * 100n) / total))
const daysBetween = (from: Date, to: Date) => Math.max(0, Math.floor((to.getTime() - from.getTime()) / dayMs))
/** Below this many tokens, few senders mean nothing. */
const leastTokens = 1_000n

const giftsFrom = (receiver: bigint, sender: bigint | null) =>
  `/live/gifts?receiverId=${receiver}${sender === null ? '' : `&senderId=${sender}`}`

/** The reasons that apply, by descending weight; `today` is a day of the platform's zone. */
export function risksOf(facts: Facts, limits: Limits, now: Date, today: string): Risk[] {
  const person = `/user/detail/${facts.userId}`
  const withdrawals = `/finance/withdraw?tab=all&userId=${facts.userId}`
  const found: Risk[] = []
  const add = (when: boolean, risk: Risk) => {
    if (when) found.push(risk)
  }
  const age = facts.birthday === null ? null : ageOn(facts.birthday, today)
  add(facts.marketAudit, { reason: 'marketAudit', weight: 100, figures: {}, evidence: person })
  add(!facts.certified || age === null || age < limits.minimumAge, {
    reason: 'underAge',
    weight: 60,
    figures: facts.certified && age !== null ? { age } : {},
    evidence: person,
  })
  add(facts.sameAccount > 0, {
    reason: 'sharedAccount',
    weight: 45,
    figures: { users: facts.sameAccount },
    evidence: `/finance/withdraw?tab=all&userId=${facts.sameAccountUser ?? facts.userId}`,
  })
  add(facts.circleTokens > 0n, {
    reason: 'circle',
    weight: 40,
    figures: { tokens: Number(facts.circleTokens), percent: percent(facts.circleTokens, facts.giftTokens) },
    evidence: giftsFrom(facts.userId, facts.circleSender),
  })
  add(facts.chargebacks > 0, {
    reason: 'chargebacks',
    weight: 40,
    figures: { orders: facts.chargebacks },
    evidence: `/finance/recharge?refund=chargeback&orderMoment=refunded&userId=${facts.chargedBackUser ?? facts.userId}`,
  })
  add(facts.deviceUsers > 0, {
    reason: 'sharedDevices',
    weight: 25,
    figures: { users: facts.deviceUsers },
    evidence: `/user/device?device=${encodeURIComponent(facts.deviceId ?? '')}`,
  })
  const top = percent(facts.topTokens, facts.giftTokens)
  add(facts.giftTokens >= leastTokens && top > limits.fewSendersPercent, {
    reason: 'fewSenders',
    weight: 25,
    figures: { percent: top, senders: Math.min(3, facts.senders) },
    evidence: giftsFrom(facts.userId, facts.topSender),
  })
  const promo = percent(facts.earnedPromo, facts.earnedTokens)
  add(facts.earnedPromo * 100n > facts.earnedTokens * BigInt(limits.promoPercent), {
    reason: 'promotional',
    weight: 30,
    figures: { percent: promo },
    evidence: giftsFrom(facts.userId, null),
  })
  add(facts.reports > 0, {
    reason: 'reports',
    weight: 15,
    figures: { reports: facts.reports },
    evidence: `/audit/report?tab=all&userId=${facts.userId}`,
  })
  add(facts.within24h >= limits.velocity, {
    reason: 'velocity',
    weight: 20,
    figures: { count: facts.within24h },
    evidence: withdrawals,
  })
  const days = facts.registeredAt === null ? 0 : daysBetween(facts.registeredAt, now)
  add(days < limits.newDays, { reason: 'newAccount', weight: 15, figures: { days }, evidence: person })
  const payeeDays = daysBetween(facts.accountSince, now)
  add(payeeDays < limits.newDays, {
    reason: 'newPayee',
    weight: 15,
    figures: { days: payeeDays },
    evidence: withdrawals,
  })
  add(facts.paidBefore === 0, { reason: 'first', weight: 10, figures: {}, evidence: withdrawals })
  return found.toSorted((a, b) => b.weight - a.weight)
}

/** 0 to 100. */
export const scoreOf = (risks: readonly Risk[]): number =>
  Math.min(
    100,
    risks.reduce((sum, { weight }) => sum + weight, 0),
  )

/** Whether the panel holds it: it passes only with a second member of staff. The whitelist skips this. */
export const isRiskHeld = (score: number, whitelisted: boolean, holdScore: number): boolean =>
  !whitelisted && score >= holdScore

/** Store reviewers, minors and users of unverified age are never paid; no whitelist changes that. */
export const barred = (
  risks: readonly Pick<Risk, 'reason'>[],
): 'withdrawal.marketAudit' | 'withdrawal.underAge' | null => {
  const has = (reason: RiskReason) => risks.some((risk) => risk.reason === reason)
  if (has('marketAudit')) return 'withdrawal.marketAudit'
  return has('underAge') ? 'withdrawal.underAge' : null
}
