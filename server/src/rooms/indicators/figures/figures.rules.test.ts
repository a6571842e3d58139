import { expect, test } from 'vitest'
import { dayOf, spanOfDay, type Zone } from '../fold/fold.rules.ts'
import { percentile } from './figures.rules.ts'
import { comparedWith, completePart, spanOfDays } from './figures.spans.ts'

test('a percentile is the smallest wait that covers its share', () => {
  const counts = [0, 1, 1, 0, 0, 0, 0, 0, 0, 1]
  expect([50, 90, 100, 1].map((percent) => percentile(counts, percent))).toEqual([2, 9, 9, 1])
  expect(percentile([0, 0], 50)).toBeNull()
})

test('the last seven days, unless days are given', () => {
  const today = '2026-11-23'
  expect(spanOfDays({}, today)).toEqual({ from: '2026-11-17', to: today })
  expect(spanOfDays({ endTimeStr: '2026-11-10' }, today)).toEqual({ from: '2026-11-04', to: '2026-11-10' })
  expect(spanOfDays({ startTimeStr: '2026-11-20 10:00:00' }, today)).toEqual({ from: '2026-11-20', to: today })
})

test('compared with as many previous days, or with the same days a year earlier', () => {
  const span = { from: '2026-03-01', to: '2026-03-07' }
  expect(comparedWith(span, 'before')).toEqual({ from: '2026-02-22', to: '2026-02-28' })
  expect(comparedWith(span, 'year')).toEqual({ from: '2025-03-01', to: '2025-03-07' })
  expect(completePart(span, '2026-03-07')).toEqual({ from: '2026-03-01', to: '2026-03-06' })
  expect(completePart(span, '2026-03-01')).toBeNull()
})

test('days partition time when the zone changes either way', () => {
  for (const [older, newer] of [
    ['UTC', 'Pacific/Chatham'],
    ['Pacific/Chatham', 'America/New_York'],
  ] as const) {
    const zones: Zone[] = [
      { since: '2026-11-10', zone: newer },
      { since: '2000-01-01', zone: older },
    ]
    for (const day of ['2026-11-08', '2026-11-09', '2026-11-10', '2026-11-11']) {
      const { from, to } = spanOfDay(day, zones)
      for (let at = from.getTime(); at < to.getTime(); at += 900_000)
        expect(dayOf(new Date(at), zones), `${new Date(at).toISOString()} ${older} ${newer}`).toBe(day)
    }
  }
})
