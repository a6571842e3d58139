import { contentStates } from '@greenroom/contract/words'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { type ContentState, mayBecome, mayPin } from './rules.ts'

const standing = fc.record({
  state: fc.constantFrom<ContentState>(...contentStates),
  pinned: fc.boolean(),
  auditState: fc.constantFrom(undefined, null, 'not audited', 'passed', 'failed'),
})

test('nothing becomes what it is already', () => {
  fc.assert(
    fc.property(standing, (of) => {
      expect(mayBecome(of, of.state)).toMatchObject({ code: 20000 })
    }),
  )
})

test('what an auditor failed is never shown from here', () => {
  fc.assert(
    fc.property(standing, (of) => {
      const verdict = mayBecome({ ...of, auditState: 'failed' }, 'shown')
      expect(verdict).not.toBe(true)
    }),
  )
  expect(mayBecome({ state: 'removed', auditState: 'failed' }, 'shown')).toEqual({ why: 'failed', code: 50002 })
})

test('everything that is not down can be taken down, and what is down is shown again where no auditor failed it', () => {
  expect(mayBecome({ state: 'shown' }, 'removed')).toBe(true)
  expect(mayBecome({ state: 'hidden' }, 'removed')).toBe(true)
  expect(mayBecome({ state: 'removed', auditState: 'passed' }, 'shown')).toBe(true)
  expect(mayBecome({ state: 'removed' }, 'hidden')).toEqual({ why: 'removed', code: 20000 })
})

test('only what people see stands above the rest', () => {
  fc.assert(
    fc.property(standing, (of) => {
      expect(mayPin(of, true) === true).toBe(of.state === 'shown' && !of.pinned)
      expect(mayPin(of, false) === true).toBe(of.pinned)
    }),
  )
})
