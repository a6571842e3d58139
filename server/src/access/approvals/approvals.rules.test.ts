import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  type Actor,
  codeOf,
  type EndingVerb,
  type Facts,
  type Happening,
  next,
  type Reason,
  type State,
  stateAt,
  states,
  transitions,
  type Verb,
  whyNot,
} from './approvals.rules.ts'

const happenings: Happening[] = ['approve', 'refuse', 'cancel', 'lapse', 'fail']
const verbs: Verb[] = ['approve', 'refuse', 'cancel', 'ask', 'answer']
const hour = 3_600_000
const start = new Date('2026-05-04T08:00:00Z')
const at = (hours: number) => new Date(start.getTime() + hours * hour)

const waiting: Facts = {
  state: 'pending',
  makerId: 1,
  makerMay: true,
  concerned: false,
  asked: false,
  expiresAt: at(72),
  decided: null,
  inSetup: false,
}
const maker: Actor = { id: 1, mayWrite: true, mayDecide: true }
const checker: Actor = { id: 2, mayWrite: true, mayDecide: true }

describe('the state table', () => {
  it('leads from pending to five end states, which are final', () => {
    expect(happenings.map((happening) => next('pending', happening))).toEqual([
      'approved',
      'refused',
      'cancelled',
      'lapsed',
      'failed',
    ])
    for (const state of states) if (state !== 'pending') expect(transitions[state]).toEqual({})
    expect(() => next('approved', 'cancel')).toThrow('approved cannot cancel')
  })
})

describe('who may do what', () => {
  it.each<[string, Facts, Verb, Actor, number, Reason | null]>([
    ['another member approves', waiting, 'approve', checker, 1, null],
    ['another member rejects', waiting, 'refuse', checker, 1, null],
    ['the maker withdraws it', waiting, 'cancel', maker, 1, null],
    ['the maker approves', waiting, 'approve', maker, 1, 'yourself'],
    ['the maker rejects', waiting, 'refuse', maker, 1, 'yourself'],
    ['another member withdraws it', waiting, 'cancel', checker, 1, 'notMaker'],
    ['a checker without the menu of the kind', waiting, 'approve', { ...checker, mayDecide: false }, 1, 'otherMenu'],
    [
      'a maker without any menu withdraws their own',
      waiting,
      'cancel',
      { ...maker, mayWrite: false, mayDecide: false },
      1,
      null,
    ],
    ['the leader it is about approves', { ...waiting, concerned: true }, 'approve', checker, 1, 'concerned'],
    ['the leader it is about rejects', { ...waiting, concerned: true }, 'refuse', checker, 1, 'concerned'],
    [
      'approving a request whose maker lost the right',
      { ...waiting, makerMay: false },
      'approve',
      checker,
      1,
      'makerGone',
    ],
    ['rejecting a request whose maker lost the right', { ...waiting, makerMay: false }, 'refuse', checker, 1, null],
    ['a read-only account', waiting, 'approve', { ...checker, mayWrite: false }, 1, 'readOnly'],
    [
      'a request whose decision can still be undone',
      { ...waiting, decided: 'approve' },
      'refuse',
      checker,
      1,
      'decided',
    ],
    ['the same by its maker', { ...waiting, decided: 'refuse' }, 'cancel', maker, 1, 'decided'],
    ['the same after its expiry', { ...waiting, decided: 'approve' }, 'approve', checker, 73, 'decided'],
    ['asking about it', { ...waiting, decided: 'approve' }, 'ask', checker, 1, 'decided'],
    ['answering about it', { ...waiting, asked: true, decided: 'refuse' }, 'answer', maker, 1, 'decided'],
    ['just before expiry', waiting, 'approve', checker, 71.999, null],
    ['at expiry', waiting, 'approve', checker, 72, 'lapsed'],
    ['withdrawing at expiry', waiting, 'cancel', maker, 72, 'lapsed'],
    ['another member asks', waiting, 'ask', checker, 1, null],
    ['another member asks while a question is open', { ...waiting, asked: true }, 'ask', checker, 1, 'asked'],
    ['another member approves while a question is open', { ...waiting, asked: true }, 'approve', checker, 1, null],
    ['the maker asks', waiting, 'ask', maker, 1, 'yourself'],
    ['the leader it is about asks', { ...waiting, concerned: true }, 'ask', checker, 1, 'concerned'],
    ['a checker without the menu of the kind asks', waiting, 'ask', { ...checker, mayDecide: false }, 1, 'otherMenu'],
    ['a read-only account asks', waiting, 'ask', { ...checker, mayWrite: false }, 1, 'readOnly'],
    ['asking at expiry', waiting, 'ask', checker, 72, 'lapsed'],
    ['the maker answers', { ...waiting, asked: true }, 'answer', { ...maker, mayWrite: false }, 1, null],
    ['the maker answers what nobody asked', waiting, 'answer', maker, 1, 'notAsked'],
    ['another member answers', { ...waiting, asked: true }, 'answer', checker, 1, 'notMaker'],
    [
      'answering about a decided request',
      { ...waiting, state: 'approved', asked: true },
      'answer',
      maker,
      1,
      'decided',
    ],
    ['a rejected request', { ...waiting, state: 'refused' }, 'approve', checker, 1, 'decided'],
    ['an expired request', { ...waiting, state: 'lapsed' }, 'refuse', checker, 99, 'decided'],
  ])('%s', (_, facts, verb, actor, hours, why) => {
    expect(whyNot(facts, verb, actor, at(hours))).toBe(why)
  })
})

