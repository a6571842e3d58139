import { contentStates } from '@greenroom/contract/statesAndKinds'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { type ContentState, mayBecome, mayPin } from './community.rules.ts'

const facts = fc.record({
  state: fc.constantFrom<ContentState>(...contentStates),
  pinned: fc.boolean(),
  auditState: fc.constantFrom(undefined, null, 'not audited', 'passed', 'failed'),
})

test('a change to the current state is refused', () => {
  fc.assert(
    fc.property(facts, (of) => {
      expect(mayBecome(of, of.state)).toEqual({ why: of.state, code: 20000 })
    }),
  )
})

test('failed content is never shown from here', () => {
  fc.assert(
    fc.property(facts, (of) => {
      const verdict = mayBecome({ ...of, auditState: 'failed' }, 'shown')
      expect(verdict).not.toBe(true)
    }),
  )
  expect(mayBecome({ state: 'removed', auditState: 'failed' }, 'shown')).toEqual({ why: 'failed', code: 50002 })
})

test('everything not taken down can be taken down, and shown again unless it failed the audit', () => {
  expect(mayBecome({ state: 'shown' }, 'removed')).toBe(true)
  expect(mayBecome({ state: 'hidden' }, 'removed')).toBe(true)
  expect(mayBecome({ state: 'removed', auditState: 'passed' }, 'shown')).toBe(true)
  expect(mayBecome({ state: 'removed' }, 'hidden')).toEqual({ why: 'removed', code: 20000 })
})

test('only visible posts can be pinned', () => {
  fc.assert(
    fc.property(facts, (of) => {
      expect(mayPin(of, true) === true).toBe(of.state === 'shown' && !of.pinned)
      expect(mayPin(of, false) === true).toBe(of.pinned)
    }),
  )
})
