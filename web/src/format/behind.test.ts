import { expect, test } from 'vitest'
import { isBehind } from './behind.ts'

test('figures are behind if they are older than the longest pause between folds', () => {
  const now = Date.parse('2026-11-25T10:00:00Z')
  expect(isBehind('2026-11-25T09:56:00.000Z', now)).toBe(false)
  expect(isBehind('2026-11-25T09:54:00.000Z', now)).toBe(true)
  // The server's clock is a little ahead.
  expect(isBehind('2026-11-25T10:00:01.000Z', now)).toBe(false)
})
