// Payout policies (velocity, share of the balance, destination): what a withdrawal must meet before it passes. Pure.
import type { policySettings } from '@greenroom/contract/policies.schema'
import type { z } from 'zod'
import { because, type Why } from '../../../kit/refusal.ts'
import type { AccountKind } from '../accounts/rules.ts'

export type Settings = z.output<typeof policySettings>
export type Policy = { id: number; name: string; settings: Settings }

/** What policies look at, of a withdrawal that is to pass. */
export type Facts = {
  usdCents: bigint
  bonus: bigint
  /** Bonus of the user now, what open withdrawals hold included. */
  balance: bigint
  kind: AccountKind
  /** Hours since the user first named the account. */
  accountHours: number
  /** Users who named the same account, this one included. */
  accountUsers: number
  /** What passed of this user within so many hours: how many, and cents. This one is not among them. */
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

/** The first policy that the withdrawal does not meet, as a reason; null where it meets all. */
export function policyFault(policies: readonly Policy[], facts: Facts): Why | null {
  const failed = policies.find(({ settings }) => !meets(settings, facts))
  return failed ? because('withdrawal.policy', { name: failed.name }) : null
}

/** Until when a policy is locked after a change. */
export const lockedUntil = (changedAt: Date, hours: number): Date => new Date(changedAt.getTime() + hours * 3_600_000)
