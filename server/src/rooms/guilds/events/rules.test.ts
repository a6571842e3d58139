import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { type Membership, type Step, stepOn } from './rules.ts'

const at = (minute: number) => new Date(Date.UTC(2026, 10, 20, 10, minute))
const invited: Membership = {
  id: 1,
  guildId: 7,
  userId: 1n,
  state: 'invited',
  since: at(0),
  invitedAt: null,
  leaveAskedAt: null,
  leaveReason: '',
}
const common = { guildId: 7, userId: 1n }
const yes = (minute: number): Step => ({ ...common, type: 'answered', at: at(minute), accepted: true })
const no = (minute: number): Step => ({ ...common, type: 'answered', at: at(minute), accepted: false })
const leave = (minute: number, reason = ''): Step => ({ ...common, type: 'leaveRequested', at: at(minute), reason })

const after = (steps: Step[], from: Membership[] = [invited]): Membership[] =>
  steps.reduce((memberships, step) => {
    const result = stepOn(memberships, step)
    if (!('become' in result)) return memberships
    const others = memberships.filter((one) => one.guildId !== step.guildId)
    return result.become ? [...others, result.become] : others
  }, from)

describe('a membership', () => {
  test('goes from invited to active to leaving', () => {
    expect(after([yes(1)])).toMatchObject([{ state: 'active', since: at(1) }])
    expect(after([yes(1), leave(2, 'tired')])).toMatchObject([{ state: 'leaving', since: at(1), leaveReason: 'tired' }])
    expect(after([no(1)])).toEqual([])
  })

  test('ends the same in any order of answers and wishes, repeated or not', () => {
    const steps = fc.array(
      fc.oneof(
        fc.integer({ min: -2, max: 6 }).map(yes),
        fc.tuple(fc.integer({ min: -2, max: 6 }), fc.constantFrom('a', 'b')).map(([minute, why]) => leave(minute, why)),
      ),
      { minLength: 1, maxLength: 8 },
    )
    fc.assert(
      fc.property(
        steps.chain((list) => fc.tuple(fc.constant(list), fc.shuffledSubarray(list, { minLength: list.length }))),
        ([list, disorder]) => {
          const orderly = list.toSorted((a, b) => a.at.getTime() - b.at.getTime())
          expect(after(disorder)).toEqual(after(orderly))
          expect(after(list, after(disorder))).toEqual(after(orderly))
        },
      ),
      { numRuns: 500 },
    )
  })

  test('is not touched by what belongs to an earlier invitation', () => {
    expect(after([yes(-1), no(-1), leave(-1)])).toEqual([invited])
  })

  test('is refused to who belongs elsewhere, and where there was no invitation', () => {
    const elsewhere: Membership = { ...invited, id: 2, guildId: 8, state: 'active' }
    expect(stepOn([invited, elsewhere], yes(1))).toEqual({ refused: 'elsewhere' })
    expect(stepOn([], yes(1))).toEqual({ refused: 'none' })
    expect(stepOn([], leave(1))).toEqual({ refused: 'none' })
    expect(stepOn([], no(1))).toEqual({ nothing: true })
    expect(stepOn([{ ...invited, state: 'left' }], leave(1))).toEqual({ nothing: true })
  })
})
