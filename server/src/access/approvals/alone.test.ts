import { expect, test } from 'vitest'
import { limitCents, needsSecond } from './alone.ts'

test('above the limit, including what was paid alone within a day, a second member of staff approves', () => {
  const limit = limitCents(500)
  expect(needsSecond(50_000n, 0n, limit)).toBe(false)
  expect(needsSecond(50_001n, 0n, limit)).toBe(true)
  expect(needsSecond(1n, 50_000n, limit)).toBe(true)
})
