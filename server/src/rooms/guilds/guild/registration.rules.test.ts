import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { readPhone } from '../../../access/index.ts'
import * as rules from './registration.rules.ts'

it.each([
  ['', 30014],
  ['a', null],
  ['星'.repeat(50), null],
  ['😀'.repeat(50), null],
  ['a'.repeat(51), 30014],
  ['two\nlines', 30014],
])('a guild named %j: %s', (name, code) => expect(rules.refusedName(name)).toBe(code))

it.each([
  ['Leader01', null],
  ['Leader1', 12004],
  ['a'.repeat(50), null],
  ['a'.repeat(51), 12004],
  ['leader-01', 12004],
  ['leader 01', 12004],
  ['会长leader01', 12004],
])('an account named %j: %s', (name, code) => expect(rules.refusedAccountName(name)).toBe(code))

it.each([
  ['a@example.com', null],
  ['a@example', 30018],
  ['', 30018],
  ['a b@example.com', 30018],
])('an address %j: %s', (email, code) => expect(rules.refusedEmail(email)).toBe(code))

describe('a leader', () => {
  const free = { leads: null, isMember: false, areaCode: '86', phone: '13800001234', birthday: null }
  it.each([
    [undefined, 30005],
    [free, null],
    [{ ...free, leads: 'normal' as const }, 30002],
    [{ ...free, leads: 'banned' as const }, 30002],
    [{ ...free, leads: 'under review' as const }, 30006],
    [{ ...free, isMember: true }, 30017],
  ])('%o: %s', (leader, code) => expect(rules.refusedLeader(leader)).toBe(code))

  it.each([
    [null, null],
    ['2008-11-24', 30013],
    ['2008-11-23', null],
  ])('born %s: %s', (birthday, code) =>
    expect(rules.refusedAge({ ...free, birthday }, new Date('2026-11-23T12:00:00Z'))).toBe(code),
  )

  it('has their own phone, in any spelling, or is refused', () => {
    const own = readPhone('86', '13800001234')!
    expect(rules.refusedPhoneOf(free, own)).toBeNull()
    expect(rules.refusedPhoneOf({ ...free, areaCode: '+86', phone: '138 0000 1234' }, own)).toBeNull()
    expect(rules.refusedPhoneOf({ ...free, phone: '13800001235' }, own)).toBe(30007)
    expect(rules.refusedPhoneOf({ ...free, areaCode: '', phone: '' }, own)).toBe(30007)
  })
})

it('parses only texts that are numbers', () => {
  const digits = fc.array(fc.nat(9), { maxLength: 17 }).map((all) => all.join(''))
  fc.assert(
    fc.property(fc.oneof(digits, fc.string()), (text) => {
      const number = Number(text)
      const plain = String(number) === text && Number.isInteger(number) && number > 0
      expect(rules.userNumberOf(text)).toBe(plain && text.length <= 15 ? BigInt(text) : null)
      expect(rules.inviterOf(text)).toBe(plain && text.length <= 9 ? number : null)
    }),
  )
})

it('shows only the first letter and the host of an address', () =>
  expect(rules.maskEmail('leader@example.com')).toBe('l***@example.com'))
