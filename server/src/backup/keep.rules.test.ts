import fc from 'fast-check'
import { expect, test } from 'vitest'
import { keptOf, readKeep } from './keep.rules.ts'

const idOf = (at: Date) =>
  at
    .toISOString()
    .replace(/[-:]|\.\d+/g, '')
    .toLowerCase()
const nights = (count: number, first = '2026-01-01T02:30:00Z') =>
  Array.from({ length: count }, (_, day) => idOf(new Date(new Date(first).getTime() + day * 86_400_000)))

test('a rule is a number, or days with weeks and months', () => {
  expect(readKeep('7')).toEqual({ newest: 7 })
  expect(readKeep('7d 4w 12m')).toEqual({ days: 7, weeks: 4, months: 12 })
  expect(readKeep('1d,12m')).toEqual({ days: 1, weeks: 0, months: 12 })
  for (const bad of ['', '0', '0d', '4w', '12m 7d', '7d 7d', '7x', '-1', '7 4 12', '1.5d'])
    expect([bad, readKeep(bad)]).toEqual([bad, undefined])
})

test('of a year of nights: the last days, the Sundays, the ends of months', () => {
  const ids = nights(365)
  const { kept, whole } = keptOf(ids, { days: 7, weeks: 5, months: 4 })
  expect(kept).toEqual([
    '20260930t023000z',
    '20261031t023000z',
    '20261130t023000z',
    '20261206t023000z',
    '20261213t023000z',
    '20261220t023000z',
    ...nights(7, '2026-12-25T02:30:00Z'),
  ])
  expect(whole).toBe('20261225t023000z')
})

test('several in a day count once; days without one do not count; the newest is always kept', () => {
  const ids = ['20260101t010000z', '20260101t020000z', '20260110t010000z', '20260301t010000z']
  expect(keptOf(ids, { days: 2, weeks: 0, months: 0 })).toEqual({
    kept: ['20260110t010000z', '20260301t010000z'],
    whole: '20260110t010000z',
  })
  expect(keptOf(ids, { newest: 3 })).toEqual({ kept: ids.slice(1), whole: '20260101t020000z' })
  expect(keptOf([], { newest: 3 })).toEqual({ kept: [], whole: undefined })
})

test('pruned every night, what is kept is what would be kept of all: no week or month loses its backup on the way', () => {
  const rule = fc.record({ days: fc.integer({ min: 1, max: 9 }), weeks: fc.nat(6), months: fc.nat(6) })
  fc.assert(
    fc.property(rule, fc.array(fc.integer({ min: 1, max: 40 }), { minLength: 1, maxLength: 120 }), (keep, gaps) => {
      let at = new Date('2026-01-01T00:00:00Z').getTime()
      const all: string[] = []
      let left: string[] = []
      for (const hours of gaps) {
        at += hours * 3_600_000
        all.push(idOf(new Date(at)))
        left = keptOf([...left, all.at(-1)!], keep).kept
        expect(left.at(-1)).toBe(all.at(-1))
      }
      expect(left).toEqual(keptOf(all, keep).kept)
    }),
  )
})
