import fc from 'fast-check'
import { expect, test } from 'vitest'
import { shownTier, tierAt, tiersOf, tokensFor } from './topupAgents.tiers.ts'

const tiers = tiersOf([10, 15, 20, 25, 30], [1_000, 5_000, 20_000, 50_000])
const usd = (dollars: number) => BigInt(dollars) * 1_000_000n
const bring = (monthUsd: number, dollars: number) =>
  tokensFor(tiers, { monthMicros: usd(monthUsd), usdMicros: usd(dollars), tokensPerUsd: 100n })

test.each([
  [0, 500, 500 * 110],
  [0, 1_000, 1_000 * 110],
  // Each slice has its own rate.
  [500, 1_000, 500 * 110 + 500 * 115],
  [0, 60_000, 1_000 * 110 + 4_000 * 115 + 15_000 * 120 + 30_000 * 125 + 10_000 * 130],
  [50_000, 100, 100 * 130],
])('after %i USD in the month, %i USD buy %i tokens', (month, dollars, tokens) => {
  expect(bring(month, dollars).tokens).toBe(BigInt(tokens))
})

test('tiers start at their thresholds, and show what is missing for the next', () => {
  expect(tierAt(tiers, usd(1_000) - 1n)).toBe(1)
  expect(tierAt(tiers, usd(1_000))).toBe(2)
  expect(shownTier(tiers, usd(4_999) + 1n)).toMatchObject({
    tier: 2,
    extraPercent: 15,
    missingUsdCents: 100,
    nextPercent: 20,
  })
  expect(shownTier(tiers, usd(50_000))).toMatchObject({ tier: 5, extraPercent: 30, missingUsdCents: null })
})

const amount = fc.bigInt({ min: 1n, max: usd(200_000) })
const rate = fc.bigInt({ min: 1n, max: 1_000_000n })
const percents = fc.array(fc.integer({ min: 0, max: 30 }), { minLength: 5, maxLength: 5 })
const thresholds = fc.array(fc.integer({ min: 1, max: 100_000 }), { minLength: 4, maxLength: 4 })

test('extra tokens are never over 30 %, for any tiers, nor over the highest rate', () => {
  fc.assert(
    fc.property(percents, thresholds, amount, amount, rate, (rates, bounds, monthMicros, usdMicros, tokensPerUsd) => {
      const { tokens, extra } = tokensFor(tiersOf(rates, bounds), { monthMicros, usdMicros, tokensPerUsd })
      expect(extra * 100n).toBeLessThanOrEqual((tokens - extra) * 30n)
      expect(extra * 100n * 1_000_000n).toBeLessThanOrEqual(usdMicros * tokensPerUsd * BigInt(Math.max(...rates)))
      expect(extra).toBeGreaterThanOrEqual(0n)
    }),
  )
})

test('a purchase in parts yields the same as in one, except for rounding', () => {
  fc.assert(
    fc.property(amount, fc.array(amount, { minLength: 1, maxLength: 5 }), rate, (before, parts, tokensPerUsd) => {
      const total = parts.reduce((sum, part) => sum + part, 0n)
      const once = tokensFor(tiers, { monthMicros: before, usdMicros: total, tokensPerUsd }).tokens
      let monthMicros = before
      let sum = 0n
      for (const usdMicros of parts) {
        sum += tokensFor(tiers, { monthMicros, usdMicros, tokensPerUsd }).tokens
        monthMicros += usdMicros
      }
      expect(once - sum).toBeGreaterThanOrEqual(0n)
      expect(once - sum).toBeLessThanOrEqual(BigInt(parts.length) * 3n)
    }),
  )
})
