import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import * as rules from './calls.rules.ts'

const at = (seconds: number) => new Date(Date.UTC(2026, 10, 20) + seconds * 1_000)
const unheard: rules.Call = {
  id: 'c',
  caller_id: null,
  callee_id: null,
  kind: null,
  unit_price: 0,
  match_id: null,
  requested_at: null,
  answered_at: null,
  ended_at: null,
  end_reason: '',
  ended_by: null,
  seconds: null,
  seconds_ended: null,
  minutes_reported: 0,
  minutes_ended: null,
  minutes_missed: [],
  minute_held: null,
  hold_id: null,
  held_free: false,
  free_minutes: 0,
  last_seen_at: null,
  tokens: 0n,
  promo_tokens: 0n,
  gift_tokens: 0n,
  bonus: 0n,
  snapshot_url: '',
  snapshot_at: null,
  risk_score: 0,
  labels: [],
}
const requested: rules.Happening = {
  what: 'requested',
  at: at(0),
  callerId: 1n,
  calleeId: 2n,
  kind: 'video',
  unitPrice: 60,
  matchId: null,
}
const answered: rules.Happening = { what: 'answered', at: at(5) }
const minute = (k: number): rules.Happening => ({ what: 'minute', at: at(5 + 60 * k), minute: k })
const ended = (seconds: number): rules.Happening => ({
  what: 'ended',
  at: at(5 + seconds),
  reason: 'hung up',
  seconds,
  minutes: Math.ceil(seconds / 60),
})
const stopped: rules.Happening = { what: 'stopped', at: at(1_000), reason: 'silent' }

/** Applies the events to the call; every step succeeds. Returns the call and the steps. */
function run(happenings: readonly rules.Happening[], start = unheard) {
  const ahead = new Set<number>()
  const steps: string[] = []
  let call = start
  for (const happening of happenings) {
    const after = rules.merge(call, happening)
    const own = rules.stepsOf(call, after, 10, (k) => `hold ${k}`)
    steps.push(...own.map((step) => `${step.do} ${step.minute}`))
    const done = own.map((step) => {
      const spent = step.do === 'charge' || step.do === 'post'
      return { step, ok: true, tokens: spent ? 60n : 0n, promo: 0n, bonus: spent ? 24n : 0n }
    })
    call = rules.settle(call, after, 10, done, ahead)
  }
  return { call, steps }
}

describe('the money of a call', () => {
  it('is held before each minute, posted after it, and the rest is released', () => {
    expect(run([requested, answered, minute(1), minute(2), ended(120)]).steps).toEqual([
      'hold 1',
      'post 1',
      'hold 2',
      'post 2',
      'hold 3',
      'void 3',
    ])
    expect(run([requested, answered, minute(1), ended(70)]).steps).toEqual(['hold 1', 'post 1', 'hold 2', 'post 2'])
    expect(run([requested, answered, ended(9)]).steps).toEqual(['hold 1', 'void 1'])
    expect(run([requested, answered, ended(10)]).steps).toEqual(['hold 1', 'post 1'])
  })

  it('is charged directly where nothing was held', () => {
    expect(run([requested, ended(61), answered]).steps).toEqual(['charge 1', 'charge 2'])
    expect(run([ended(61), answered, requested]).steps).toEqual(['charge 1', 'charge 2'])
    expect(run([minute(2), answered, requested]).steps).toEqual(['charge 1', 'charge 2', 'hold 3'])
  })

  it('waits for the answer: without one there is no length and nothing is due', () => {
    for (const story of [
      [requested, ended(61)],
      [ended(61), requested],
      [requested, minute(1), ended(61)],
      [requested, minute(1), stopped],
    ])
      expect(run(story)).toMatchObject({ steps: [], call: { seconds: 0, tokens: 0n, answered_at: null } })
    expect(run([requested, ended(61), answered]).call).toMatchObject({ seconds: 61, tokens: 120n })
  })

  it('is zero for a free call', () => {
    expect(run([{ ...requested, unitPrice: 0 }, answered, minute(1), ended(90)])).toMatchObject({ steps: [] })
  })

  it('of a stopped call covers the reported minutes; the app’s own end settles the difference', () => {
    expect(run([requested, answered, minute(1), stopped]).steps).toEqual(['hold 1', 'post 1', 'hold 2', 'void 2'])
    expect(run([requested, answered, minute(1), stopped, ended(100)])).toMatchObject({
      steps: ['hold 1', 'post 1', 'hold 2', 'void 2', 'charge 2'],
      call: { tokens: 120n, seconds: 100, end_reason: 'hung up', ended_by: 'app' },
    })
  })

  it('is the same in every order', () => {
    const story = fc.integer({ min: 0, max: 400 }).chain((seconds) => {
      const minutes = Array.from({ length: seconds < 10 ? 0 : Math.floor(seconds / 60) }, (_, index) =>
        minute(index + 1),
      )
      const all = [requested, answered, ...minutes, ended(seconds)]
      return fc.tuple(
        fc.constant(all),
        fc.shuffledSubarray([...all, ...all], { minLength: all.length * 2, maxLength: all.length * 2 }),
      )
    })
    fc.assert(
      fc.property(story, ([orderly, shuffled]) => {
        const { call, steps } = run(shuffled)
        expect(call).toEqual(run(orderly).call)
        expect(call.minute_held).toBeNull()
        // Every hold is resolved, once.
        const count = (what: RegExp) => steps.filter((step) => what.test(step)).length
        expect(count(/^hold/)).toBe(count(/^(post|void)/))
      }),
    )
  })
})

describe('events of one chunk', () => {
  it('charge directly what they would both hold and post', () => {
    const hold = (k: number): rules.Step => ({ do: 'hold', minute: k, holdId: `h${k}` })
    const posted = (k: number): rules.Step => ({ do: 'post', minute: k, holdId: `h${k}` })
    expect(rules.chargeDirectly([[], [hold(1)], [posted(1), hold(2)], [posted(2), hold(3)]])).toEqual([
      [],
      [{ do: 'charge', minute: 1 }],
      [{ do: 'charge', minute: 2 }],
      [hold(3)],
    ])
    // Held in an earlier chunk: the hold is posted.
    expect(rules.chargeDirectly([[posted(4)]])).toEqual([[posted(4)]])
  })
})
