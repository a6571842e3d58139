// When a try is allowed, what an account's state answers, and which second factor applies.
import type { ErrorCode } from '@greenroom/contract/errors'

export type Tries = {
  /** From the caller's network within the last minute. */
  ofNetwork: number
  /** Failures of the name within the window, since its last freeze; concurrent tries count. */
  failures: number
  /** When the name's freeze ends. */
  frozenUntil: Date | null
}

export type TryLimits = { perMinute: number; failures: number }

/**
 * What happens to a try before its password is checked: refused, refused but counted for the network (so that trying a
 * frozen name costs an attacker too), or allowed.
 */
export function judgeTry(tries: Tries, most: TryLimits, now: Date): 'pass' | { code: 10005 | 10008; counted: boolean } {
  if (tries.ofNetwork >= most.perMinute) return { code: 10008, counted: false }
  if (tries.frozenUntil && tries.frozenUntil > now) return { code: 10005, counted: true }
  return tries.failures >= most.failures ? { code: 10005, counted: false } : 'pass'
}

export type AccountState = {
  /** 1 normal, 0 disabled, 2 frozen, 3 under review. */
  status: number
  /** For guild accounts: the guild's state. */
  guildState: string | null
}

/** Whether the reason for a guild's state is for its leader. */
export const tellsReason = (guildState: string | null): boolean =>
  guildState === 'rejected' || guildState === 'banned' || guildState === 'dissolved'

/** Why an account with the right password may not log in; null if it may. The guild's state is checked first. */
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

/** `google`: a passkey or an authenticator. */
export type Factor = 'none' | 'sms' | 'google' | 'passkey'
const strength: readonly Factor[] = ['none', 'sms', 'google', 'passkey']

/** Whether `after` is a weaker requirement than `before`. */
export const isWeaker = (after: Factor, before: Factor): boolean => strength.indexOf(after) < strength.indexOf(before)

/** The strongest factor that the account's roles require. */
export const strongestFactor = (factors: readonly Factor[]): Factor =>
  strength.findLast((factor) => factors.includes(factor)) ?? 'none'
