import fc from 'fast-check'
import { expect, test } from 'vitest'
import {
  commissionOf,
  isValidDay,
  levelOf,
  missingMinutes,
  nextLevelOf,
  nextStepOf,
  type Plan,
  rateOf,
  salaryCents,
  shareCents,
  shownBp,
  wholeRate,
} from './commission.rules.ts'

const levels = [
  { fromCents: 0, rateBp: 500 },
  { fromCents: 50_000, rateBp: 800 },
  { fromCents: 150_000, rateBp: 1_000 },
  { fromCents: 500_000, rateBp: 1_200 },
]
const salary = [
  { points: 20_000, days: 3, usdCents: 0 },
  { points: 50_000, days: 4, usdCents: 1_000 },
  { points: 100_000, days: 5, usdCents: 2_500 },
]
const wholePlan: Plan = { kind: 'whole', levels, salary }
const marginal: Plan = { ...wholePlan, kind: 'marginal' }
const usd = (dollars: number) => BigInt(Math.round(dollars * 1_000_000))
const alone = (dollars: number) => ({ baseMicros: usd(dollars), subs: [], agreedBp: null })

test.each([
  [0, 1],
  [499.999_999, 1],
  [500, 2],
  [1_499.999_999, 2],
  [1_500, 3],
  [5_000, 4],
  [1_000_000, 4],
])('a base of %d USD is level %i', (dollars, level) => {
  expect(levelOf(wholePlan, usd(dollars))).toBe(level)
})

test('a whole plan pays one rate on everything, a marginal one each slice its own rate', () => {
  expect(commissionOf(wholePlan, alone(1_500)).commissionCents).toBe(15_000n)
  // 500 at 5 %, 1,000 at 8 %.
  expect(commissionOf(marginal, alone(1_500)).commissionCents).toBe(10_500n)
  expect(shownBp(rateOf(marginal, usd(1_500)))).toBe(700)
  expect(shownBp(rateOf(marginal, 0n))).toBe(500)
})

test('a parent gets the difference between its rate and that of the sub-agency', () => {
  const subs = [
    { baseMicros: usd(400), agreedBp: null },
    { baseMicros: usd(600), agreedBp: 900 },
    { baseMicros: usd(100), agreedBp: 1_500 },
  ]
  // 1,500 USD in all: level 3, 10 %.
  const sum = commissionOf(wholePlan, { baseMicros: usd(400), subs, agreedBp: null })
  expect(sum.level).toBe(3)
  expect(sum.commissionCents).toBe(4_000n)
  expect(sum.overrides.map(({ cents }) => cents)).toEqual([2_000n, 600n, 0n])
  expect(sum.overrideCents).toBe(2_600n)
})

test('the next level, the missing amount, and the gain of reaching it', () => {
  expect(nextLevelOf(wholePlan, alone(1_499.995))).toEqual({
    level: 3,
    fromCents: 150_000,
    rateBp: 1_000,
    missingCents: 1n,
    gainCents: 15_000n - 11_999n,
  })
  expect(nextLevelOf(marginal, alone(400))).toMatchObject({ missingCents: 10_000n, gainCents: 500n })
  expect(nextLevelOf(wholePlan, alone(5_000))).toBeUndefined()
  // The rate agreed with its parent stays.
  expect(nextLevelOf(wholePlan, { ...alone(400), agreedBp: 700 })).toMatchObject({
    missingCents: 10_000n,
    gainCents: 700n,
  })
})

test('salary steps need points and valid days', () => {
  expect(salaryCents(wholePlan, 49_999n, 7)).toBe(0)
  expect(salaryCents(wholePlan, 50_000n, 3)).toBe(0)
  expect(salaryCents(wholePlan, 50_000n, 4)).toBe(1_000)
  expect(salaryCents(wholePlan, 900_000n, 4)).toBe(1_000)
  expect(nextStepOf(wholePlan, 45_000n, 3)).toMatchObject({ missingPoints: 5_000n, missingDays: 1, gainCents: 1_000 })
  expect(nextStepOf(wholePlan, 120_000n, 4)).toMatchObject({ missingPoints: 0n, missingDays: 1, gainCents: 1_500 })
  expect(nextStepOf(wholePlan, 100_000n, 5)).toBeUndefined()
})

