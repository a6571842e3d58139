// Sums of weeks: the worked examples of docs/guilds.md, computed by hand, and properties against a ten-line model.
import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { Plan } from '../plans/commission.rules.ts'
import { after, mayDo, shownState } from '../settlement/settlement.states.ts'
import { correctionsOf } from './weekSum.corrections.ts'
import { type AnchorWeek, CannotSum, type SumInput, sumOf } from './weekSum.rules.ts'
import { draftsFrom, versionsUntil } from './weeks.times.ts'

const levels = [
  [0, 500],
  [50_000, 800],
  [150_000, 1000],
  [500_000, 1200],
  [1_500_000, 1500],
  [5_000_000, 1800],
  [15_000_000, 2000],
].map(([fromCents, rateBp]) => ({ fromCents: fromCents!, rateBp: rateBp! }))
const salary = [
  [20_000, 3, 0],
  [50_000, 4, 1_000],
  [100_000, 5, 2_500],
  [250_000, 5, 6_000],
  [500_000, 6, 15_000],
  [1_000_000, 6, 35_000],
].map(([points, days, usdCents]) => ({ points: points!, days: days!, usdCents: usdCents! }))
const wholePlan: Plan = { kind: 'whole', levels, salary }
const marginal: Plan = { kind: 'marginal', levels, salary }

/** An anchor with this bonus, a percentage of it paid for; 100 bonus are a dollar. */
const anchor = (userId: number, bonus: number, paidPercent = 100, validDays = 0, held = false): AnchorWeek => ({
  userId: BigInt(userId),
  bonus: BigInt(bonus),
  bonusMicros: BigInt(bonus) * 10_000n,
  baseMicros: (BigInt(bonus) * 10_000n * BigInt(paidPercent)) / 100n,
  validDays,
  held,
})
const input = (of: Partial<SumInput>): SumInput => ({
  method: 'guild pickup',
  plan: wholePlan,
  agreedBp: null,
  anchors: [],
  subs: [],
  deductions: [],
  carriedInCents: 0n,
  corrections: [],
  debt: null,
  ...of,
})
const dollars = (usd: number) => BigInt(usd) * 1_000_000n

test('example 1: a guild of two anchors, guild pickup', () => {
  const { totals } = sumOf(input({ anchors: [anchor(1, 60_000, 90, 4), anchor(2, 25_000, 100, 3)] }))
  expect(totals).toMatchObject({
    baseMicros: dollars(790),
    level: 2,
    rateBp: 800,
    commissionCents: 6_320n,
    bonusCents: 85_000n,
    salaryCents: 1_000n,
    payableCents: 92_320n,
    carriedOutCents: 0n,
  })
})

test('example 2: a family, and what its sub-agencies get', () => {
  const { totals, lines } = sumOf(
    input({
      method: 'anchor withdrawal',
      anchors: [anchor(1, 120_000, 100, 5)],
      subs: [
        { guildId: 7, baseMicros: dollars(400), agreedBp: null },
        { guildId: 8, baseMicros: dollars(3_500), agreedBp: 1_100 },
      ],
    }),
  )
  // 1,200 + 400 + 3,500 = 5,100: level 4, 12 %.
  expect(totals).toMatchObject({
    level: 4,
    rateBp: 1_200,
    commissionCents: 14_400n,
    overrideCents: 2_800n + 3_500n,
    salaryCents: 2_500n,
    anchorCents: 2_500n,
    payableCents: 20_700n,
  })
  expect(lines.filter(({ kind }) => kind === 'sub-agency').map(({ amountCents }) => amountCents)).toEqual([
    2_800n,
    3_500n,
  ])
  // The sub-agencies themselves: 5 % of 400 by their own level, and the agreed 11 % of 3,500.
  expect(sumOf(input({ method: 'anchor withdrawal', anchors: [anchor(3, 40_000)] })).totals.commissionCents).toBe(
    2_000n,
  )
  const agreed = input({ method: 'anchor withdrawal', agreedBp: 1_100, anchors: [anchor(4, 350_000)] })
  expect(sumOf(agreed).totals.commissionCents).toBe(38_500n)
})