const anyActor = fc.record<Actor>({
  id: fc.integer({ min: 1, max: 4 }),
  mayWrite: fc.boolean(),
  mayDecide: fc.boolean(),
})
const anyTry = fc.record({ verb: fc.constantFrom(...verbs), actor: anyActor, hours: fc.integer({ min: 0, max: 100 }) })

describe('any sequence of actions', () => {
  it('has at most one effect; the maker never decides; nothing is decided after expiry', () => {
    fc.assert(
      fc.property(fc.array(anyTry, { maxLength: 30 }), (tries) => {
        let facts = waiting
        const took: { verb: EndingVerb; actor: Actor; hours: number }[] = []
        for (const { verb, actor, hours } of tries) {
          if (whyNot(facts, verb, actor, at(hours)) !== null) continue
          if (verb === 'ask' || verb === 'answer') {
            expect(facts.asked).toBe(verb === 'answer')
            expect(actor.id === facts.makerId).toBe(verb === 'answer')
            facts = { ...facts, asked: verb === 'ask' }
            continue
          }
          facts = { ...facts, state: next(facts.state, verb) }
          took.push({ verb, actor, hours })
        }
        expect(took.length).toBeLessThanOrEqual(1)
        for (const { verb, actor, hours } of took) {
          expect(hours).toBeLessThan(72)
          expect(actor.id === facts.makerId).toBe(verb === 'cancel')
          if (verb !== 'cancel') expect(actor.mayDecide).toBe(true)
        }
        expect(facts.state).toBe(took[0] ? next('pending', took[0].verb) : 'pending')
      }),
    )
  })

  it('keeps its end state at every later time', () => {
    fc.assert(
      fc.property(fc.constantFrom<State>(...states), fc.integer({ min: 0, max: 500 }), (state, hours) => {
        const seen = stateAt({ ...waiting, state }, at(hours))
        expect(seen).toBe(state === 'pending' && hours >= 72 ? 'lapsed' : state)
      }),
    )
  })

  it('gives a code to everyone who may not act', () => {
    fc.assert(
      fc.property(anyTry, fc.constantFrom<State>(...states), ({ verb, actor, hours }, state) => {
        const why = whyNot({ ...waiting, state }, verb, actor, at(hours))
        if (why !== null) expect([10026, 20000]).toContain(codeOf[why])
      }),
    )
  })
})
