import fc from 'fast-check'
import { expect, test } from 'vitest'
import { layoutOf, stepOf } from './gridLayout.ts'

const how = { gap: 8, caption: 50, aspect: 0.8 }

test('fills a wide window with few columns, and a narrow one with few rows', () => {
  expect(layoutOf(12, { width: 1_150, height: 560 }, how)).toEqual({ columns: 6, rows: 2 })
  expect(layoutOf(2, { width: 1_150, height: 560 }, how)).toEqual({ columns: 2, rows: 1 })
  expect(layoutOf(40, { width: 1_114, height: 502 }, how)).toEqual({ columns: 10, rows: 4 })
  expect(layoutOf(4, { width: 300, height: 900 }, how)).toEqual({ columns: 2, rows: 2 })
})

test('every tile has a place, no row is empty, and tiles fit', () => {
  fc.assert(
    fc.property(
      fc.integer({ min: 2, max: 40 }),
      fc.integer({ min: 600, max: 1_900 }),
      fc.integer({ min: 400, max: 1_000 }),
      (count, width, height) => {
        const { columns, rows } = layoutOf(count, { width, height }, how)
        expect(columns * rows).toBeGreaterThanOrEqual(count)
        expect(columns * (rows - 1)).toBeLessThan(count)
        expect((height - how.gap * (rows - 1)) / rows).toBeGreaterThan(60)
      },
    ),
  )
})

test('arrows stay inside', () => {
  expect(stepOf(0, 'left', 4, 10)).toBe(0)
  expect(stepOf(3, 'right', 4, 10)).toBe(4)
  expect(stepOf(5, 'down', 4, 10)).toBe(9)
  expect(stepOf(7, 'down', 4, 10)).toBe(7)
  expect(stepOf(9, 'up', 4, 10)).toBe(5)
})