test('example 3: a marginal plan', () => {
  const { totals, steps } = sumOf(input({ plan: marginal, method: 'anchor withdrawal', anchors: [anchor(1, 200_000)] }))
  // 500 × 5 % + 1,000 × 8 % + 500 × 10 % = 155; that is 7.75 % of 2,000.
  expect(totals).toMatchObject({ level: 3, rateBp: 775, commissionCents: 15_500n })
  expect(steps.find(({ step }) => step === 'level')).toMatchObject({
    slices: [
      { fromCents: 0, rateBp: 500, cents: 2_500 },
      { fromCents: 50_000, rateBp: 800, cents: 8_000 },
      { fromCents: 150_000, rateBp: 1_000, cents: 5_000 },
    ],
  })
})

test('example 4: deductions beyond the payable carry, and the next week pays them back', () => {
  const first = sumOf(
    input({
      method: 'anchor withdrawal',
      anchors: [anchor(1, 10_000)],
      deductions: [{ id: 1, userId: null, cents: 4_000n }],
    }),
  ).totals
  expect(first).toMatchObject({ commissionCents: 500n, payableCents: 0n, carriedOutCents: 3_500n })
  const second = sumOf(
    input({ method: 'anchor withdrawal', anchors: [anchor(1, 90_000)], carriedInCents: first.carriedOutCents }),
  ).totals
  expect(second).toMatchObject({ commissionCents: 7_200n, payableCents: 3_700n, carriedOutCents: 0n })
})

test('example 5: a banned anchor’s line is held, the base counts, and a correction settles the line later', () => {
  const anchors = [anchor(1, 50_000, 100, 4), anchor(2, 50_000, 100, 4, true)]
  const settled = sumOf(input({ anchors }))
  expect(settled.totals).toMatchObject({
    baseMicros: dollars(1_000),
    bonusCents: 50_000n,
    salaryCents: 1_000n,
    payableCents: 59_000n,
  })
  const again = sumOf(input({ anchors: anchors.map((one) => ({ ...one, held: false })) }))
  expect(correctionsOf('2026-11-16', again.lines, settled.lines, new Set([2n]))).toEqual([])
  const [line, ...others] = correctionsOf('2026-11-16', again.lines, settled.lines, new Set())
  expect(others).toEqual([])
  expect(line).toMatchObject({
    userId: 2n,
    amountCents: 51_000n,
    redeemBonus: 50_000n,
    salaryCents: 1_000n,
    ofKind: 'anchor',
  })
})

test('example 6: late bonus changes the level of a settled week: a signed correction, once', () => {
  const settled = sumOf(input({ anchors: [anchor(1, 45_000)] }))
  const now = sumOf(input({ anchors: [anchor(1, 50_000)] }))
  const lines = correctionsOf('2026-11-16', now.lines, settled.lines, new Set())
  // 450 × 5 % = 22.50 became 500 × 8 % = 40.00, and 50.00 of bonus came.
  expect(lines.map(({ ofKind, amountCents }) => [ofKind, amountCents])).toEqual([
    ['commission', 1_750n],
    ['anchor', 5_000n],
  ])
  expect(correctionsOf('2026-11-16', now.lines, [...settled.lines, ...lines], new Set())).toEqual([])
})

