// Payout accounts are encrypted in the database; lists show their last four characters.
import { storedAccount } from '@greenroom/contract/payouts.schema'
import type { Seals } from '../../../kit/encryption/index.ts'
import type { Account } from './payeeAccounts.rules.ts'

/** `owner` names the row that the sealed text is bound to. */
export const sealAccount = (seals: Seals, owner: string, account: Account): string =>
  seals.seal(JSON.stringify(account), owner)

/** @throws SealProblem if the key is missing, or it is bound to another row. */
export const openAccount = (seals: Seals, owner: string, sealed: string): Account =>
  storedAccount.parse(JSON.parse(seals.open(sealed, owner)))

/** One of several: undefined if it can't be opened, which concerns its row alone. */
export function accountIfOpens(seals: Seals, owner: string, sealed: string): Account | undefined {
  try {
    return openAccount(seals, owner, sealed)
  } catch {
    return undefined
  }
}
