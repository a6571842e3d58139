// Payout accounts: checksums of their numbers, and the part that is shown. Pure.

import { createHash } from 'node:crypto'
import type { payoutAccount } from '@greenroom/contract/payouts.schema'
import type { ReasonKey } from '@greenroom/contract/reasons'
import type { payoutAccountStates } from '@greenroom/contract/statesAndKinds'
import type { z } from 'zod'
import { isEthereumAddress } from '../../chain/index.ts'

export type Account = z.output<typeof payoutAccount>
export type AccountKind = Account['kind']

const alphabet = '123456789ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz'
const sha256 = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest()

/** Bytes of a Base58 text; null if it contains an invalid character. */
function base58Bytes(text: string): Buffer | null {
  let value = 0n
  for (const letter of text) {
    const digit = alphabet.indexOf(letter)
    if (digit < 0) return null
    value = value * 58n + BigInt(digit)
  }
  const hex = value.toString(16)
  const zeros = /^1*/.exec(text)![0].length
  return Buffer.concat([Buffer.alloc(zeros), Buffer.from(hex.length % 2 ? `0${hex}` : hex, 'hex')])
}

/** A TRON address: Base58Check of the byte 0x41 and 20 bytes. */
export function isTronAddress(text: string): boolean {
  const bytes = base58Bytes(text)
  if (bytes?.length !== 25 || bytes[0] !== 0x41) return false
  return sha256(sha256(bytes.subarray(0, 21)))
    .subarray(0, 4)
    .equals(bytes.subarray(21))
}

/** The check digits of an IBAN (ISO 13616). */
export function isIban(text: string): boolean {
  const turned = text.slice(4) + text.slice(0, 4)
  const digits = Array.from(turned)
    .map((letter) => Number.parseInt(letter, 36))
    .join('')
  return /^\d+$/.test(digits) && BigInt(digits) % 97n === 1n
}

/** Looks like an IBAN: a country, two digits, and at least eleven more letters or digits. */
const likeIban = /^[A-Z]{2}\d{2}[A-Z0-9]{11,30}$/

/** Numbers without the spaces and hyphens they were typed with. */
export function normalisedAccount(account: Account): Account {
  if (account.kind !== 'bank') return account
  const number = account.accountNumber.replace(/[ -]/g, '')
  return { ...account, accountNumber: likeIban.test(number.toUpperCase()) ? number.toUpperCase() : number }
}

/** What is wrong with a normalised account, or null. */
export function accountFault(account: Account): (ReasonKey & `payout.${string}`) | null {
  switch (account.kind) {
    case 'bank':
      return likeIban.test(account.accountNumber) && !isIban(account.accountNumber) ? 'payout.iban' : null
    case 'e-wallet':
      return null
    case 'usdt.trc20':
      return isTronAddress(account.address) ? null : 'payout.address'
    case 'usdt.erc20':
      return isEthereumAddress(account.address) ? null : 'payout.address'
  }
}

/** The account's number or address. */
export const numberOf = (account: Account): string => {
  if (account.kind === 'bank') return account.accountNumber
  return account.kind === 'e-wallet' ? account.account : account.address
}

/** The last four characters, all that lists and logs show. */
export const lastFourOf = (account: Account): string => Array.from(numberOf(account)).slice(-4).join('')

/** The account's identity as one text: its number, regardless of the holder's name. */
export function identityOf(account: Account): string {
  const at = account.kind === 'e-wallet' ? account.provider.toLowerCase() : ''
  // Account numbers are compared by letters and digits only; chain addresses keep their case.
  const number =
    account.kind === 'bank' || account.kind === 'e-wallet' ? numberOf(account).toLowerCase() : numberOf(account)
  return [account.kind, at, number].join('\n')
}

/** When an account that was entered at `createdAt` takes effect: a day later, or at its approval if that is later. */
export const effectiveFrom = (createdAt: Date, approvedAt: Date, waitHours: number): Date =>
  new Date(Math.max(createdAt.getTime() + waitHours * 3_600_000, approvedAt.getTime()))

/** When an account first used at `firstUsedAt` may be paid (it waits 24 hours). */
export const usableFrom = (firstUsedAt: Date, waitHours: number): Date =>
  new Date(firstUsedAt.getTime() + waitHours * 3_600_000)

/**
 * The state of a payout account as staff see it. An approved one waits for its waiting period; one whose request ended without approval was
 * refused. `waits`: its request is pending.
 */
export function shownState(
  { state, effectiveAt }: { state: string; effectiveAt: Date | null },
  waits: boolean,
  now: Date,
): (typeof payoutAccountStates)[number] {
  if (state !== 'waiting') return state as 'effective' | 'retired'
  if (effectiveAt) return effectiveAt <= now ? 'effective' : 'approved'
  return waits ? 'waiting' : 'refused'
}
