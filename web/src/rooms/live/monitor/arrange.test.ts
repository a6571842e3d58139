import { describe, expect, test } from 'vitest'
import { arrange, type Box, gap, neighbour, pictureArea, slotsFor } from './arrange.ts'

const share = (count: number, width: number, height: number) => {
  const { columns, rows } = arrange(count, width, height)
  const [w, h] = [(width + gap) / columns - gap, (height + gap) / rows - gap]
  return pictureArea(w, h) / (w * h)
}

describe('an arrangement', () => {
  test('of sixteen at 1366 × 768 is mostly picture, with the riskiest large', () => {
    const { columns, rows, large } = arrange(16, 1_096, 585)
    expect(large).toBeGreaterThan(0)
    expect(columns * rows).toBeGreaterThanOrEqual(16 + 3 * large)
    expect(share(16, 1_096, 585)).toBeGreaterThanOrEqual(0.7)
  })
  test.each([4, 6, 9, 12, 16, 20, 25])('of %i tiles is mostly picture on common screens', (count) => {
    for (const [width, height] of [
      [1_096, 585],
      [1_170, 717],
      [1_650, 897],
    ] as const)
      expect(share(count, width, height)).toBeGreaterThanOrEqual(0.7)
  })
  test('of few tiles makes all equal; space grows in steps', () => {
    expect(arrange(4, 1_096, 585)).toEqual({ columns: 4, rows: 1, large: 0 })
    expect(slotsFor(5, 16)).toBe(6)
    expect(slotsFor(1, 25)).toBe(4)
    expect(slotsFor(17, 16)).toBe(16)
  })
})

test('arrows move to the neighbour, whatever its size', () => {
  const box = (left: number, top: number, width: number, height: number): Box => ({
    left,
    top,
    right: left + width,
    bottom: top + height,
  })
  // A large tile, two stacked beside it, and a row below.
  const boxes = [
    box(0, 0, 200, 200),
    box(206, 0, 97, 97),
    box(206, 103, 97, 97),
    box(0, 206, 97, 97),
    box(103, 206, 97, 97),
  ]
  expect(neighbour(boxes, 0, 'right')).toBe(1)
  expect(neighbour(boxes, 2, 'left')).toBe(0)
  expect(neighbour(boxes, 1, 'down')).toBe(2)
  expect(neighbour(boxes, 0, 'down')).toBe(3)
  expect(neighbour(boxes, 4, 'up')).toBe(0)
  expect(neighbour(boxes, 1, 'right')).toBeUndefined()
})
