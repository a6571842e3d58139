import { expect, test } from 'vitest'
import { usesSince } from './rules.ts'

test('uses are counted over 30 days', () => {
  expect(usesSince(new Date('2026-03-31T10:00:00Z'))).toEqual(new Date('2026-03-01T10:00:00Z'))
})
