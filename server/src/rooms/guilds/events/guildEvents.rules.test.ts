import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { belongs, type Facts, type Membership, type Step, stepOn } from './guildEvents.rules.ts'

const at = (minute: number) => new Date(Date.UTC(2026, 10, 20, 10, minute))
const invited: Membership = {
  id: 1,
  guildId: 7,
  userId: 1n,
  state: 'invited',
  since: at(0),
  invitedAt: null,
  answeredAt: null,
  expiresAt: null,
  leaveRequestedAt: null,
  leaveReason: '',
  ending: null,
  endsAt: null,
}
/** Weeks of ten minutes, so that a few steps cross week boundaries. */
const tenMinutes = 600_000
const facts: Facts = {
  guildState: 'normal',
  joinsFrom: new Date(0),
  leadsOther: false,
  barred: false,
  weekStart: (moment) => new Date(Math.floor(moment.getTime() / tenMinutes) * tenMinutes),
}
const common = { guildId: 7, userId: 1n }
const yes = (minute: number, guildId = 7): Step => ({
  ...common,
  guildId,
  type: 'answered',
  at: at(minute),
  accepted: true,
})
const no = (minute: number): Step => ({ ...common, type: 'answered', at: at(minute), accepted: false })
const leave = (minute: number, reason = ''): Step => ({ ...common, type: 'leaveRequested', at: at(minute), reason })

const after = (steps: Step[], from: Membership[] = [invited], given = facts): Membership[] =>
  steps.reduce((memberships, step) => {
    const result = stepOn(memberships, step, given)
    if (!('become' in result)) return memberships
    const open = memberships.find((one) => one.guildId === step.guildId && (one.state === 'invited' || belongs(one)))
    const others = memberships.filter((one) => one !== open)
    return result.become ? [...others, result.become] : others
  }, from)

