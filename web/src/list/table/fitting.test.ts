import { describe, expect, test } from 'vitest'
import { fitting } from './fitting.ts'

describe('the columns that fit', () => {
  const column = (id: string, width: number, more: object = {}) => ({ id, width, cell: () => null, ...more })
  const columns = [
    column('name', 200, { pinned: true }),
    column('age', 100, { spare: true }),
    column('note', 400),
    column('at', 160),
    column('id', 200, { hidden: true }),
  ]
  test('all where there is room, but none that is hidden', () => {
    expect([...fitting(columns, 2_000)].sort()).toEqual(['age', 'at', 'name', 'note'])
  })
  test('texts become narrower first, then spare columns go, then the last', () => {
    // 150 + 260 + 160 of what is not spare, 100 of what is.
    expect([...fitting(columns, 670)].sort()).toEqual(['age', 'at', 'name', 'note'])
    expect([...fitting(columns, 669)].sort()).toEqual(['at', 'name', 'note'])
    expect([...fitting([...columns, column('by', 150)], 700)].sort()).toEqual(['age', 'at', 'name', 'note'])
  })
  test('widths set by hand count; a narrow window scrolls rather than hide more', () => {
    expect(fitting(columns, 670, { note: 400 }).has('at')).toBe(false)
    expect([...fitting(columns, 300)].sort()).toEqual(['at', 'name', 'note'])
  })
})
