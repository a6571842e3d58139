import { expect, test } from 'vitest'
import type { Plan } from '../plans/commission.rules.ts'
import { type AnchorProgress, closest, sumOf } from './guildHome.rules.ts'

const plan: Plan = {
  kind: 'whole',
  levels: [
    { fromCents: 0, rateBp: 500 },
    { fromCents: 50_000, rateBp: 800 },
  ],
  salary: [
    { points: 20_000, days: 3, usdCents: 0 },
    { points: 50_000, days: 4, usdCents: 1_000 },
  ],
}
const dayStartsAt = new Date('2026-11-20T00:00:00Z')
const now = new Date('2026-11-20T12:00:00Z')
const day = { valid: { liveMinutes: 60, callMinutes: 20 }, dayStartsAt, now }
const anchor = (of: Partial<AnchorProgress>): AnchorProgress => ({
  userId: 1n,
  points: 0n,
  micros: 0n,
  validDays: 0,
  liveToday: 0,
  callsToday: 0,
  running: null,
  ...of,
})
const family = (micros: bigint) => ({ baseMicros: micros, subs: [], agreedBp: null })

test('the sum of a week under pickup has salaries and bonus, under withdrawal neither', () => {
  const anchors = [anchor({ points: 50_000n, micros: 500_009_999n, validDays: 3, liveToday: 3_600 })]
  const week = { anchors, deductionCents: 700, ...day }
  expect(sumOf(plan, family(400_000_000n), { ...week, pickup: true })).toMatchObject({
    level: 1,
    rateBp: 500,
    commissionCents: 2_000,
    salaryCents: 1_000,
    bonusCents: 50_000,
    deductionCents: 700,
    totalCents: 52_300,
    next: { level: 2, missingCents: 10_000n, gainCents: 2_000n },
  })
  expect(sumOf(plan, family(400_000_000n), { ...week, pickup: false })).toMatchObject({
    salaryCents: 0,
    bonusCents: 0,
    totalCents: 1_300,
  })
})

test('the running broadcast counts towards today, from midnight on', () => {
  const since = (text: string) => anchor({ running: { kind: 'live', since: new Date(text) } })
  const week = { ...day, daysLeft: 3 }
  expect(closest(plan, [since('2026-11-20T11:25:00Z')], week)).toMatchObject([
    { running: 'live', today: { liveMinutes: 35, missingLive: 25, missingCall: 20 }, step: null },
  ])
  // Valid already, and no step is near.
  expect(closest(plan, [since('2026-11-19T20:00:00Z')], week)).toEqual([])
  expect(closest(plan, [anchor({ liveToday: 1_799 })], week)).toEqual([])
})

test('a step is near when its points are nearly reached and the week has enough days left', () => {
  const one = anchor({ points: 45_000n, validDays: 2 })
  expect(closest(plan, [one], { ...day, daysLeft: 2 })).toMatchObject([
    { step: { points: 50_000, missingPoints: 5_000n, missingDays: 2, gainCents: 1_000 }, today: null },
  ])
  expect(closest(plan, [one], { ...day, daysLeft: 1 })).toEqual([])
  expect(closest(plan, [anchor({ points: 30_000n, validDays: 2 })], { ...day, daysLeft: 2 })).toEqual([])
  // Today is valid already: it counts among the valid days, not among those still possible.
  const today = { ...one, liveToday: 3_600 }
  expect(closest(plan, [today], { ...day, daysLeft: 1 })).toEqual([])
  expect(closest(plan, [today], { ...day, daysLeft: 2 })).toMatchObject([{ validDays: 3, step: { missingDays: 1 } }])
})

test('those close to a valid day come first, the closest first', () => {
  const anchors = [
    anchor({ userId: 1n, points: 49_000n, validDays: 4 }),
    anchor({ userId: 2n, liveToday: 2_000 }),
    anchor({ userId: 3n, callsToday: 1_100 }),
  ]
  expect(closest(plan, anchors, { ...day, daysLeft: 2 }).map(({ userId }) => userId)).toEqual([3n, 2n, 1n])
})
