import fc from 'fast-check'
import { expect, test } from 'vitest'
import { weekAround, weekFrom, weekLater } from './weeks.rules.ts'

const at = (text: string) => new Date(text)

test('a week runs from Monday to Monday in the zone', () => {
  expect(weekAround(at('2026-11-22T23:59:59Z'), 'UTC')).toEqual({
    week: '2026-11-16',
    startsAt: at('2026-11-16T00:00:00Z'),
    endsAt: at('2026-11-23T00:00:00Z'),
  })
  expect(weekAround(at('2026-11-22T23:59:59Z'), 'Asia/Shanghai').week).toBe('2026-11-23')
  expect(weekLater('2026-12-28', 1)).toBe('2027-01-04')
})

test.each([
  ['America/New_York', '2026-03-02', 167],
  ['America/New_York', '2026-10-26', 169],
  ['Pacific/Chatham', '2026-03-30', 169],
  ['Pacific/Chatham', '2026-09-21', 167],
])('across the clock change of %s the week of %s has %i hours', (zone, monday, hours) => {
  const before = weekAround(at(`${monday}T12:00:00Z`), zone)
  expect(before.week).toBe(monday)
  expect((before.endsAt.getTime() - before.startsAt.getTime()) / 3_600_000).toBe(hours)
  const next = weekFrom(before.endsAt, zone)
  expect(next.week).toBe(weekLater(monday, 1))
  expect((next.endsAt.getTime() - next.startsAt.getTime()) / 3_600_000).toBe(168)
})

test('weeks follow each other without gap or overlap, through any changes of the zone', () => {
  const zones = fc.constantFrom(
    'UTC',
    'Asia/Shanghai',
    'America/New_York',
    'Pacific/Chatham',
    'Pacific/Kiritimati',
    'Pacific/Pago_Pago',
  )
  fc.assert(
    fc.property(
      fc.date({ min: at('2020-01-01'), max: at('2030-01-01'), noInvalidDate: true }),
      fc.array(zones, { minLength: 2, maxLength: 12 }),
      (begin, list) => {
        let current = weekAround(begin, list[0]!)
        expect(current.startsAt <= begin && begin < current.endsAt).toBe(true)
        for (const zone of list) {
          const next = weekFrom(current.endsAt, zone)
          expect(next.startsAt).toEqual(current.endsAt)
          expect(next.week).toBe(weekLater(current.week, 1))
          const days = (next.endsAt.getTime() - next.startsAt.getTime()) / 86_400_000
          expect(days).toBeGreaterThan(5)
          expect(days).toBeLessThan(9)
          current = next
        }
      },
    ),
  )
})
