import fc from 'fast-check'
import { expect, test } from 'vitest'
import { extremes, type Line } from './plot.ts'
import { marksOf, scaleOf } from './scale.ts'

const line = (values: Line['values'], stack?: string): Line => ({
  name: 'Arrived',
  as: 'bar',
  values,
  format: String,
  ...(stack !== undefined && { stack }),
})

test('a scale has round marks from zero to beyond the highest figure', () => {
  expect(scaleOf([line([3, null, 47])])).toEqual({ min: 0, max: 50, interval: 10 })
  expect(scaleOf([line([0.231, 0.12])])).toEqual({ min: 0, max: 0.25, interval: 0.05 })
  expect(scaleOf([line([300_000, 318_000])])).toEqual({ min: 0, max: 350_000, interval: 50_000 })
  expect(marksOf({ min: 0, max: 0.3, interval: 0.1 })).toEqual([0, 0.1, 0.2, 0.3])
})

test('counts have whole marks, and a scale without figures has one', () => {
  expect(scaleOf([line([1, 2])])).toEqual({ min: 0, max: 2, interval: 1 })
  expect(scaleOf([line([null, 0])])).toEqual({ min: 0, max: 1, interval: 1 })
  expect(scaleOf([])).toEqual({ min: 0, max: 1, interval: 1 })
})

test('a stack is as high as its parts together, those below zero apart', () => {
  expect(scaleOf([line([10, 40], 'whole'), line([20, 50], 'whole'), line([15, 5])])).toMatchObject({ max: 100 })
  expect(scaleOf([line([30, null], 'whole'), line([-10, -20], 'whole')])).toEqual({ min: -20, max: 30, interval: 10 })
})

test('every figure lies on its scale, with 2 to 10 marks', () => {
  const figures = fc.array(
    fc.option(
      fc.oneof(
        fc.integer({ min: -1e12, max: 1e12 }),
        fc.integer({ min: 0, max: 10_000 }).map((parts) => parts / 10_000),
      ),
    ),
    {
      minLength: 1,
    },
  )
  fc.assert(
    fc.property(figures, (values) => {
      const scale = scaleOf([line(values)])
      const found = extremes(values) ?? { least: 0, most: 0 }
      const slack = scale.interval * 1e-6
      expect(scale.min).toBeLessThanOrEqual(Math.min(0, found.least) + slack)
      expect(scale.max).toBeGreaterThanOrEqual(Math.max(0, found.most) - slack)
      const marks = marksOf(scale)
      expect(marks.at(-1)).toBe(scale.max)
      expect(marks.length).toBeGreaterThanOrEqual(2)
      expect(marks.length).toBeLessThanOrEqual(10)
    }),
  )
})
