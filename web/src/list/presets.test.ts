import fc from 'fast-check'
import { expect, test } from 'vitest'
import { daysBefore } from '../format/time.ts'
import { presetDays, presetNames, presetOf } from './presets.ts'

test('of a Sunday at the end of November', () => {
  const of = Object.fromEntries(
    presetNames.map((name) => [name, Object.values(presetDays(name, '2026-11-29')).join(' ')]),
  )
  expect(of).toEqual({
    today: '2026-11-29 2026-11-29',
    yesterday: '2026-11-28 2026-11-28',
    thisWeek: '2026-11-23 2026-11-29',
    lastWeek: '2026-11-16 2026-11-22',
    thisMonth: '2026-11-01 2026-11-29',
    lastMonth: '2026-10-01 2026-10-31',
    week: '2026-11-23 2026-11-29',
    month: '2026-10-31 2026-11-29',
    threeMonths: '2026-09-01 2026-11-29',
  })
})

test('on every day, weeks are whole from Monday to Sunday, months from the first to the last, and none ends later than today', () => {
  const someDay = fc.integer({ min: 0, max: 20_000 }).map((days) => daysBefore('2040-01-01', days))
  const weekday = (day: string) => new Date(`${day}T00:00:00Z`).getUTCDay()
  fc.assert(
    fc.property(someDay, (today) => {
      const of = (name: (typeof presetNames)[number]) => presetDays(name, today)
      for (const name of presetNames) {
        const days = of(name)
        expect(days.from <= days.to && days.to <= today).toBe(true)
        expect(presetOf(days, today)).toBeDefined()
      }
      expect([weekday(of('thisWeek').from), weekday(of('lastWeek').from), weekday(of('lastWeek').to)]).toEqual([
        1, 1, 0,
      ])
      expect(daysBefore(of('thisWeek').from, 1)).toBe(of('lastWeek').to)
      expect(daysBefore(of('lastWeek').to, 6)).toBe(of('lastWeek').from)
      expect(daysBefore(of('thisMonth').from, 1)).toBe(of('lastMonth').to)
      expect([of('thisMonth').from.slice(8), of('lastMonth').from.slice(8)]).toEqual(['01', '01'])
    }),
    { seed: 5 },
  )
})
