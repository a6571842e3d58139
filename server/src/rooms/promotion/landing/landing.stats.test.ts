// The interval against simulated tests that are checked continuously.
import { expect, test } from 'vitest'
import { differenceOf, isSplitWrong } from './landing.stats.ts'

/** A small generator with a fixed seed (mulberry32). */
function random(seed: number): () => number {
  let state = seed
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let value = Math.imul(state ^ (state >>> 15), 1 | state)
    value = (value + Math.imul(value ^ (value >>> 7), 61 | value)) ^ value
    return ((value ^ (value >>> 14)) >>> 0) / 4_294_967_296
  }
}

/** True if the interval ever excludes the true value, checked every 50 visitors. */
function isEverWrong(seed: number, rateA: number, rateB: number, visitors: number): boolean {
  const next = random(seed)
  const a = { visits: 0, clicks: 0 }
  const b = { visits: 0, clicks: 0 }
  for (let visitor = 1; visitor <= visitors; visitor++) {
    const isB = next() < 0.5
    const arm = isB ? b : a
    arm.visits++
    if (next() < (isB ? rateB : rateA)) arm.clicks++
    if (visitor % 50 > 0) continue
    const found = differenceOf(a, b)
    if (found && (found.low > rateB - rateA || found.high < rateB - rateA)) return true
  }
  return false
}

test.each([
  [0.1, 0.1],
  [0.3, 0.34],
  [0.02, 0.02],
])('holds at every check in 95 of 100 tests, with rates of %f and %f', (rateA, rateB) => {
  const tests = 300
  const wrong = Array.from({ length: tests }, (_, seed) => isEverWrong(seed + 1, rateA, rateB, 6_000)).filter(Boolean)
  expect(wrong.length / tests).toBeLessThanOrEqual(0.05)
})

test('detects an existing difference, and returns nothing for too few visits', () => {
  const found = differenceOf({ visits: 5_000, clicks: 500 }, { visits: 5_000, clicks: 800 })!
  expect(found.low).toBeGreaterThan(0)
  expect(found.value).toBeCloseTo(0.06)
  expect(differenceOf({ visits: 99, clicks: 1 }, { visits: 500, clicks: 400 })).toBeNull()
})

test('detects a split that can’t be chance', () => {
  expect(isSplitWrong(5_000, 5_050, 50)).toBe(false)
  expect(isSplitWrong(5_000, 5_500, 50)).toBe(true)
  expect(isSplitWrong(8_000, 2_000, 20)).toBe(false)
  expect(isSplitWrong(10, 50, 50)).toBe(false)
  expect(isSplitWrong(500, 0, 0)).toBe(false)
})
