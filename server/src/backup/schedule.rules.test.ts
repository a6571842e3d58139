import { expect, test } from 'vitest'
import { isBackupDue, isTrialDue, lastTime } from './schedule.rules.ts'

const at = (text: string) => new Date(`2026-11-${text}:00Z`)

test('the last time of day is today or yesterday', () => {
  expect(lastTime(at('30T02:30'), '02:30')).toEqual(at('30T02:30'))
  expect(lastTime(at('30T02:29'), '02:30')).toEqual(at('29T02:30'))
  expect(lastTime(new Date('2026-12-01T00:00:00Z'), '23:59')).toEqual(at('30T23:59'))
})

test('a backup is due daily at its time, at once without one, and after a night without the server', () => {
  const due = (now: string, last: string | null, tried: string | null = null) =>
    isBackupDue({ now: at(now), time: '02:30', last: last ? at(last) : null, tried: tried ? at(tried) : null })
  expect(due('30T02:29', '29T02:31')).toBe(false)
  expect(due('30T02:30', '29T02:31')).toBe(true)
  expect(due('30T12:00', null)).toBe(true)
  expect(due('30T12:00', '28T02:31')).toBe(true)
  expect(due('30T12:00', '30T02:30')).toBe(false)
  // Taken by hand in the evening: the night's is taken all the same.
  expect(due('30T02:31', '29T22:00')).toBe(true)
})

test('one that failed is tried again after an hour, whatever the clock did', () => {
  const due = (now: string, tried: string) =>
    isBackupDue({ now: at(now), time: '02:30', last: at('28T02:30'), tried: at(tried) })
  expect([due('30T03:00', '30T02:30'), due('30T03:30', '30T02:30'), due('29T12:00', '30T02:30')]).toEqual([
    false,
    true,
    true,
  ])
})

test('a restore is tried after the first backup, then weekly with a new one; after a failure with each', () => {
  const due = (now: string, last: string | null, trial: string | null, failed = false, days = 7) =>
    isTrialDue({ now: at(now), days, last: last ? at(last) : null, trial: trial ? { at: at(trial), failed } : null })
  expect(due('02T02:40', null, null)).toBe(false)
  expect(due('02T02:40', '02T02:30', null)).toBe(true)
  expect(due('02T02:40', '02T02:30', null, false, 0)).toBe(false)
  expect(due('03T02:40', '03T02:30', '02T02:40')).toBe(false)
  expect(due('09T02:35', '09T02:30', '02T02:40')).toBe(true)
  expect(due('09T02:35', '01T02:30', '02T02:40')).toBe(false)
  expect(due('03T02:40', '03T02:30', '02T02:40', true)).toBe(true)
  expect(due('02T12:00', '02T02:30', '02T02:40', true)).toBe(false)
})
