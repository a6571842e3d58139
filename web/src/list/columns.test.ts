// @vitest-environment happy-dom
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { orderOf } from './columns.ts'

const ids = fc.uniqueArray(fc.string({ minLength: 1 }))

test('the chosen order is kept; newer columns are placed as in the code', () => {
  expect(orderOf(['a', 'b', 'c'], [])).toEqual(['a', 'b', 'c'])
  expect(orderOf(['a', 'b', 'c'], ['c', 'a'])).toEqual(['c', 'a', 'b'])
  expect(orderOf(['new', 'a'], ['a', 'gone'])).toEqual(['new', 'a'])
})

test('every column occurs once', () => {
  fc.assert(
    fc.property(ids, ids, (all, chosen) => {
      expect(orderOf(all, chosen).toSorted()).toEqual(all.toSorted())
    }),
  )
})
