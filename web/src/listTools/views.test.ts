import { expect, test } from 'vitest'
import { filtersOf, text } from '../list/filters.ts'
import { isEverything, queryOf, sameQuery, withoutView } from './SavedViews.tsx'

test('a view keeps filters and sort order, whatever the order of parameters', () => {
  expect(queryOf(new URLSearchParams('sort=-id&q=ann&page=3&drawer=edit:5&view=7'))).toBe('q=ann&sort=-id')
  expect(sameQuery('a=1&b=2', 'b=2&a=1&page=9')).toBe(true)
  expect(sameQuery('a=1', 'a=2')).toBe(false)
})

test('*everything* drops filters, sort order and view, and keeps the current tab', () => {
  const filters = filtersOf({ q: text() })
  const address = new URLSearchParams('tab=deliveries&q=ann&sort=-id&size=50&page=3&view=7')
  expect(String(withoutView(filters, address))).toBe('tab=deliveries')
  expect(isEverything(new URLSearchParams('tab=deliveries'))).toBe(true)
  expect(isEverything(address)).toBe(false)
})
