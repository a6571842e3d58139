// Payout policies (velocity, share of the balance, destination): conditions of passing a withdrawal, or a payout to
// another payee. Pure.
import type { policySettings } from '@greenroom/contract/policies.schema'
import type { policyPayees } from '@greenroom/contract/statesAndKinds'
import type { z } from 'zod'
import { because, type Why } from '../../../kit/calls/refusal.ts'
import type { AccountKind } from '../accounts/payeeAccounts.rules.ts'
import type { Passed } from '../payouts/payouts.source.ts'

export const hourMs = 3_600_000

export type Settings = z.output<typeof policySettings>
export type PolicyPayee = (typeof policyPayees)[number]
export type Policy = { id: number; name: string; settings: Settings; payees: readonly PolicyPayee[] }

/** Facts of a withdrawal or payout to be passed, for policies. */
export type Facts = {
  payee: PolicyPayee
  usdCents: bigint
  /** A user's bonus to be withdrawn, and all they have now, including holds of open withdrawals; null for other payees. */
  share: { bonus: bigint; balance: bigint } | null
  kind: AccountKind
  /** Hours since the payee first used the account. */
  accountHours: number
  /** Payees with the same account, including this one. */
  accountPayees: number
  /** What passed for the payee within this many hours: count and cents, without this one. */
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
      return facts.share === null || facts.share.bonus * 100n <= facts.share.balance * BigInt(settings.mostPercent)
    case 'destination':
      return (
        settings.kinds.includes(facts.kind) &&
        (settings.leastHours === undefined || facts.accountHours >= settings.leastHours) &&
        (settings.mostUsers === undefined || facts.accountPayees <= settings.mostUsers)
      )
  }
}

/** The first policy for this payee that is violated, as a reason; null if none. */
export function policyFault(policies: readonly Policy[], facts: Facts): Why | null {
  const failed = policies.find(({ settings, payees }) => payees.includes(facts.payee) && !meets(settings, facts))
  return failed ? because('withdrawal.policy', { name: failed.name }) : null
}

/** A withdrawal or payment to be decided. */
export type Judged = { id: string; payeeId: string; facts: Omit<Facts, 'passed'> }

/** The faults by id; what passes counts for those after it. `before`: what passed within the policies' periods. */
export function faultsInOrder(
  policies: readonly Policy[],
  now: Date,
  judged: readonly Judged[],
  before: readonly Passed[],
): Map<string, Why> {
  const passed = [...before]
  const faults = new Map<string, Why>()
  for (const { id, payeeId, facts } of judged) {
    const fault = policyFault(policies, {
      ...facts,
      passed: (hours) => {
        const since = now.getTime() - hours * hourMs
        const own = passed.filter((one) => one.payeeId === payeeId && one.at.getTime() > since)
        return { count: own.length, cents: own.reduce((sum, { cents }) => sum + cents, 0n) }
      },
    })
    if (fault) faults.set(id, fault)
    else passed.push({ payeeId, at: now, cents: facts.usdCents })
  }
  return faults
}

/** Until when a policy is locked after a change. */
export const lockedUntil = (changedAt: Date, hours: number): Date => new Date(changedAt.getTime() + hours * hourMs)
