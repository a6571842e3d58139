import { expect, test } from 'vitest'
import type { Payee } from '../queries.ts'
import { masked, refusalOf } from './rules.ts'

const anchor: Payee = { id: 1n, market_audit: false, banned: null, paid_by_guild: false }
const limits = { minUsd: 10, stepUsd: 10 }
const codeOf = (payee: Payee | undefined, amount: bigint, of = limits) => refusalOf(payee, amount, of)?.refuse ?? null

test('at least 10 USD, in steps of 10', () => {
  expect([999n, 1_000n, 1_001n, 1_500n, 2_000n].map((amount) => codeOf(anchor, amount))).toEqual([
    1000002,
    null,
    1000002,
    1000002,
    null,
  ])
  expect(codeOf(anchor, 1_500n, { minUsd: 10, stepUsd: 5 })).toBeNull()
  expect(codeOf(anchor, 1_000n, { minUsd: 20, stepUsd: 10 })).toBe(1000002)
})

test('not to strangers, store reviewers, or whom a guild pays; the banned are kept back, not refused', () => {
  expect(codeOf(undefined, 1_000n)).toBe(21001)
  expect(codeOf({ ...anchor, market_audit: true }, 1_000n)).toBe(1000002)
  expect(codeOf({ ...anchor, paid_by_guild: true }, 1_000n)).toBe(1000002)
  expect(codeOf({ ...anchor, banned: 'fraud' }, 1_000n)).toBeNull()
})

test('an account shows its end, a short one less of it', () => {
  expect(['DE89370400440532', 'abcdef', 'ab', ''].map(masked)).toEqual(['****0532', '****ef', '****', '****'])
})