test('example 7: the leader’s debt takes what is payable, and the rest waits', () => {
  const of = (tokens: bigint, tokensPerUsd = 100) =>
    sumOf(input({ anchors: [anchor(1, 1_000)], debt: { userId: 9n, tokens, tokensPerUsd } })).totals
  expect(of(700n)).toMatchObject({ payableCents: 350n, debtCents: 700n, debtTokens: 700n, carriedOutCents: 0n })
  expect(of(2_000n)).toMatchObject({ payableCents: 0n, debtCents: 1_050n, debtTokens: 1_050n, carriedOutCents: 0n })
  // At 150 tokens to the dollar, 4.66 pay for 699 of 700; less than a cent is left alone.
  expect(of(700n, 150)).toMatchObject({ payableCents: 584n, debtCents: 466n, debtTokens: 699n })
  expect(of(1n, 150)).toMatchObject({ payableCents: 1_050n, debtCents: 0n, debtTokens: 0n })
})

const amount = fc.bigInt({ min: 0n, max: 10n ** 13n })
const aPlan = fc
  .record({
    kind: fc.constantFrom('whole' as const, 'marginal' as const),
    starts: fc.uniqueArray(fc.integer({ min: 1, max: 10_000_000 }), { maxLength: 6 }),
    rates: fc.array(fc.integer({ min: 0, max: 3_000 }), { minLength: 7, maxLength: 7 }),
  })
  .map(
    ({ kind, starts, rates }): Plan => ({
      kind,
      salary,
      levels: [0, ...starts.toSorted((a, b) => a - b)].map((fromCents, index) => ({
        fromCents,
        rateBp: rates[index]!,
      })),
    }),
  )
const anInput: fc.Arbitrary<SumInput> = fc.record({
  method: fc.constantFrom('guild pickup' as const, 'anchor withdrawal' as const),
  plan: aPlan,
  agreedBp: fc.constant(null),
  anchors: fc
    .array(
      fc
        .record({
          bonus: fc.bigInt({ min: 0n, max: 2_000_000n }),
          paid: fc.integer({ min: 0, max: 100 }),
          days: fc.nat(7),
          held: fc.boolean(),
        })
        .map(({ bonus, paid, days, held }) => anchor(1, Number(bonus), paid, days, held)),
      { maxLength: 6 },
    )
    .map((all) => all.map((one, index) => ({ ...one, userId: BigInt(index + 1) }))),
  subs: fc
    .array(fc.record({ baseMicros: amount, agreedBp: fc.option(fc.integer({ min: 0, max: 3_000 })) }), { maxLength: 4 })
    .map((all) => all.map((one, index) => ({ ...one, guildId: index + 1 }))),
  deductions: fc
    .array(fc.record({ userId: fc.option(fc.constant(1n)), cents: fc.bigInt({ min: 1n, max: 100_000_000n }) }), {
      maxLength: 3,
    })
    .map((all) => all.map((one, index) => ({ ...one, id: index + 1 }))),
  carriedInCents: fc.bigInt({ min: 0n, max: 10_000_000n }),
  corrections: fc.constant([]),
  debt: fc.option(
    fc.record({
      userId: fc.constant(9n),
      tokens: fc.bigInt({ min: 0n, max: 10_000_000n }),
      tokensPerUsd: fc.integer({ min: 1, max: 1_000 }),
    }),
  ),
})

