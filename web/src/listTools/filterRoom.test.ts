import fc from 'fast-check'
import { expect, test } from 'vitest'
import { filtersInLine, filterWidth, valueWidth } from './filterRoom.ts'

const unset = (...widths: number[]) => widths.map((width) => ({ width, isSet: false }))
const count = (shown: boolean[]) => shown.filter(Boolean).length

test('all filters are in the bar if they fit, else as many as leave room for the button', () => {
  expect(count(filtersInLine(unset(100, 100, 100), 318, 110))).toBe(3)
  expect(filtersInLine(unset(100, 100, 100), 317, 110)).toEqual([true, false, false])
  expect(filtersInLine(unset(100, 100, 100, 100), 322, 110)).toEqual([true, true, false, false])
  expect(filtersInLine(unset(180, 100), 90, 110)).toEqual([true, false])
  expect(filtersInLine([], 90, 110)).toEqual([])
})

test('setting a filter never makes a second line, as long as the set ones fit', () => {
  const filter = fc.record({ width: fc.integer({ min: 60, max: 180 }), value: fc.integer({ min: 30, max: 248 }) })
  fc.assert(
    fc.property(
      fc.array(filter, { minLength: 1, maxLength: 12 }),
      fc.nat(11),
      fc.integer({ min: 700, max: 1800 }),
      (all, at, room) => {
        const filters = all.map(({ width, value }, index) =>
          index === at ? { width: width + value, isSet: true } : { width, isSet: false },
        )
        const shown = filtersInLine(filters, room, 140)
        const used = filters.reduce((sum, { width }, index) => sum + (shown[index] ? width + 6 : 0), 0)
        expect(used + (shown.includes(false) ? 140 : 0)).toBeLessThanOrEqual(room)
        if (at < filters.length) expect(shown[at]).toBe(true)
      },
    ),
  )
})

test('Chinese characters are wider, and a long value is cut', () => {
  expect(filterWidth('choice', '国家')).toBeGreaterThan(filterWidth('choice', 'ab'))
  expect(filterWidth('text', 'anything')).toBe(180)
  expect(valueWidth('a'.repeat(500))).toBe(248)
})
