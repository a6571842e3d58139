import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import {
  type Branch,
  type Grants,
  grantable,
  grantChanges,
  grantPayload,
  nextPermission,
  searchTree,
  shownPermission,
  withBranch,
} from './permissions.ts'

const menu = (id: number): Branch => ({ id, type: 'menu', children: [] })
const tree: Branch = {
  id: 100,
  type: 'catalogue',
  children: [menu(1), { id: 2, type: 'menu', children: [menu(3)] }, { id: 4, type: 'catalogue', children: [] }],
}

test('a catalogue cannot be granted; a menu with submenus can', () => expect(grantable(tree)).toEqual([1, 2, 3]))

describe('a branch', () => {
  test('shows the common level of its menus', () => {
    expect(shownPermission(tree, {})).toBe(0)
    expect(shownPermission(tree, { 1: 3 })).toBe('mixed')
    expect(shownPermission(tree, { 1: 1, 2: 1, 3: 1 })).toBe(1)
  })
  test('set to a level shows that level', () => {
    const level = fc.constantFrom(0, 1, 3) as fc.Arbitrary<0 | 1 | 3>
    fc.assert(
      fc.property(level, fc.dictionary(fc.constantFrom('1', '2', '3'), level), (to, grants) => {
        expect(shownPermission(tree, withBranch(tree, to, grants as Grants))).toBe(to)
      }),
    )
  })
})

test('pressing cycles none, read, write, none', () => {
  expect([0, 1, 3, 'mixed'].map((state) => nextPermission(state as never))).toEqual([1, 3, 0, 1])
})

test('changes are relative to the saved grants', () => {
  expect(grantChanges([tree], { 1: 3, 2: 1 }, { 1: 1, 2: 1, 3: 3 })).toEqual([
    { id: 1, from: 3, to: 1 },
    { id: 3, from: 0, to: 3 },
  ])
  expect(grantPayload({ 1: 1, 2: 0, 3: 3 })).toEqual({ menuIds: [3], readMenuIds: [1] })
})

test('a search keeps the parents of matches', () => {
  const named = [
    {
      name: 'System',
      children: [
        { name: 'Roles', children: [] },
        { name: 'Menus', children: [] },
      ],
    },
    { name: 'Finance', children: [] },
  ] as { name: string; children: never[] }[]
  const names = (found: readonly { name: string; children: readonly { name: string }[] }[]) =>
    found.map((b) => [b.name, b.children.map((c) => c.name)])
  expect(names(searchTree(named, 'role', (b) => b.name))).toEqual([['System', ['Roles']]])
  expect(names(searchTree(named, 'SYSTEM', (b) => b.name))).toEqual([['System', ['Roles', 'Menus']]])
  expect(searchTree(named, ' ', (b) => b.name)).toHaveLength(2)
})
