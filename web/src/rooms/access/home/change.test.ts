import { expect, test } from 'vitest'
import { changeOf } from './change.ts'

test('says by how many percent a figure rose or fell', () => {
  expect(changeOf(120, 100)).toBe(2_000)
  expect(changeOf(50, 200)).toBe(-7_500)
  expect(changeOf(100, 100)).toBe(0)
})

test('says nothing against nothing', () => {
  expect(changeOf(5, 0)).toBeNull()
})
