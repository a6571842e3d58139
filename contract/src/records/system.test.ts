import fc from 'fast-check'
import { expect, test } from 'vitest'
import { giftsFault } from './system.ts'

test('6, 8 or 10 different gifts are good, and every other number has its own code', () => {
  fc.assert(
    fc.property(fc.uniqueArray(fc.nat(), { maxLength: 14 }), (ids) => {
      const expected = ids.length < 6 ? 70004 : ids.length > 10 ? 70005 : ids.length % 2 === 1 ? 70006 : undefined
      expect(giftsFault(ids)).toBe(expected)
    }),
  )
  expect(giftsFault([1, 2, 3, 4, 5, 1])).toBe(70007)
})
