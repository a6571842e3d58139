import { dashboards } from '@greenroom/contract/dashboards'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { rowLength } from './inRows.ts'

test('rows are as long as fits, and the last lacks fewer tiles than there are rows', () => {
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 40 }), fc.integer({ min: 1, max: 8 }), (count, most) => {
      const length = rowLength(count, most)
      const rows = Math.ceil(count / length)
      expect(length).toBeLessThanOrEqual(most)
      expect(rows).toBe(Math.ceil(count / most))
      expect(length * rows - count).toBeLessThan(rows)
    }),
  )
})

test('no dashboard ends in a row of one tile', () => {
  for (const { tiles } of Object.values(dashboards))
    for (const most of [4, 6, 8]) {
      const length = rowLength(tiles.length, most)
      if (tiles.length > most) expect(tiles.length % length === 0 ? length : tiles.length % length).toBeGreaterThan(1)
    }
})
