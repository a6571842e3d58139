import fc from 'fast-check'
import { expect, test } from 'vitest'
import { rangeInView } from './rowsInView.ts'

const views = fc.record({
  top: fc.integer({ min: 0, max: 20_000 }),
  room: fc.integer({ min: 0, max: 3_000 }),
  height: fc.integer({ min: 20, max: 60 }),
  count: fc.integer({ min: 0, max: 200 }),
})

test('every row in view is drawn, and few others', () => {
  fc.assert(
    fc.property(views, ({ top, room, height, count }) => {
      const { from, to } = rangeInView(top, room, height, count)
      const seen = Array.from({ length: count }, (_, index) => index).filter(
        (index) => (index + 1) * height > top && index * height < top + room,
      )
      expect(seen.every((index) => index >= from && index < to)).toBe(true)
      expect(to - from).toBeLessThanOrEqual(room / height + 1 + 2 * 18)
      expect(from >= 0 && from <= to && to <= count).toBe(true)
    }),
  )
})

test('a small movement draws the same rows', () => {
  expect(rangeInView(1_510, 400, 34, 200)).toEqual(rangeInView(1_500, 400, 34, 200))
})
