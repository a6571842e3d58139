import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { commissionOf, levelOf, nextLevelOf, type Plan } from '../plans/commission.rules.ts'
import { pacesOf, tonight, untilThisHour, whatReaches } from './guildEvening.rules.ts'
import type { AnchorProgress } from './guildHome.rules.ts'

const at = (text: string) => new Date(`2026-11-${text}Z`)
const pace = (userId: bigint, microsPerMinute: bigint) => ({ userId, microsPerMinute })

describe('what reaches the next level', () => {
  const evening = { minutesLeft: 300, daysLeft: 3 }
  test('is one anchor today if one is enough, else several, else more days', () => {
    // 20 USD; 0.50 USD a minute.
    expect(whatReaches(20_000_000n, [pace(1n, 500_000n)], evening)).toEqual({ userIds: [1n], minutes: 40, days: 1 })
    expect(whatReaches(21_000_000n, [pace(1n, 100_000n), pace(2n, 90_000n)], evening)).toEqual({
      userIds: [1n, 2n],
      minutes: 115,
      days: 1,
    })
    expect(whatReaches(21_000_000n, [pace(1n, 100_000n)], evening)).toEqual({ userIds: [1n], minutes: 210, days: 2 })
  })
  test('is nothing late in the last evening, without a pace, and on the highest level', () => {
    expect(whatReaches(20_000_000n, [pace(1n, 500_000n)], { minutesLeft: 39, daysLeft: 1 })).toBeNull()
    expect(whatReaches(20_000_000n, [], evening)).toBeNull()
    expect(whatReaches(0n, [pace(1n, 1n)], evening)).toBeNull()
  })
  test('with so many minutes the level is reached, with fewer people or five minutes less it is not', () => {
    const plan: Plan = {
      kind: 'whole',
      levels: [
        { fromCents: 0, rateBp: 500 },
        { fromCents: 50_000, rateBp: 800 },
        { fromCents: 150_000, rateBp: 1_000 },
      ],
      salary: [],
    }
    const paces = fc.array(fc.bigInt({ min: 1n, max: 5_000_000n }), { maxLength: 6 })
    fc.assert(
      fc.property(
        fc.bigInt({ min: 0n, max: 1_499_999_999n }),
        paces,
        fc.integer({ min: 0, max: 1_440 }),
        fc.integer({ min: 1, max: 7 }),
        (baseMicros, each, minutesLeft, daysLeft) => {
          const family = { baseMicros, subs: [], agreedBp: null }
          const next = nextLevelOf(plan, family)!
          const known = each.map((micros, index) => pace(BigInt(index + 1), micros))
          const missing = next.missingCents * 10_000n
          const reach = whatReaches(missing, known, { minutesLeft, daysLeft })
          const possible = (days: number) => Math.min(120, minutesLeft) + 120 * (days - 1)
          if (!reach) {
            const best = each
              .toSorted((a, b) => Number(b - a))
              .slice(0, 3)
              .reduce((sum, one) => sum + one, 0n)
            expect(best * BigInt(Math.max(0, possible(daysLeft) - 5)) < missing).toBe(true)
            return
          }
          const together = reach.userIds.reduce((sum, id) => sum + each[Number(id) - 1]!, 0n)
          const after = { ...family, baseMicros: baseMicros + together * BigInt(reach.minutes) }
          expect(levelOf(plan, commissionOf(plan, after).familyMicros)).toBeGreaterThanOrEqual(next.level)
          expect(together * BigInt(reach.minutes - 5) < missing).toBe(true)
          expect(reach.minutes).toBeLessThanOrEqual(possible(reach.days))
          expect(reach.days).toBeLessThanOrEqual(daysLeft)
        },
      ),
    )
  })
})

test('a pace needs half an hour behind it', () => {
  expect(
    pacesOf([
      { userId: 1n, baseMicros: 6_000_000n, seconds: 3_600 },
      { userId: 2n, baseMicros: 6_000_000n, seconds: 1_799 },
      { userId: 3n, baseMicros: 0n, seconds: 3_600 },
    ]),
  ).toEqual([pace(1n, 100_000n)])
})

test('yesterday counts up to the same hour, never beyond its end', () => {
  const yesterday = { week: '2026-11-16', day: '2026-11-19', startsAt: at('19T00:00:00'), endsAt: at('20T00:00:00') }
  expect(untilThisHour(yesterday, at('20T00:00:00'), at('20T21:30:00'))).toEqual({
    from: at('19T00:00:00'),
    to: at('19T21:30:00'),
  })
  // A day of 25 hours follows one of 24.
  expect(untilThisHour(yesterday, at('20T00:00:00'), at('21T00:40:00')).to).toEqual(at('20T00:00:00'))
})

test('anchors come by what they earned, then by how close they are to a valid day', () => {
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
  const day = { valid: { liveMinutes: 60, callMinutes: 20 }, dayStartsAt: at('20T00:00:00'), now: at('20T12:00:00') }
  const anchors = [
    anchor({ userId: 1n, liveToday: 600 }),
    anchor({ userId: 2n, running: { kind: 'live', since: at('20T11:25:00') } }),
    anchor({ userId: 3n, callsToday: 1_200 }),
    anchor({ userId: 4n }),
  ]
  const earned = new Map([[4n, { bonus: 500n, micros: 5_000_000n }]])
  expect(tonight(anchors, earned, day)).toMatchObject([
    { userId: 4n, earned: { bonus: 500n }, missingLive: 60, missingCall: 20 },
    { userId: 3n, earned: { bonus: 0n }, missingLive: 0, missingCall: 0 },
    { userId: 2n, liveMinutes: 35, missingLive: 25, missingCall: 20, running: 'live' },
    { userId: 1n, liveMinutes: 10, missingLive: 50 },
  ])
})
