import { expect, test } from 'vitest'
import type { Payee } from '../finance.queries.ts'
import { centsOf, refusalOf } from './withdrawals.rules.ts'

const anchor: Payee & { free: bigint } = {
  id: 1n,
  market_audit: false,
  banned: null,
  paid_by_guild: false,
  unredeemed: 0n,
  free: 0n,
}
const limits = { minUsd: 10, stepUsd: 10, bonusPerUsd: 100 }
const codeOf = (payee: typeof anchor | undefined, amount: bigint, of = limits) =>
  refusalOf(payee, amount, of)?.refuse ?? null

test('at least 10 USD, in steps of 10', () => {
  expect([999n, 1_000n, 1_001n, 1_500n, 2_000n].map((amount) => codeOf(anchor, amount))).toEqual([
    1000002,
    null,
    1000002,
    1000002,
    null,
  ])
  expect(codeOf(anchor, 1_500n, { ...limits, stepUsd: 5 })).toBeNull()
  expect(codeOf(anchor, 1_000n, { ...limits, minUsd: 20 })).toBe(1000002)
})

test('worth what the parameter says', () => {
  const of = { ...limits, bonusPerUsd: 250 }
  expect([1_000n, 2_499n, 2_500n, 2_750n, 5_000n].map((amount) => codeOf(anchor, amount, of))).toEqual([
    1000002,
    1000002,
    null,
    1000002,
    null,
  ])
  expect([centsOf(2_500n, 250), centsOf(1_000n, 100), centsOf(7n, 300)]).toEqual([1_000n, 1_000n, 2n])
})

test('refused to unknown users, store reviewers, and anchors paid by their guild; banned ones are suspended, not refused', () => {
  expect(codeOf(undefined, 1_000n)).toBe(21001)
  expect(codeOf({ ...anchor, market_audit: true }, 1_000n)).toBe(1000002)
  expect(codeOf({ ...anchor, paid_by_guild: true, free: 999n }, 1_000n)).toBe(1000002)
  expect(codeOf({ ...anchor, paid_by_guild: true, free: 1_000n }, 1_000n)).toBeNull()
  expect(codeOf({ ...anchor, banned: 'fraud' }, 1_000n)).toBeNull()
})
