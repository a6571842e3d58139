import fc from 'fast-check'
import { expect, test } from 'vitest'
import { readIds, withoutWords } from './pastedIds.ts'

test('reads ids with any separators, each once', () => {
  expect(readIds('1 2,3;4\r\n5，6；7、8\t9\n\n 2 ')).toEqual({
    ids: [1, 2, 3, 4, 5, 6, 7, 8, 9],
    duplicates: 1,
    wrong: [],
  })
})

test('names invalid entries with their line', () => {
  expect(readIds('12\nabc 0\n-4 1e3\n9999999999999999')).toEqual({
    ids: [12],
    duplicates: 0,
    wrong: [
      { text: 'abc', line: 2 },
      { text: '0', line: 2 },
      { text: '-4', line: 3 },
      { text: '1e3', line: 3 },
      { text: '9999999999999999', line: 4 },
    ],
  })
})

test('an empty text has no ids', () => {
  expect(readIds(' \n,; ')).toEqual({ ids: [], duplicates: 0, wrong: [] })
})

test('removes only the given words', () => {
  expect(withoutWords('1, 22 2\nabc\n3', new Set(['2', 'abc']))).toBe('1 22\n3')
})

test('its output parses to the same ids', () => {
  fc.assert(
    fc.property(fc.array(fc.integer({ min: 1, max: 999_999_999_999_999 })), (ids) => {
      const first = readIds(ids.join('\n'))
      expect(first.ids).toEqual([...new Set(ids)])
      expect(first.ids.length + first.duplicates).toBe(ids.length)
      expect(readIds(first.ids.join(' '))).toEqual({ ids: first.ids, duplicates: 0, wrong: [] })
    }),
  )
})