/** The model: brackets summed up in plain fractions of micros × basis points, floored to cents. */
function model({ method, plan, anchors, subs, deductions, carriedInCents, debt }: SumInput): bigint {
  const base = anchors.reduce((sum, { baseMicros }) => sum + baseMicros, 0n)
  const all = subs.reduce((sum, { baseMicros }) => sum + baseMicros, base)
  const last = (x: bigint) => BigInt(plan.levels.findLast(({ fromCents }) => BigInt(fromCents) * 10_000n <= x)!.rateBp)
  const brought = (x: bigint) =>
    plan.levels.reduce((sum, { fromCents, rateBp }, i) => {
      const [from, to] = [BigInt(fromCents) * 10_000n, BigInt(plan.levels[i + 1]?.fromCents ?? 10 ** 15) * 10_000n]
      return x <= from ? sum : sum + ((x < to ? x : to) - from) * BigInt(rateBp)
    }, 0n)
  const rate = (x: bigint): [bigint, bigint] => (plan.kind === 'whole' || x === 0n ? [last(x), 1n] : [brought(x), x])
  const share = (x: bigint, [n, d]: [bigint, bigint]) => (n <= 0n ? 0n : (x * n) / (d * 100_000_000n))
  const g = rate(all)
  const over = subs.reduce((sum, sub) => {
    const s: [bigint, bigint] = sub.agreedBp === null ? rate(sub.baseMicros) : [BigInt(sub.agreedBp), 1n]
    return sum + share(sub.baseMicros, [g[0] * s[1] - s[0] * g[1], g[1] * s[1]])
  }, 0n)
  const paid = (one: AnchorWeek) =>
    BigInt(
      Math.max(
        0,
        ...salary
          .filter(({ points, days }) => points <= one.bonus && days <= one.validDays)
          .map(({ usdCents }) => usdCents),
      ),
    )
  const pickup = method === 'guild pickup'
  const bonus = anchors.reduce((sum, one) => (one.held || !pickup ? sum : sum + one.bonus + paid(one)), 0n)
  const less = deductions.reduce((sum, { userId, cents }) => (userId !== null && !pickup ? sum : sum + cents), 0n)
  const sum = share(base, g) + over + bonus - less - carriedInCents
  const owed = debt ? (debt.tokens * 100n) / BigInt(debt.tokensPerUsd) : 0n
  return sum <= 0n ? sum : owed < sum ? sum - owed : 0n
}

test('agrees with the model, its lines add up to its totals, and recomputing gives the same', () => {
  fc.assert(
    fc.property(anInput, (one) => {
      const { totals, lines } = sumOf(one)
      expect(totals.payableCents - totals.carriedOutCents).toBe(model(one))
      expect(lines.reduce((sum, { amountCents }) => sum + amountCents, 0n)).toBe(
        totals.payableCents - totals.carriedOutCents,
      )
      expect(lines.reduce((sum, { anchorCents }) => sum + anchorCents, 0n)).toBe(totals.anchorCents)
      expect(totals.payableCents === 0n || totals.carriedOutCents === 0n).toBe(true)
      expect(sumOf(structuredClone(one))).toEqual(sumOf(one))
    }),
    { numRuns: 400 },
  )
})

test('the settled sum plus all corrections equals the newest sum, in any number of steps', () => {
  fc.assert(
    fc.property(fc.array(anInput, { minLength: 2, maxLength: 5 }), ([first, ...later]) => {
      const banned = new Set<bigint>()
      const of = { method: first!.method, plan: first!.plan, carriedInCents: 0n, debt: null }
      const lines = sumOf({ ...first!, ...of }).lines
      let now = lines
      for (const next of later) {
        now = sumOf({ ...next, ...of, anchors: next.anchors.map((one) => ({ ...one, held: false })) }).lines
        lines.push(...correctionsOf('2026-11-16', now, lines, banned))
      }
      for (const field of ['amountCents', 'anchorCents', 'redeemBonus', 'redeemMicros'] as const)
        expect(lines.reduce((sum, line) => sum + line[field], 0n)).toBe(
          now.reduce((sum, line) => sum + line[field], 0n),
        )
    }),
    { numRuns: 200 },
  )
})

test('a deduction and its reversal after settlement cancel out over the weeks', () => {
  fc.assert(
    fc.property(anInput, (one) => {
      const sale = { ...one, carriedInCents: 0n, deductions: [{ id: 9, userId: null, cents: 5_000n }] }
      const refunded = { ...sale, deductions: [], anchors: sale.anchors.map((each) => ({ ...each, held: false })) }
      const settled = sumOf({ ...sale, anchors: refunded.anchors }).lines
      const corrections = correctionsOf('2026-11-16', sumOf(refunded).lines, settled, new Set())
      expect(corrections.map(({ ofKind, amountCents }) => [ofKind, amountCents])).toEqual([['deduction', 5_000n]])
    }),
    { numRuns: 50 },
  )
})

