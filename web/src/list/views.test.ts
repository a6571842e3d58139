import { expect, test } from 'vitest'
import { queryOf, sameQuery } from './views.ts'

test('a view keeps filters and order, in any order', () => {
  expect(queryOf(new URLSearchParams('sort=-id&q=ann&page=3&drawer=edit:5&view=7'))).toBe('q=ann&sort=-id')
  expect(sameQuery('a=1&b=2', 'b=2&a=1&page=9')).toBe(true)
  expect(sameQuery('a=1', 'a=2')).toBe(false)
})
