import fc from 'fast-check'
import { expect, test } from 'vitest'
import { giftsFault, nameFault } from './rules.ts'

test('a name has 1 to 20 characters, however many bytes they take', () => {
  expect([nameFault(''), nameFault('a'), nameFault('礼'.repeat(20)), nameFault('🎁'.repeat(20))]).toEqual([
    70001,
    null,
    null,
    null,
  ])
  expect(nameFault('a'.repeat(21))).toBe(70001)
})

test('6, 8 or 10 different gifts are good, and every other number has its own code', () => {
  fc.assert(
    fc.property(fc.uniqueArray(fc.nat(), { maxLength: 14 }), (ids) => {
      const expected = ids.length < 6 ? 70004 : ids.length > 10 ? 70005 : ids.length % 2 === 1 ? 70006 : null
      expect(giftsFault(ids)).toBe(expected)
    }),
  )
  expect(giftsFault([1, 2, 3, 4, 5, 1])).toBe(70007)
})
