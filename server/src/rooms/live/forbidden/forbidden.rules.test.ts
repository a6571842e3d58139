import { forbidHours } from '@greenroom/contract/statesAndKinds'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { endOfForbid, extendsBan, inForce, stateOf, suggestedHours } from './forbidden.rules.ts'

const now = new Date('2026-11-20T12:00:00Z')
const later = (hours: number) => new Date(now.getTime() + hours * 3_600_000)
const hours = fc.constantFrom(...forbidHours)
const stepOf = (of: number) => forbidHours.indexOf(of as 0)

test.each([
  [[], 1],
  [[1], 3],
  [[1, 1], 12],
  [[24], 24],
  [[24, 1], 12],
  [[1, 3, 12, 24, 48, 72, 168], 0],
  [[0], 0],
  [[1, 1, 1, 1, 1, 1, 1, 1, 1, 1], 0],
])('after bans of %j hours comes one of %i', (earlier, next) => {
  expect(suggestedHours(earlier)).toBe(next)
})

test('each earlier ban adds one step, and the suggestion is never below the last ban', () => {
  fc.assert(
    fc.property(fc.array(hours, { maxLength: 20 }), (earlier) => {
      const step = stepOf(suggestedHours(earlier))
      expect(step).toBeGreaterThanOrEqual(Math.min(earlier.length, forbidHours.length - 1))
      if (earlier.length > 0) expect(step).toBeGreaterThanOrEqual(stepOf(earlier.at(-1)!))
      // Following the suggestion never leads to a lower step.
      expect(stepOf(suggestedHours([...earlier, forbidHours[step]!]))).toBeGreaterThanOrEqual(step)
      // And no higher than the two rules require.
      expect(step).toBeLessThanOrEqual(Math.max(earlier.length, stepOf(earlier.at(-1) ?? 1)))
    }),
  )
})

test('a ban adds something if it lasts an hour longer than the one in force', () => {
  const until = (from: number) => ({ until: later(from) })
  expect(extendsBan(undefined, until(1), now)).toBe(true)
  expect(extendsBan(until(-1), until(1), now)).toBe(true)
  expect(extendsBan(until(24), until(24), now)).toBe(false)
  expect(extendsBan(until(23.5), until(24), now)).toBe(false)
  expect(extendsBan(until(23), until(24), now)).toBe(true)
  expect(extendsBan(until(24), { until: null }, now)).toBe(true)
  expect(extendsBan({ until: null }, { until: null }, now)).toBe(false)
  expect(extendsBan({ until: null }, until(168), now)).toBe(false)
})

test('two concurrent bans of the same length are one', () => {
  fc.assert(
    fc.property(hours, fc.integer({ min: 0, max: 59 * 60 }), (length, seconds) => {
      const second = new Date(now.getTime() + seconds * 1_000)
      const open = { until: endOfForbid(length, now) }
      if (inForce(open, second)) expect(extendsBan(open, { until: endOfForbid(length, second) }, second)).toBe(false)
    }),
  )
})

test.each([
  [null, later(1), 'effective'],
  [null, null, 'effective'],
  [null, now, 'expired'],
  ['expired', later(-1), 'expired'],
  ['replaced', later(1), 'expired'],
  ['lifted', null, 'lifted'],
] as const)('ended %s, until %s: %s', (ended, until, state) => {
  expect(stateOf({ ended, until }, now)).toBe(state)
})
