import { payoutBatchStates } from '@greenroom/contract/words'
import { expect, test } from 'vitest'
import { endOf } from './ends.ts'

test('a batch is green only if all of it was paid', () => {
  for (const state of payoutBatchStates)
    for (const [paid, failed] of [
      [4, 0],
      [1, 3],
      [0, 4],
    ] as const)
      expect(endOf({ state, paid, failed }).tone === 'good').toBe(state === 'done' && failed === 0)
  expect(endOf({ state: 'done', paid: 1, failed: 3 }).state).toBe('partly')
  expect(endOf({ state: 'done', paid: 0, failed: 1 }).state).toBe('nonePaid')
  expect(endOf({ state: 'sent', paid: 1, failed: 1 }).state).toBe('sent')
})