describe('a membership', () => {
  test('goes from invited to active to leaving', () => {
    expect(after([yes(1)])).toMatchObject([{ state: 'active', since: at(1), answeredAt: at(1), invitedAt: at(0) }])
    expect(after([yes(1), leave(2, 'tired')])).toMatchObject([{ state: 'leaving', since: at(1), leaveReason: 'tired' }])
    expect(after([no(1)])).toEqual([])
  })

  const steps = fc.array(
    fc.oneof(
      fc.integer({ min: -2, max: 16 }).map((minute) => yes(minute)),
      fc.tuple(fc.integer({ min: -2, max: 16 }), fc.constantFrom('a', 'b')).map(([minute, why]) => leave(minute, why)),
    ),
    { minLength: 1, maxLength: 8 },
  )
  const orders = steps.chain((list) =>
    fc.tuple(fc.constant(list), fc.shuffledSubarray(list, { minLength: list.length })),
  )
  const orderly = (list: Step[]) => list.toSorted((a, b) => a.at.getTime() - b.at.getTime())

  test('ends in the same state for any order of answers and requests, repeated or not', () => {
    fc.assert(
      fc.property(orders, ([list, disorder]) => {
        expect(after(disorder)).toEqual(after(orderly(list)))
        expect(after(list, after(disorder))).toEqual(after(orderly(list)))
      }),
      { numRuns: 500 },
    )
  })

  test('ends in the same state for any order after another guild, and where weeks are closed', () => {
    const left: Membership = { ...invited, id: 9, guildId: 8, state: 'left', ending: 'left' }
    const earlier = fc.record({
      end: fc.integer({ min: -5, max: 16 }),
      joinsFrom: fc.integer({ min: -5, max: 16 }),
      expires: fc.option(fc.integer({ min: 2, max: 12 })),
    })
    fc.assert(
      fc.property(orders, earlier, ([list, disorder], { end, joinsFrom, expires }) => {
        const from = [
          { ...left, endsAt: at(end) },
          { ...invited, expiresAt: expires === null ? null : at(expires) },
        ]
        const given = { ...facts, joinsFrom: at(joinsFrom) }
        const [ended] = after(orderly(list), from, given).filter(belongs)
        expect(after(disorder, from, given).filter(belongs)).toEqual(ended ? [ended] : [])
        if (!ended) return
        // Nobody changes guild inside a week, and no closed week changes.
        expect(facts.weekStart(ended.since).getTime()).toBeGreaterThanOrEqual(at(end).getTime())
        expect(ended.since.getTime()).toBeGreaterThanOrEqual(at(joinsFrom).getTime())
      }),
      { numRuns: 500 },
    )
  })

  test('with any steps in several guilds, at most one is active', () => {
    const guilds = [7, 8, 9]
    const some = fc.array(
      fc
        .tuple(fc.constantFrom(...guilds), fc.integer({ min: 0, max: 30 }), fc.boolean())
        .map(
          ([guildId, minute, joins]): Step =>
            joins ? yes(minute, guildId) : { ...common, guildId, type: 'leaveRequested', at: at(minute), reason: '' },
        ),
      { maxLength: 12 },
    )
    fc.assert(
      fc.property(some, (list) => {
        const from = guilds.map((guildId, index) => ({ ...invited, id: index + 1, guildId }))
        expect(after(list, from).filter(belongs).length).toBeLessThanOrEqual(1)
      }),
    )
  })

  test('counts from the first open week, and asking to leave after the answer still counts', () => {
    const given = { ...facts, joinsFrom: at(5) }
    expect(after([yes(1), leave(2)], [invited], given)).toMatchObject([
      { state: 'leaving', since: at(5), answeredAt: at(1) },
    ])
  })

  test('whose end is decided ignores late events', () => {
    const expelled: Membership = {
      ...invited,
      state: 'leaving',
      since: at(3),
      answeredAt: at(3),
      ending: 'expelled',
      endsAt: at(9),
    }
    expect(after([leave(4), yes(2)], [expelled])).toMatchObject([
      { state: 'leaving', ending: 'expelled', endsAt: at(9) },
    ])
  })

  test('ignores events of an earlier invitation', () => {
    expect(after([yes(-1), no(-1), leave(-1)])).toEqual([invited])
  })

  test('is refused to members of another guild, and without an invitation', () => {
    const elsewhere: Membership = { ...invited, id: 2, guildId: 8, state: 'active' }
    const on = (memberships: Membership[], step: Step, given: Partial<Facts> = {}) =>
      stepOn(memberships, step, { ...facts, ...given })
    expect(on([invited, elsewhere], yes(1))).toEqual({ refused: 'elsewhere' })
    expect(on([invited], yes(1), { leadsOther: true })).toEqual({ refused: 'elsewhere' })
    expect(on([invited], yes(1), { barred: true })).toEqual({ refused: 'barred' })
    expect(on([invited], yes(1), { guildState: 'banned' })).toEqual({ refused: 'guild' })
    expect(on([{ ...invited, expiresAt: at(1) }], yes(2))).toEqual({ refused: 'none' })
    expect(on([{ ...invited, expiresAt: at(1) }], yes(1))).toMatchObject({
      become: { state: 'active', expiresAt: null },
    })
    expect(on([], yes(1))).toEqual({ refused: 'none' })
    expect(on([], leave(1))).toEqual({ refused: 'none' })
    expect(on([], no(1))).toEqual({ nothing: true })
    expect(on([{ ...invited, state: 'left', endsAt: at(5) }], leave(1))).toEqual({ nothing: true })
    expect(on([{ ...invited, state: 'left', endsAt: at(5) }], yes(6))).toEqual({ refused: 'none' })
  })

  test('in another guild begins when the week of leaving is over', () => {
    const left: Membership = { ...invited, id: 2, guildId: 8, state: 'left', ending: 'left', endsAt: at(4) }
    expect(stepOn([invited, left], yes(6), facts)).toEqual({ refused: 'elsewhere' })
    expect(stepOn([invited, left], yes(10), facts)).toMatchObject({ become: { since: at(10) } })
    // The same guild may have them again at once.
    expect(stepOn([invited, { ...left, guildId: 7 }], yes(6), facts)).toMatchObject({ become: { since: at(6) } })
  })
})
