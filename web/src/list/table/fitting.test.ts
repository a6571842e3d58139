import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { fitting, isWhole, leastWidth, widthsOf } from './fitting.ts'
import { grown } from './useNeeds.ts'

describe('the columns that fit', () => {
  const column = (id: string, width: number, more: object = {}) => ({ id, width, cell: () => null, ...more })
  const columns = [
    column('name', 200, { pinned: true }),
    column('age', 100, { spare: true }),
    column('note', 400),
    column('at', 160),
    column('id', 200, { hidden: true }),
  ]
  test('are all but the hidden ones, if there is room', () => {
    expect([...fitting(columns, 2_000)].sort()).toEqual(['age', 'at', 'name', 'note'])
  })
  test('texts get narrower first, then spare columns are hidden, then the last', () => {
    // 150 + 260 + 160 for the required columns, 100 for the spare one.
    expect([...fitting(columns, 670)].sort()).toEqual(['age', 'at', 'name', 'note'])
    expect([...fitting(columns, 669)].sort()).toEqual(['at', 'name', 'note'])
    expect([...fitting([...columns, column('by', 150)], 700)].sort()).toEqual(['age', 'at', 'name', 'note'])
  })
  test('widths set by the user count; a narrow window scrolls instead of hiding more', () => {
    expect(fitting(columns, 670, { widths: { note: 400 } }).has('at')).toBe(false)
    expect([...fitting(columns, 300)].sort()).toEqual(['at', 'name', 'note'])
  })
})

describe('where the contents leave room', () => {
  const column = (id: string, width: number, more: object = {}) => ({ id, width, cell: () => null, ...more })
  const columns = [
    column('name', 250, { pinned: true }),
    column('why', 280),
    column('usd', 130),
    column('by', 160),
    column('at', 165, { spare: true }),
    column('id', 100, { hidden: true }),
  ]
  const shortContents = { name: 120, why: 60, usd: 90 }
  test('a column that was left out is shown', () => {
    expect([...fitting(columns, 640)]).toEqual(['name', 'why', 'usd'])
    expect([...fitting(columns, 640, { needs: shortContents })]).toEqual(['name', 'why', 'usd', 'by', 'at'])
  })
  test('none is shown for which a text would be cut, nor before the contents are known', () => {
    expect([...fitting(columns, 640, { needs: { ...shortContents, name: 400 } })]).toEqual(['name', 'why', 'usd'])
    expect([...fitting(columns, 640, { needs: { name: 120 } })]).toEqual(['name', 'why', 'usd'])
  })
  test('it goes again once it is found to need more', () => {
    expect([...fitting(columns, 640, { needs: { ...shortContents, by: 500 } })]).toEqual(['name', 'why', 'usd', 'at'])
  })
})

describe('the column by which a list is sorted', () => {
  const column = (id: string, more: object = {}) => ({ id, width: 160, sort: id, cell: () => null, ...more })
  const columns = [
    column('name', { pinned: true }),
    column('a'),
    column('b'),
    column('c'),
    column('at', { spare: true }),
    column('d', { hidden: true }),
  ]
  test('is shown in place of the last one that fits', () => {
    expect([...fitting(columns, 640)]).toEqual(['name', 'a', 'b', 'c'])
    for (const sort of ['at', '-at']) expect([...fitting(columns, 640, { sort })]).toEqual(['name', 'at', 'a', 'b'])
  })
  test('is shown also if it is hidden otherwise', () => {
    expect(fitting(columns, 2_000).has('d')).toBe(false)
    expect(fitting(columns, 640, { sort: '-d' }).has('d')).toBe(true)
  })
})

describe('widths that fit the contents', () => {
  const oneColumn = fc.record({ width: fc.integer({ min: 50, max: 400 }), need: fc.integer({ min: 20, max: 700 }) })
  const table = fc
    .array(oneColumn, { minLength: 1, maxLength: 14 })
    .map((all) =>
      all.map((one, at) => ({ ...one, id: `c${at}`, cell: () => null, ...(at === 0 && { pinned: true as const }) })),
    )
  const needsOf = (columns: readonly { id: string; need: number }[]) =>
    Object.fromEntries(columns.map(({ id, need }) => [id, need]))
  const room = fc.integer({ min: 640, max: 2_400 })

  test('fill the room exactly, and cut no number, time or state', () => {
    fc.assert(
      fc.property(table, room, (all, width) => {
        const needs = needsOf(all)
        const fits = fitting(all, width, { needs })
        const columns = all.filter(({ id }) => fits.has(id))
        const widths = widthsOf(columns, width, needs)
        const sum = widths.reduce((total, one) => total + one, 0)
        // Only a name that alone is wider than the window exceeds it.
        expect(sum).toBe(columns.length === 1 ? Math.max(width, sum) : width)
        for (const [at, column] of columns.entries()) {
          if (isWhole(column)) expect(widths[at]).toBeGreaterThanOrEqual(Math.min(column.need, column.width * 1.69))
          else expect(widths[at]).toBeGreaterThanOrEqual(Math.min(column.need, leastWidth(column)))
        }
      }),
    )
  })
  test('leave nothing empty while the name is cut, and nothing to spare while a text is', () => {
    fc.assert(
      fc.property(table, room, (columns, width) => {
        const widths = widthsOf(columns, width, needsOf(columns))
        const isCut = (at: number) => widths[at]! < columns[at]!.need
        for (const at of columns.keys()) {
          if (at > 0 && isCut(0)) expect(widths[at]).toBeLessThanOrEqual(Math.max(columns[at]!.need, 0))
          if (at > 0 && isCut(at)) expect(widths[0]).toBeLessThanOrEqual(columns[0]!.need + columns.length)
        }
      }),
    )
  })
  test('leave what the user set as it is', () => {
    const columns = [
      { id: 'name', width: 200, pinned: true as const },
      { id: 'at', width: 140 },
      { id: 'note', width: 300 },
    ]
    expect(widthsOf(columns, 1_000, { name: 180, at: 120, note: 250 }, { at: 300 })).toEqual([450, 300, 250])
    expect(widthsOf(columns, 1_000, { name: 180, at: 120, note: 250 }, { name: 200 })).toEqual([200, 550, 250])
  })
  test('only grow', () => {
    const before = { name: 180, at: 120 }
    expect(grown(before, { name: 100, at: 120 })).toBe(before)
    expect(grown(before, { name: 200, at: 100, note: 90 })).toEqual({ name: 200, at: 120, note: 90 })
  })
})