test('a valid day needs either minutes live or minutes on calls', () => {
  const valid = { liveMinutes: 60, callMinutes: 20 }
  expect(isValidDay(valid, 3_600, 0)).toBe(true)
  expect(isValidDay(valid, 3_599, 1_199)).toBe(false)
  expect(isValidDay(valid, 0, 1_200)).toBe(true)
  expect(missingMinutes(valid, 2_100, 61)).toEqual({ live: 25, call: 19 })
  expect(missingMinutes(valid, 3_600, 0)).toEqual({ live: 0, call: 0 })
})

const plans = fc
  .record({
    kind: fc.constantFrom('whole' as const, 'marginal' as const),
    bounds: fc.uniqueArray(fc.integer({ min: 1, max: 1_000_000 }), { maxLength: 6 }),
    rates: fc.array(fc.integer({ min: 0, max: 3_000 }), { minLength: 7, maxLength: 7 }),
  })
  .map(({ kind, bounds, rates }): Plan => {
    const froms = [0, ...bounds.toSorted((a, b) => a - b)]
    const rising = rates.toSorted((a, b) => a - b)
    return { kind, levels: froms.map((fromCents, i) => ({ fromCents, rateBp: rising[i]! })), salary: [] }
  })
const bases = fc.bigInt({ min: 0n, max: 20_000_000_000n })

/** The commission of a base, slice by slice from the top, in millionths of a dollar times basis points. */
function model(plan: Plan, base: bigint): bigint {
  const reached = plan.levels.filter((level) => BigInt(level.fromCents) * 10_000n <= base)
  if (plan.kind === 'whole') return base * BigInt(reached.at(-1)!.rateBp)
  let [left, sum] = [base, 0n]
  for (const level of reached.toReversed()) {
    const from = BigInt(level.fromCents) * 10_000n
    sum += (left - from) * BigInt(level.rateBp)
    left = from
  }
  return sum
}

test('commission is the sum of the slices, rounded down once', () => {
  fc.assert(
    fc.property(plans, bases, (plan, base) => {
      const { commissionCents } = commissionOf(plan, { baseMicros: base, subs: [], agreedBp: null })
      expect(commissionCents).toBe(model(plan, base) / 100_000_000n)
    }),
  )
})

test('with rising rates, a family never loses by earning more, and earning the missing amount reaches the next level', () => {
  fc.assert(
    fc.property(plans, bases, fc.array(bases, { maxLength: 3 }), (plan, baseMicros, subs) => {
      const family = {
        baseMicros,
        subs: subs.map((sub, i) => ({ baseMicros: sub, agreedBp: i === 0 ? 700 : null })),
        agreedBp: null,
      }
      const next = nextLevelOf(plan, family)
      if (!next) {
        expect(commissionOf(plan, family).level).toBe(plan.levels.length)
        return
      }
      expect(next.missingCents).toBeGreaterThan(0n)
      expect(next.gainCents).toBeGreaterThanOrEqual(0n)
      const then = commissionOf(plan, { ...family, baseMicros: baseMicros + next.missingCents * 10_000n })
      expect(then.level).toBeGreaterThanOrEqual(next.level)
      const fewer = { ...family, baseMicros: baseMicros + (next.missingCents - 1n) * 10_000n }
      expect(commissionOf(plan, fewer).level).toBe(next.level - 1)
    }),
  )
})

test('a parent and its sub-agencies together get the family’s rate, except for rounding and better agreed rates', () => {
  fc.assert(
    fc.property(plans, bases, fc.array(bases, { maxLength: 4 }), (plan, baseMicros, subBases) => {
      const subs = subBases.map((sub) => ({ baseMicros: sub, agreedBp: null }))
      const parent = commissionOf(plan, { baseMicros, subs, agreedBp: null })
      const own = subs.map((sub) => commissionOf(plan, { ...sub, subs: [] }).commissionCents)
      const all = own.reduce((sum, cents) => sum + cents, parent.commissionCents + parent.overrideCents)
      const family = shareCents(parent.familyMicros, parent.rate)
      expect(all <= family && all >= family - BigInt(2 * subs.length + 1)).toBe(true)
    }),
  )
})

test('an agreed rate is whole basis points', () => {
  expect(shareCents(usd(0.199_999), wholeRate(500))).toBe(0n)
  expect(shareCents(usd(0.2), wholeRate(500))).toBe(1n)
})
