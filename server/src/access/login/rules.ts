// When a try is let in, what an account's state answers, and which second factor counts (wire.md, Logging in).
import type { ErrorCode } from '@greenroom/contract/errors'

export type Tries = {
  /** From the caller's network within the last minute. */
  ofNetwork: number
  /** Failures of the name within the window, since it was last frozen; tries under way count. */
  failures: number
  /** When the name's freeze ends. */
  frozenUntil: Date | null
}

export type TryLimits = { perMinute: number; failures: number }

/**
 * What happens to a try before anyone looks at its password: refused, refused but counted for its network (a frozen
 * name costs an attacker's network all the same), or let through.
 */
export function judgeTry(tries: Tries, most: TryLimits, now: Date): 'pass' | { code: 10005 | 10008; counted: boolean } {
  if (tries.ofNetwork >= most.perMinute) return { code: 10008, counted: false }
  if (tries.frozenUntil && tries.frozenUntil > now) return { code: 10005, counted: true }
  return tries.failures >= most.failures ? { code: 10005, counted: false } : 'pass'
}

export type AccountState = {
  /** 1 normal, 0 disabled, 2 frozen, 3 under review. */
  status: number
  /** Of a guild account: its guild's. */
  guildState: string | null
}

/** Why an account with the right password may not log in; null when it may. A guild's state goes first. */
export function refusedState(account: AccountState): ErrorCode | null {
  switch (account.guildState) {
    case 'under review':
      return 30006
    case 'dissolved':
      return 30003
    case 'banned':
      return 30004
    default:
  }
  switch (account.status) {
    case 1:
      return null
    case 2:
      return 10005
    case 3:
      return 30006
    default:
      return 12006
  }
}

export type Factor = 'none' | 'sms' | 'google'
const strength: readonly Factor[] = ['none', 'sms', 'google']

/** Whether `after` asks for less than `before`. */
export const isWeaker = (after: Factor, before: Factor): boolean => strength.indexOf(after) < strength.indexOf(before)

/** The strongest of what the account's roles ask for. */
export const strongestFactor = (factors: readonly Factor[]): Factor =>
  strength.findLast((factor) => factors.includes(factor)) ?? 'none'
