import { expect, test } from 'vitest'
import { moved, placeByKey } from './reorderKeys.ts'

test('an item moved to a place stands there, and the others keep their order', () => {
  expect(moved(['a', 'b', 'c', 'd'], 0, 2)).toEqual(['b', 'c', 'a', 'd'])
  expect(moved(['a', 'b', 'c', 'd'], 3, 1)).toEqual(['a', 'd', 'b', 'c'])
})

const free = [false, false, false, false]
test.each([
  { key: 'ArrowUp', at: 2, to: 1 },
  { key: 'ArrowDown', at: 2, to: 3 },
  { key: 'ArrowDown', at: 3, to: 3 },
  { key: 'ArrowUp', at: 0, to: 0 },
  { key: 'ArrowRight', at: 1, to: 2 },
  { key: 'ArrowLeft', at: 1, to: 0 },
  { key: 'Home', at: 3, to: 0 },
  { key: 'End', at: 0, to: 3 },
  { key: 'x', at: 1, to: undefined },
])('$key moves an item from $at to $to', ({ key, at, to }) => {
  expect(placeByKey(key, at, free, 'ArrowRight')).toBe(to)
})

test('on a page read from the right, the left arrow goes to the next item', () => {
  expect(placeByKey('ArrowLeft', 1, free, 'ArrowLeft')).toBe(2)
  expect(placeByKey('ArrowRight', 1, free, 'ArrowLeft')).toBe(0)
})

test('nothing passes a fixed item', () => {
  const fixed = [true, false, false, true, false]
  expect(placeByKey('ArrowUp', 1, fixed, 'ArrowRight')).toBe(1)
  expect(placeByKey('ArrowDown', 2, fixed, 'ArrowRight')).toBe(2)
  expect(placeByKey('Home', 2, fixed, 'ArrowRight')).toBe(1)
  expect(placeByKey('End', 1, fixed, 'ArrowRight')).toBe(2)
  expect(placeByKey('Home', 4, fixed, 'ArrowRight')).toBe(4)
})
