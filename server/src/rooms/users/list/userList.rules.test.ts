import fc from 'fast-check'
import { Temporal } from 'temporal-polyfill'
import { expect, test } from 'vitest'
import { activeFilters, ageOn, birthdaysOf } from './userList.rules.ts'

const day = (from: string, to: string) =>
  fc
    .date({ min: new Date(from), max: new Date(to), noInvalidDate: true })
    .map((date) => date.toISOString().slice(0, 10))

test('birthdays of an age match the users of that age', () => {
  fc.assert(
    fc.property(
      day('1900-01-01', '2026-01-01'),
      day('2026-01-01', '2030-12-31'),
      fc.nat(120),
      fc.nat(120),
      (born, today, a, b) => {
        const [min, max] = [Math.min(a, b), Math.max(a, b)]
        const { from, until } = birthdaysOf({ min, max }, today)
        const age = ageOn(born, today)
        expect(born >= from! && born <= until!).toBe(age >= min && age <= max)
      },
    ),
    { numRuns: 2_000 },
  )
})

test('an age is whole years', () => {
  expect(ageOn('2000-11-21', '2026-11-20')).toBe(25)
  expect(ageOn('2000-11-20', '2026-11-20')).toBe(26)
})

test('an age follows the calendar, including leap days', () => {
  fc.assert(
    fc.property(day('1900-01-01', '2026-01-01'), day('2026-01-01', '2030-12-31'), (born, today) => {
      const { years } = Temporal.PlainDate.from(born).until(Temporal.PlainDate.from(today), { largestUnit: 'years' })
      expect(ageOn(born, today)).toBe(years)
    }),
    { numRuns: 2_000 },
  )
  expect([ageOn('2000-02-29', '2027-02-28'), ageOn('2000-02-29', '2027-03-01')]).toEqual([26, 27])
})

test('filters are named; a range has one name', () => {
  const nothing = { search: undefined, sex: undefined, level: {}, tokens: { min: undefined }, seen: {}, registered: {} }
  expect(activeFilters(nothing)).toEqual([])
  expect(
    activeFilters({ ...nothing, seen: { to: new Date(0) }, tokens: { max: 0 }, search: { ids: [], name: 'a' } }),
  ).toEqual(['search', 'tokens', 'seen'])
  expect(activeFilters({ online: false, riskMin: 0, country: '' })).toEqual(['online', 'riskMin', 'country'])
})
