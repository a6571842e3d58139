import { itemStates } from '@greenroom/contract/statesAndKinds'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { batchFault, canOf, waitedSeconds } from './auditLog.rules.ts'

const state = fc.constantFrom(...itemStates)

test('anyone with write access may fail a passed item; only a supervisor may pass a failed one', () => {
  const reviewer = { mayWrite: true, supervises: false }
  const supervisor = { mayWrite: true, supervises: true }
  expect(canOf('passed', reviewer)).toEqual({ fail: true, pass: 'passedAlready' })
  expect(canOf('failed', reviewer)).toEqual({ fail: 'failedAlready', pass: 'supervisor' })
  expect(canOf('failed', supervisor)).toEqual({ fail: 'failedAlready', pass: true })
  expect(canOf('passed', { mayWrite: false, supervises: true })).toEqual({ fail: 'readOnly', pass: 'readOnly' })
})

test('an undecided item cannot be changed', () => {
  fc.assert(
    fc.property(fc.boolean(), fc.boolean(), (mayWrite, supervises) => {
      expect(canOf('not audited', { mayWrite, supervises })).toEqual({ fail: 'waits', pass: 'waits' })
    }),
  )
})

test('never both actions, and none without write access', () => {
  fc.assert(
    fc.property(state, fc.boolean(), fc.boolean(), (now, mayWrite, supervises) => {
      const can = canOf(now, { mayWrite, supervises })
      expect(can.fail === true && can.pass === true).toBe(false)
      if (!mayWrite) expect([can.fail, can.pass]).not.toContain(true)
      if (!supervises) expect(can.pass).not.toBe(true)
    }),
  )
})

test('a batch contains decided items of one state', () => {
  expect(batchFault([])).toBeNull()
  expect(batchFault(['passed', 'passed'])).toBeNull()
  expect(batchFault(['passed', 'failed'])).toMatchObject({ code: 50002 })
  expect(batchFault(['not audited'])).toMatchObject({ code: 50002, why: { reason: 'item.undecided' } })
  fc.assert(
    fc.property(fc.array(state), (states) => {
      const fine = new Set(states).size <= 1 && !states.includes('not audited')
      expect(batchFault(states) === null).toBe(fine)
    }),
  )
})

test('waiting time is in whole seconds and never negative', () => {
  const at = new Date('2026-03-01T10:00:00Z')
  expect(waitedSeconds(at, new Date('2026-03-01T10:01:30.400Z'))).toBe(90)
  expect(waitedSeconds(at, new Date('2026-03-01T09:00:00Z'))).toBe(0)
})
