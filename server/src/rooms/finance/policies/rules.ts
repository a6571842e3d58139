// Payout policies (velocity, share of the balance, destination): conditions of passing a withdrawal. Pure.
import type { policySettings } from '@greenroom/contract/policies.schema'
import type { z } from 'zod'
import { because, type Why } from '../../../kit/refusal.ts'
import type { AccountKind } from '../accounts/rules.ts'

export type Settings = z.output<typeof policySettings>
export type Policy = { id: number; name: string; settings: Settings }

/** Facts of a withdrawal to be passed, for policies. */
export type Facts = {
  usdCents: bigint
  bonus: bigint
  /** The user's bonus now, including holds of open withdrawals. */
  balance: bigint
  kind: AccountKind
  /** Hours since the user first used the account. */
  accountHours: number
  /** Users with the same account, including this one. */
  accountUsers: number
  /** The user's passed withdrawals within this many hours: count and cents, without this one. */
  passed(hours: number): { count: number; cents: bigint }
}

const meets = (settings: Settings, facts: Facts): boolean => {
  switch (settings.rule) {
    case 'velocity': {
      const { count, cents } = facts.passed(settings.hours)
      return (
        (settings.mostCount === undefined || count + 1 <= settings.mostCount) &&
        (settings.mostUsd === undefined || cents + facts.usdCents <= BigInt(settings.mostUsd) * 100n)
      )
    }
    case 'share':
      return facts.bonus * 100n <= facts.balance * BigInt(settings.mostPercent)
    case 'destination':
      return (
        settings.kinds.includes(facts.kind) &&
        (settings.leastHours === undefined || facts.accountHours >= settings.leastHours) &&
        (settings.mostUsers === undefined || facts.accountUsers <= settings.mostUsers)
      )
  }
}

/** The first policy that the withdrawal violates, as a reason; null if none. */
export function policyFault(policies: readonly Policy[], facts: Facts): Why | null {
  const failed = policies.find(({ settings }) => !meets(settings, facts))
  return failed ? because('withdrawal.policy', { name: failed.name }) : null
}

/** Until when a policy is locked after a change. */
export const lockedUntil = (changedAt: Date, hours: number): Date => new Date(changedAt.getTime() + hours * 3_600_000)
