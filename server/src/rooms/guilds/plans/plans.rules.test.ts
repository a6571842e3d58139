import fc from 'fast-check'
import { expect, test } from 'vitest'
import { weekLater } from '../weeks/weeks.rules.ts'
import { inForceOf, type Published, startFault, statusOf, whyNot } from './plans.rules.ts'

const week = (number: number) => weekLater('2026-11-02', number)
const published = (id: number, start: number, at = id): Published => ({
  id,
  startWeek: week(start),
  publishedAt: new Date(at * 1000),
})
const facts = (id: number, state: 'draft' | 'published' | 'withdrawn', start: number, waits = false) => ({
  id,
  state,
  startWeek: week(start),
  waits,
})

test('the latest start up to the week is in force, of several the latest published', () => {
  const plans = [published(1, 0), published(2, 2), published(3, 2), published(4, 5)]
  expect([0, 1, 2, 4, 5].map((number) => inForceOf(plans, week(number))?.id)).toEqual([1, 1, 3, 3, 4])
  expect(inForceOf(plans, week(-1))).toBeUndefined()
  expect(inForceOf([published(1, 0, 5), published(2, 0, 5)], week(0))?.id).toBe(2)
})

test('the state of a plan', () => {
  const plans = [published(1, 0), published(2, 2), published(3, 2), published(4, 5)]
  const stateOn = (id: number, start: number) => statusOf(facts(id, 'published', start), plans, week(3))
  expect([stateOn(1, 0), stateOn(2, 2), stateOn(3, 2), stateOn(4, 5)]).toEqual([
    'replaced',
    'replaced',
    'in force',
    'upcoming',
  ])
  expect(statusOf(facts(9, 'draft', 5), plans, week(3))).toBe('draft')
  expect(statusOf(facts(9, 'draft', 5, true), plans, week(3))).toBe('waiting')
  expect(statusOf(facts(9, 'withdrawn', 5), plans, week(3))).toBe('withdrawn')
})

test('a plan starts with a later week without settlements', () => {
  expect(startFault(week(3), week(3), null)).toBe('plan.startBegun')
  expect(startFault(week(2), week(3), null)).toBe('plan.startBegun')
  expect(startFault(week(4), week(3), week(3))).toBeNull()
  expect(startFault(week(4), week(3), week(4))).toBe('plan.startSettled')
})

test('published plans never change, and are withdrawn only before their start', () => {
  expect(whyNot(facts(1, 'published', 5), 'update', week(3))).toBe('plan.published')
  expect(whyNot(facts(1, 'published', 5), 'publish', week(3))).toBe('plan.published')
  expect(whyNot(facts(1, 'published', 5), 'withdraw', week(3))).toBeNull()
  expect(whyNot(facts(1, 'published', 3), 'withdraw', week(3))).toBe('plan.begun')
  expect(whyNot(facts(1, 'published', 5, true), 'withdraw', week(3))).toBe('plan.waits')
  expect(whyNot(facts(1, 'draft', 5, true), 'update', week(3))).toBe('plan.waits')
  expect(whyNot(facts(1, 'withdrawn', 5), 'publish', week(3))).toBe('plan.withdrawn')
  expect(whyNot(facts(1, 'draft', 1), 'update', week(3))).toBeNull()
})

test('any published plans: one that starts later never changes earlier weeks', () => {
  const plan = fc.record({ start: fc.integer({ min: 0, max: 9 }), at: fc.integer({ min: 1, max: 50 }) })
  fc.assert(
    fc.property(fc.array(plan, { minLength: 1, maxLength: 8 }), plan, (all, added) => {
      const plans = all.map(({ start, at }, index) => published(index + 1, start, at))
      const more = [...plans, published(99, added.start, 60)]
      for (let number = 0; number < 12; number += 1) {
        const before = inForceOf(plans, week(number))
        const after = inForceOf(more, week(number))
        // The earlier plan stays in force until the new one starts.
        if (number < added.start) expect(after).toEqual(before)
        else if (!before || before.startWeek <= week(added.start)) expect(after?.id).toBe(99)
        else expect(after).toEqual(before)
      }
    }),
  )
})
