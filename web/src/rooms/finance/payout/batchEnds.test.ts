import { payoutBatchStates } from '@greenroom/contract/statesAndKinds'
import { expect, test } from 'vitest'
import { endOf } from './batchEnds.ts'

test('a batch is green only if all of it was paid', () => {
  for (const state of payoutBatchStates)
    for (const [paid, failed] of [
      [4, 0],
      [1, 3],
      [0, 4],
    ] as const)
      for (const approvalId of [null, 'a'])
        expect(endOf({ state, paid, failed, approvalId }).tone === 'good').toBe(state === 'done' && failed === 0)
  const ended = { approvalId: null }
  expect(endOf({ ...ended, state: 'done', paid: 1, failed: 3 }).state).toBe('partly')
  expect(endOf({ ...ended, state: 'done', paid: 0, failed: 1 }).state).toBe('nonePaid')
  expect(endOf({ ...ended, state: 'sent', paid: 1, failed: 1 }).state).toBe('sent')
})

test('a batch whose request was rejected is not pending', () => {
  const made = { state: 'waiting', paid: 0, failed: 0 } as const
  expect(endOf({ ...made, approvalId: 'a' })).toEqual({ state: 'waiting', tone: 'waiting' })
  expect(endOf({ ...made, approvalId: null })).toEqual({ state: 'unapproved', tone: 'bad' })
})
