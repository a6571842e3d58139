import { expect, test } from 'vitest'
import { changeOf } from './change.ts'

test('returns the change of a figure in percent', () => {
  expect(changeOf(120, 100)).toBe(2_000)
  expect(changeOf(50, 200)).toBe(-7_500)
  expect(changeOf(100, 100)).toBe(0)
})

test('returns null against zero', () => {
  expect(changeOf(5, 0)).toBeNull()
})
