import { payoutBatchStates } from '@greenroom/contract/statesAndKinds'
import { expect, test } from 'vitest'
import { nextStep, stepAt } from './nextStep.ts'

const all = { send: true, result: true, drop: true } as const
const none = { send: 'readOnly', result: 'readOnly', drop: 'readOnly' } as const
const of = (state: (typeof payoutBatchStates)[number], more = {}) => ({
  state,
  onChain: false,
  approvalId: null,
  can: all,
  ...more,
})

test('each state offers the step that follows it, to those who may take it', () => {
  expect(nextStep(of('waiting', { approvalId: 'a' }))).toBe('approval')
  expect(nextStep(of('waiting'))).toBe('drop')
  expect(nextStep(of('approved'))).toBe('send')
  expect(nextStep(of('sent'))).toBe('result')
  expect(nextStep(of('sent', { onChain: true }))).toBe('instructions')
  for (const state of ['done', 'dropped'] as const) expect(nextStep(of(state))).toBeUndefined()
  for (const state of payoutBatchStates) expect(nextStep(of(state, { can: none }))).toBeUndefined()
})

test('a batch only moves forward', () => {
  expect((['waiting', 'approved', 'sent', 'done'] as const).map((state) => stepAt({ state }))).toEqual([1, 2, 3, 4])
})
