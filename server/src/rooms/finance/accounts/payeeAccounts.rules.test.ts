import { expect, test } from 'vitest'
import {
  type Account,
  accountFault,
  effectiveFrom,
  identityOf,
  isIban,
  isTronAddress,
  lastFourOf,
  normalisedAccount,
  shownState,
} from './payeeAccounts.rules.ts'

test('TRON addresses contain their checksum (Base58Check)', () => {
  // The USDT contract, and the address of zero bytes.
  expect(isTronAddress('TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6t')).toBe(true)
  expect(isTronAddress('T9yD14Nj9j7xAB4dbGeiX9h8unkKHxuWwb')).toBe(true)
  expect(isTronAddress('TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6T')).toBe(false)
  expect(isTronAddress('TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6')).toBe(false)
  // A Bitcoin address is Base58Check, too.
  expect(isTronAddress('1A1zP1eP5QGefi2DMPTfTL5SLmv7DivfNa')).toBe(false)
})

test('the check digits of an IBAN; other numbers have none', () => {
  expect(isIban('DE89370400440532013000')).toBe(true)
  expect(isIban('DE89370400440532013001')).toBe(false)
  const bank = (accountNumber: string): Account => ({
    kind: 'bank',
    holder: 'A',
    bankName: 'B',
    accountNumber,
    swift: undefined,
  })
  expect(accountFault(normalisedAccount(bank('de89 3704 0044 0532 0130 01')))).toBe('payout.iban')
  expect(accountFault(normalisedAccount(bank('DE89 3704 0044 0532 0130 00')))).toBeNull()
  expect(accountFault(normalisedAccount(bank('6222 0212 3456 7890')))).toBeNull()
  expect(normalisedAccount(bank('6222-0212 34'))).toMatchObject({ accountNumber: '6222021234' })
  expect(lastFourOf(bank('6222021234'))).toBe('1234')
})

test('an account is the same under another holder, and different at another wallet', () => {
  const wallet = (provider: string, holder: string, account: string): Account => ({
    kind: 'e-wallet',
    provider,
    holder,
    account,
  })
  const mine = identityOf(wallet('GCash', 'Lena', '+63917'))
  expect(identityOf(wallet('gcash', 'L. Fischer', '+63917'))).toBe(mine)
  expect(identityOf(wallet('Maya', 'Lena', '+63917'))).not.toBe(mine)
})

test('in force a day after it was entered, and not before it was approved', () => {
  const at = (text: string) => new Date(text)
  expect(effectiveFrom(at('2026-11-20T10:00:00Z'), at('2026-11-20T11:00:00Z'), 24)).toEqual(at('2026-11-21T10:00:00Z'))
  expect(effectiveFrom(at('2026-11-20T10:00:00Z'), at('2026-11-22T11:00:00Z'), 24)).toEqual(at('2026-11-22T11:00:00Z'))
  const now = at('2026-11-21T10:00:00Z')
  const state = (effectiveAt: Date | null, waits = false) => shownState({ state: 'waiting', effectiveAt }, waits, now)
  expect([state(null, true), state(null), state(at('2026-11-21T10:00:01Z')), state(now)]).toEqual([
    'waiting',
    'refused',
    'approved',
    'effective',
  ])
})
