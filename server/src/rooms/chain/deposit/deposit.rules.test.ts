import { expect, test } from 'vitest'
import { decideFault, explainFault, faultOf, type Judged, needsTwoNodes, unmatchFault } from './deposit.rules.ts'

const usdt = (amount: number) => BigInt(Math.round(amount * 1_000_000))
const deposit: Judged = { usdtMicros: usdt(25), owner: { kind: 'user', id: 7n }, isWallet: false, retired: false }

test.each<[string, Partial<Judged>, string | null]>([
  ['the payer’s address', {}, null],
  ['exactly the minimum', { usdtMicros: usdt(10) }, null],
  ['too small', { usdtMicros: usdt(9.99) }, 'usdt.small'],
  ['a fraction of a cent', { usdtMicros: usdt(25.000001) }, 'usdt.odd'],
  ['an unassigned address', { owner: null }, 'usdt.unknownAddress'],
  ['a retired address', { retired: true }, 'usdt.retiredAddress'],
  ['from outside, at a wallet of the platform', { isWallet: true }, 'usdt.unknownSender'],
  // The address takes precedence over the amount.
  ['too small, at an unassigned address', { owner: null, usdtMicros: 1n }, 'usdt.unknownAddress'],
])('%s', (_, how, fault) => {
  expect(faultOf({ ...deposit, ...how }, 10)).toBe(fault)
})

test('two nodes are needed above the amount, not at it', () => {
  expect([needsTwoNodes(usdt(1_000), 1_000), needsTwoNodes(usdt(1_000) + 1n, 1_000)]).toEqual([false, true])
})

test('staff decide only about unmatched ones, once, and while the chain has them', () => {
  const facts = { state: 'unmatched', vanished: false, waiting: false }
  expect(decideFault(facts)).toBeNull()
  expect(decideFault({ ...facts, waiting: true })).toBe('usdt.decisionOpen')
  expect(decideFault({ ...facts, vanished: true })).toBe('usdt.notUnmatched')
  for (const state of ['detected', 'confirming', 'credited', 'matched', 'rejected', 'gone'])
    expect(decideFault({ ...facts, state })).toBe('usdt.notUnmatched')
})

test('a match is undone only if staff made it, once, and while the chain has the deposit', () => {
  const facts = { state: 'matched', vanished: false, missing: false, waiting: false }
  expect(unmatchFault(facts)).toBeNull()
  expect(unmatchFault({ ...facts, waiting: true })).toBe('usdt.decisionOpen')
  for (const other of [{ vanished: true }, { missing: true }, { state: 'credited' }, { state: 'unmatched' }])
    expect(unmatchFault({ ...facts, ...other })).toBe('usdt.notMatched')
})

test('only a vanished deposit is explained, once', () => {
  expect(explainFault({ vanished: true, explained: false })).toBeNull()
  expect(explainFault({ vanished: true, explained: true })).toBe('usdt.explained')
  expect(explainFault({ vanished: false, explained: false })).toBe('usdt.explained')
})
