import { expect, test } from 'vitest'
import { linesOf, marginsOf, widest } from './margins.ts'

/** Wide characters are 12 px, others 6. */
const widthOf = (text: string) => Array.from(text).reduce((sum, letter) => sum + (letter > '\u2e80' ? 12 : 6), 0)
const days = Array.from({ length: 91 }, (_, at) => `2026-08-${10 + (at % 20)}`)

test('the widest label counts wide characters twice', () => {
  expect(widest(['1,000,000', '999', '0'], widthOf)).toBe(54)
  expect(widest(['12 hr', '12小时', '0'], widthOf)).toBe(36)
  expect(widest([], widthOf)).toBe(0)
})

test('each side has room for its scale, exchanged right to left; below are the labels of the axis', () => {
  const labels = { start: ['0', '1,000,000'], end: ['0%', '25%'], across: days, step: 16 }
  expect(marginsOf(labels, { widthOf, rtl: false })).toEqual({ left: 66, right: 34, bottom: 24 })
  expect(marginsOf(labels, { widthOf, rtl: true })).toEqual({ left: 34, right: 66, bottom: 24 })
})

test('a label of the axis is not cut at the first day, nor at the last one', () => {
  const labels = { start: ['0', '5'], across: days, step: 16 }
  // Half of 60 px, but for half a day.
  expect(marginsOf(labels, { widthOf, rtl: false }).left).toBeGreaterThanOrEqual(4 + 28)
  const atEnd = marginsOf({ ...labels, across: days.slice(0, 81) }, { widthOf, rtl: false })
  expect(atEnd.right).toBeGreaterThanOrEqual(4 + 28)
  // The last of 91 that is shown is the 81st: it has room inside.
  expect(marginsOf(labels, { widthOf, rtl: false }).right).toBe(8)
})

test('broken labels take as many rows as the longest needs', () => {
  expect(linesOf('Matched', 100, widthOf)).toBe(1)
  expect(linesOf('Requests that were answered in time', 100, widthOf)).toBe(3)
  expect(linesOf('已匹配并且被接听的请求数', 100, widthOf)).toBe(2)
  expect(linesOf('a'.repeat(40), 100, widthOf)).toBe(3)
  const across = ['Matched', 'Requests that were answered in time']
  expect(marginsOf({ start: ['0'], across, step: 1, brokenTo: 100 }, { widthOf, rtl: false }).bottom).toBe(48)
})
