import { expect, test } from 'vitest'
import { coversTooMuch, goodExpiry, normalValue, stateAt } from './whitelist.rules.ts'

const now = new Date('2026-03-01T12:00:00Z')
const before = new Date(now.getTime() - 1)
const after = new Date(now.getTime() + 1)

test.each(['user', 'withdrawal'] as const)('of %s is a whole number above zero', (kind) => {
  expect(normalValue(kind, '007')).toBe('7')
  for (const value of ['0', '-1', '1.5', 'seven', '9007199254740993', '1e3', '', '10.0.0.1/24'])
    expect(normalValue(kind, value)).toBeNull()
})

test('a device is free text', () => {
  expect(normalValue('device', 'SN 12-ä')).toBe('SN 12-ä')
})

test('an end is in the future, unless it is unchanged', () => {
  expect(goodExpiry(null, now)).toBe(true)
  expect(goodExpiry(after, now)).toBe(true)
  expect(goodExpiry(now, now)).toBe(false)
  expect(goodExpiry(before, now)).toBe(false)
  expect(goodExpiry(before, now, new Date(before))).toBe(true)
})

test('an entry has expired from its end on', () => {
  expect([null, after, now, before].map((end) => stateAt(end, now))).toEqual([
    'effective',
    'effective',
    'expired',
    'expired',
  ])
})

test.each([
  ['203.0.0.0/16', false],
  ['203.0.0.0/15', true],
  ['0.0.0.0/1', true],
  ['203.0.113.7', false],
  ['2001:db8:1::/48', false],
  ['2001:db8::/47', true],
  ['8000::/1', true],
  ['::1', false],
])('%s is too wide to skip the second factor: %s', (value, wide) => {
  expect(coversTooMuch('ip', value)).toBe(wide)
})
