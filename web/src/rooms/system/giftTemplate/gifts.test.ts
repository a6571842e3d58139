import { expect, test } from 'vitest'
import { giftsFault } from './gifts.ts'

test('a template has 6, 8 or 10 gifts', () => {
  const right = Array.from({ length: 13 }, (_, count) => count).filter((count) => giftsFault(count) === undefined)
  expect(right).toEqual([6, 8, 10])
  expect([0, 5, 7, 9, 11].map(giftsFault)).toEqual([70004, 70004, 70006, 70006, 70005])
})
