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
    expect(fitting(columns, 670, { note: 400 }).has('at')).toBe(false)
    expect([...fitting(columns, 300)].sort()).toEqual(['at', 'name', 'note'])
  })
})
