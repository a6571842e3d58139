import type { MenuNode } from '@greenroom/contract/systemStaff.schema'
import { expect, test } from 'vitest'
import { flatten, parentsFor } from './menuRows.ts'

const node = (id: number, sort: number, children: MenuNode[] = []) =>
  ({ id, sort, type: children.length > 0 ? 'catalogue' : 'menu', children }) as unknown as MenuNode
const tree = [node(1, 1, [node(11, 1), node(12, 2), node(13, 2)]), node(2, 2, [node(21, 1, [node(211, 1)])])]

test('rows come after their parents', () => {
  expect(flatten(tree).map((row) => [row.id, row.depth])).toEqual([
    [1, 0],
    [11, 1],
    [12, 1],
    [13, 1],
    [2, 0],
    [21, 1],
    [211, 2],
  ])
})

test('a catalogue cannot be moved below itself', () => {
  expect(parentsFor(tree, undefined).map((menu) => menu.id)).toEqual([1, 2, 21])
  expect(parentsFor(tree, 2).map((menu) => menu.id)).toEqual([1])
})
