import { guildStates } from '@greenroom/contract/statesAndKinds'
import cn from '@greenroom/contract/texts/cn/guilds.json' with { type: 'json' }
import en from '@greenroom/contract/texts/en/guilds.json' with { type: 'json' }
import fc from 'fast-check'
import { describe, expect, it, test } from 'vitest'
import { isAdult } from '../../users/index.ts'
import * as rules from './guild.rules.ts'

const states = fc.constantFrom(...guildStates)
const verb = fc.constantFrom(...rules.verbs)
const now = new Date('2026-11-20T12:00:00Z')
const daysAgo = (days: number) => new Date(now.getTime() - days * rules.dayMs)

describe('the states of a guild', () => {
  test('are reached by the allowed transitions only', () => {
    const arrows = guildStates.flatMap((state) =>
      rules.verbs.flatMap((one) => (rules.next(state, one) ? [`${state} → ${rules.next(state, one)}`] : [])),
    )
    expect(arrows.toSorted()).toEqual([
      'banned → dissolved',
      'banned → normal',
      'normal → banned',
      'normal → dissolved',
      'under review → normal',
      'under review → rejected',
    ])
  })

  test('random steps: final states never change, and a refused step names the guild’s state', () => {
    fc.assert(
      fc.property(states, fc.array(verb, { maxLength: 12 }), (first, tried) => {
        let state = first
        for (const one of tried) {
          const after = rules.next(state, one)
          if (after === undefined) {
            const code = rules.refusedIn(state, one)
            expect([20000, 30003, 30004, 30006]).toContain(code)
            continue
          }
          expect(rules.isOver(state)).toBe(false)
          expect(rules.refusedIn(after, one)).toBe(20000)
          state = after
        }
      }),
    )
  })

  test.each([
    ['normal', 'agree', 20000],
    ['rejected', 'agree', 20000],
    ['under review', 'ban', 30006],
    ['dissolved', 'ban', 30003],
    ['banned', 'agree', 30004],
    ['dissolved', 'dissolve', 20000],
  ] as const)('%s refuses to %s with %i', (state, one, code) => expect(rules.refusedIn(state, one)).toBe(code))
})

describe('fifteen days', () => {
  const lonely = (more: Partial<rules.MembershipFacts> = {}): rules.MembershipFacts => ({
    state: 'normal',
    approvedAt: daysAgo(0),
    members: 0,
    warnedDay: 0,
    ...more,
  })

  it.each([
    [6.99, 0, null],
    [7, 0, 7],
    [7, 7, null],
    [12, 7, 12],
    [13, 0, 12],
    [14, 12, 14],
    [14.9, 14, null],
    [15, 14, 'dissolve'],
    [40, 0, 'dissolve'],
  ])('day %d, warned on %d: %s', (days, warnedDay, due) =>
    expect(rules.dueAt(lonely({ approvedAt: daysAgo(days), warnedDay }), now)).toBe(due),
  )

  it('do not count while there is an anchor, nor ever again once day 15 has passed with one', () => {
    expect(rules.dueAt(lonely({ approvedAt: daysAgo(7), members: 1 }), now)).toBeNull()
    expect(rules.dueAt(lonely({ approvedAt: daysAgo(15), members: 1 }), now)).toBe('stays')
    expect(rules.dueAt(lonely({ approvedAt: daysAgo(30), warnedDay: rules.settledDay }), now)).toBeNull()
    expect(rules.dissolvesAt(lonely({ members: 1 }))).toBeNull()
  })

  it('shows the days left until exactly when it dissolves', () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 20 * rules.dayMs }), (age) => {
        const guild = lonely({ approvedAt: new Date(now.getTime() - age), warnedDay: 14 })
        const left = rules.daysLeft(rules.dissolvesAt(guild)!, now)
        expect(left === 0).toBe(rules.dueAt(guild, now) === 'dissolve')
        expect(left).toBe(Math.max(0, Math.ceil(15 - age / rules.dayMs)))
      }),
    )
  })

  it('ignores guilds that are not normal', () => {
    for (const state of ['under review', 'rejected', 'banned', 'dissolved'] as const)
      expect(rules.dueAt(lonely({ state, approvedAt: daysAgo(20) }), now)).toBeNull()
  })
})

test.each([
  ['2008-11-20', true, true],
  ['2008-11-21', true, false],
  ['1990-01-01', false, false],
  [null, true, false],
])('born %s, certified %s: of age %s', (birthday, certified, adult) =>
  expect(isAdult({ birthday, certified }, now)).toBe(adult),
)

test('the question before an approval names the days after which a guild without an anchor is dissolved', () => {
  const questions = Object.values({ en: en.questions.guild, cn: cn.questions.guild }).flatMap((of) =>
    Object.entries(of).filter(([key]) => key.startsWith('agree_')),
  )
  expect(questions).toHaveLength(3)
  for (const [, text] of questions) expect(text).toMatch(new RegExp(`\\b${rules.daysToDissolve} (days|天)`))
})