test('whole against marginal at each boundary: the lower bound is in the level, a cent below is not', () => {
  const at = (plan: Plan, cents: number) =>
    sumOf(
      input({ plan, method: 'anchor withdrawal', anchors: [{ ...anchor(1, 0), baseMicros: BigInt(cents) * 10_000n }] }),
    ).totals
  for (const [index, { fromCents, rateBp }] of levels.entries()) {
    expect(at(wholePlan, fromCents)).toMatchObject({ level: index + 1, rateBp })
    expect(at(wholePlan, fromCents).commissionCents).toBe(BigInt(Math.floor((fromCents * rateBp) / 10_000)))
    if (index === 0) continue
    const before = levels[index - 1]!
    expect(at(wholePlan, fromCents - 1)).toMatchObject({ level: index, rateBp: before.rateBp })
    // The marginal plan has no jump: a cent more brings no more than a cent of the next slice's rate.
    const jump = at(marginal, fromCents + 100).commissionCents - at(marginal, fromCents).commissionCents
    expect(Number(jump)).toBeLessThanOrEqual(Math.ceil(rateBp / 100))
    expect(at(marginal, fromCents).commissionCents <= at(wholePlan, fromCents).commissionCents).toBe(true)
  }
})

test('amounts beyond exact representation are refused', () => {
  expect(() => sumOf(input({ anchors: [anchor(1, 0)].map((one) => ({ ...one, baseMicros: 2n ** 60n })) }))).toThrow(
    CannotSum,
  )
})

test('states: every act from every state', () => {
  const states = ['draft', 'disputed', 'confirmed', 'approved', 'parked'] as const
  const acts = ['confirm', 'dispute', 'answer', 'approve', 'recompute'] as const
  expect(Object.fromEntries(acts.map((act) => [act, states.map((state) => after(state, act))]))).toEqual({
    confirm: ['confirmed', null, null, null, null],
    dispute: ['disputed', null, null, null, null],
    answer: [null, 'draft', null, null, null],
    approve: [null, null, 'approved', null, null],
    recompute: ['draft', 'draft', 'draft', null, 'draft'],
  })
  expect([
    mayDo('confirm', 'staff'),
    mayDo('approve', 'leader'),
    mayDo('dispute', 'staff'),
    mayDo('answer', 'leader'),
  ]).toEqual([false, false, false, false])
  expect(shownState({ state: 'approved', paid_cents: 5n, payable_cents: 5n })).toBe('paid')
  expect(shownState({ state: 'approved', paid_cents: 4n, payable_cents: 5n })).toBe('approved')
})

test('Monday and Friday 02:00 in the zone, across clock changes', () => {
  const at = (text: string) => new Date(text)
  // New York falls back on Sunday 1 November 2026, and springs forward on 14 March 2027; Chatham on 27 September 2026 and back
  // on 4 April 2027. The weeks end on the Monday after.
  expect(draftsFrom(at('2026-11-02T05:00:00Z'), 'America/New_York')).toEqual(at('2026-11-02T07:00:00Z'))
  expect(draftsFrom(at('2027-03-15T04:00:00Z'), 'America/New_York')).toEqual(at('2027-03-15T06:00:00Z'))
  expect(versionsUntil(at('2026-10-26T04:00:00Z'), 'America/New_York')).toEqual(at('2026-10-30T06:00:00Z'))
  expect(draftsFrom(at('2026-09-27T10:15:00Z'), 'Pacific/Chatham')).toEqual(at('2026-09-27T12:15:00Z'))
  expect(draftsFrom(at('2027-04-04T11:15:00Z'), 'Pacific/Chatham')).toEqual(at('2027-04-04T13:15:00Z'))
  // The zone moved east after the week had ended: 02:00 of that day had passed there before.
  expect(draftsFrom(at('2026-11-23T00:00:00Z'), 'Asia/Shanghai')).toEqual(at('2026-11-23T00:00:00Z'))
})
