// What a holder may do without.
import type { Factor } from '../login/login.rules.ts'

/** Whether these factors are enough for what the account's roles ask for. A number is no factor of the holder's own here. */
export function mayRemove(asks: Factor, left: { passkeys: number; authenticator: boolean }): boolean {
  switch (asks) {
    case 'passkey':
      return left.passkeys > 0
    case 'google':
      return left.passkeys > 0 || left.authenticator
    default:
      return true
  }
}
