import { expect, test } from 'vitest'
import { filtersInLine, filterWidth } from './filterRoom.ts'

test('all filters are in the bar if they fit, else as many as leave room for the button', () => {
  expect(filtersInLine([100, 100, 100], 318, 110)).toBe(3)
  expect(filtersInLine([100, 100, 100], 317, 110)).toBe(1)
  expect(filtersInLine([100, 100, 100, 100], 322, 110)).toBe(2)
  expect(filtersInLine([180, 100], 90, 110)).toBe(1)
  expect(filtersInLine([], 90, 110)).toBe(0)
})

test('Chinese characters are wider', () => {
  expect(filterWidth('choice', '国家')).toBeGreaterThan(filterWidth('choice', 'ab'))
  expect(filterWidth('text', 'anything')).toBe(180)
})
