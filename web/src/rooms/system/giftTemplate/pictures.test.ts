import { expect, test } from 'vitest'
import { pictureFault } from './pictures.ts'

test('a template has 6, 8 or 10 pictures', () => {
  const right = Array.from({ length: 13 }, (_, count) => count).filter((count) => pictureFault(count) === undefined)
  expect(right).toEqual([6, 8, 10])
  expect([0, 5, 7, 9, 11].map(pictureFault)).toEqual([70004, 70004, 70006, 70006, 70005])
})
