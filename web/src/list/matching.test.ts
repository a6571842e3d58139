import fc from 'fast-check'
import { expect, test } from 'vitest'
import { countryOptions } from '../format/country.ts'
import { bestMatches } from './matching.ts'

const firstOf = (typed: string, language = 'en') =>
  bestMatches(countryOptions(language), typed).map(({ value }) => value)

test('the best match comes first', () => {
  expect(firstOf('ind').slice(0, 2)).toEqual(['IN', 'ID'])
  expect(firstOf('ID')[0]).toBe('ID')
  expect(firstOf('印度', 'cn').slice(0, 2)).toEqual(['IN', 'ID'])
  const named = (...labels: string[]) => labels.map((label) => ({ value: label.slice(0, 2), label }))
  const places = named('Michelin', 'New Chelsea', 'Chelm')
  expect(bestMatches(places, 'chel').map(({ label }) => label)).toEqual(['Chelm', 'New Chelsea', 'Michelin'])
  expect(firstOf('nothing so called')).toEqual([])
})

test('whatever is typed, each match is there once, and nothing typed keeps the order', () => {
  const options = fc.uniqueArray(
    fc.record({ value: fc.string({ maxLength: 3 }), label: fc.string({ maxLength: 8 }) }),
    {
      selector: ({ value }) => value,
    },
  )
  fc.assert(
    fc.property(options, fc.string({ maxLength: 2 }), (all, typed) => {
      const query = typed.trim().toLocaleLowerCase()
      const found = bestMatches(all, typed)
      const expected = all.filter(
        ({ value, label }) => label.toLocaleLowerCase().includes(query) || value.toLocaleLowerCase() === query,
      )
      expect(found.toSorted((a, b) => (a.value < b.value ? -1 : 1))).toEqual(
        expected.toSorted((a, b) => (a.value < b.value ? -1 : 1)),
      )
      if (query === '') expect(found).toEqual(all)
    }),
    { seed: 7 },
  )
})
