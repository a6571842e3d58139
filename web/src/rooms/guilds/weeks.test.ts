import { expect, test } from 'vitest'
import { mondayOf } from './weeks.ts'

test.each([
  ['2026-11-23T12:00:00Z', 'UTC', '2026-11-30'],
  ['2026-11-29T23:00:00Z', 'UTC', '2026-11-30'],
  ['2026-11-29T23:00:00Z', 'Asia/Shanghai', '2026-12-07'],
  ['2026-11-30T02:00:00Z', 'America/New_York', '2026-11-30'],
])('at %s in %s the next week begins on %s', (now, zone, monday) => {
  expect(mondayOf(new Date(now), zone, 1)).toBe(monday)
})
