import { rootMenuIds } from '@greenroom/contract/screens'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { MenuRow } from './menu.queries.ts'
import {
  deepest,
  depthOf,
  heightOf,
  movedAmong,
  refusedDelete,
  refusedPath,
  refusedPlace,
  treeOf,
} from './menu.rules.ts'
import { visibleMenus } from './menu.visible.ts'

const menu = (id: number, parentId: number | null, facts: Partial<MenuRow> = {}): MenuRow => ({
  id,
  key: null,
  parent_id: parentId,
  type: 'catalogue',
  texts: { en: `Menu ${id}`, cn: `菜单 ${id}` },
  path: '',
  icon: '',
  cache_able: 1,
  sort: 0,
  built_in: false,
  updated_at: null,
  updated_by: '',
  version: 1,
  ...facts,
})

const builtIn = (id: number, parentId: number | null, key: string, type: MenuRow['type']) =>
  menu(id, parentId, { key, type, built_in: true })

const rows = [
  builtIn(100, null, 'system', 'catalogue'),
  builtIn(101, 100, 'system.user', 'menu'),
  builtIn(102, 100, 'system.notBuiltYet', 'menu'),
  builtIn(12_318, null, 'audits', 'catalogue'),
  builtIn(201, 12_318, 'audits.notBuiltYet', 'menu'),
  menu(300, null),
  menu(301, 300),
  menu(302, 301, { type: 'menu', path: 'https://example.com/help' }),
]

describe('visible menus', () => {
  it('are those with a screen, those added by staff, and their catalogues', () => {
    expect([...visibleMenus(rows)].toSorted((a, b) => a - b)).toEqual([100, 101, 300, 301, 302])
  })

  it('a hidden catalogue becomes visible when staff add a menu to it', () => {
    const more = [...rows, menu(400, 12_318, { type: 'menu', path: '/sys/log' })]
    expect(visibleMenus(more).has(12_318)).toBe(true)
    expect(visibleMenus(more).has(201)).toBe(false)
  })
})

it('computes depth and height', () => {
  expect([100, 101, 302].map((id) => depthOf(rows, id))).toEqual([1, 2, 3])
  expect([302, 301, 300].map((id) => heightOf(rows, id))).toEqual([1, 2, 3])
})

describe('where a menu may be placed', () => {
  const place = (parentId: number, id: number | null, height = 1) =>
    refusedPlace(rows, parentId, { id, height })?.code ?? null

  it.each([
    ['at the top', 0, 302, null],
    ['in a catalogue', 100, null, null],
    ['at the third level', 301, null, null],
    ['in a menu that does not exist', 9_999, null, 10032],
    ['in a hidden catalogue', 12_318, null, 10032],
    ['in a menu', 101, null, 10009],
    ['in itself', 300, 300, 10009],
    ['below itself', 301, 300, 10009],
  ] as const)('%s', (_, parentId, id, code) => {
    expect(place(parentId, id)).toBe(code)
  })

  it('on no fourth level, including the menus below it', () => {
    expect(place(301, null, 2)).toBe(10009)
    expect(place(300, null, 2)).toBe(null)
    expect(place(100, 300, heightOf(rows, 300))).toBe(10009)
  })

  it('the twelve roots only at the top', () => {
    for (const id of rootMenuIds) {
      expect(place(300, id)).toBe(10009)
      expect(place(0, id)).toBe(null)
    }
  })

  it('no sequence of moves creates a cycle or a fourth level', () => {
    fc.assert(
      fc.property(
        fc.array(fc.tuple(fc.integer({ min: 0, max: 9 }), fc.integer({ min: 0, max: 9 })), { maxLength: 40 }),
        (moves) => {
          const tree = Array.from({ length: 9 }, (_, at) => menu(at + 1, null))
          for (const [id, parentId] of moves) {
            const moved = tree.find((row) => row.id === id)
            if (!moved || refusedPlace(tree, parentId, { id, height: heightOf(tree, id) })) continue
            moved.parent_id = parentId || null
            const shown = JSON.stringify(treeOf(tree, 'en', true)).match(/"id":/g)?.length
            expect(shown).toBe(tree.length)
            for (const row of tree) expect(depthOf(tree, row.id)).toBeLessThanOrEqual(deepest)
          }
        },
      ),
    )
  })
})

it.each([
  ['menu', '/sys/user', true],
  ['menu', 'https://example.com/wiki?a=1', true],
  ['menu', '', false],
  ['menu', '/sys/nothing', false],
  ['menu', 'http://example.com', false],
  ['menu', 'javascript:alert(1)', false],
  ['menu', 'https://', false],
  ['menu', 'https://someone:secret@example.com', false],
  ['catalogue', '', true],
  ['catalogue', '/sys/user', false],
] as const)('a %s may lead to "%s": %s', (type, path, may) => {
  expect(refusedPath(type, path) === null).toBe(may)
})

it('keeps built-in menus, and catalogues that are not empty', () => {
  expect(refusedDelete(rows[0]!, true)?.code).toBe(13002)
  expect(refusedDelete(rows[1]!, false)?.code).toBe(13002)
  expect(refusedDelete(menu(300, null), true)?.code).toBe(13003)
  expect(refusedDelete(menu(300, null), false)).toBe(null)
})

it('maps the tree in the reader’s language, sorted, with the permitted actions', () => {
  const [system, own] = treeOf(rows, 'cn', true)
  expect(system).toMatchObject({
    name: '菜单 100',
    parentId: 0,
    can: { update: true, delete: 'builtIn', addChild: true },
  })
  expect(system?.children.map((node) => [node.id, node.can.addChild])).toEqual([[101, 'notCatalogue']])
  expect(own).toMatchObject({ can: { delete: 'hasChildren' }, children: [{ id: 301, children: [{ id: 302 }] }] })
  expect(own?.children[0]?.children[0]?.can).toEqual({ update: true, delete: true, addChild: 'notCatalogue' })
  expect(treeOf(rows, 'en', false)[0]).toMatchObject({
    name: 'Menu 100',
    can: { update: 'readOnly', delete: 'readOnly', addChild: 'readOnly' },
  })
})

it('moving changes only the necessary sort numbers', () => {
  const rows = [
    { id: 13, sort: 3 },
    { id: 11, sort: 1 },
    { id: 12, sort: 1 },
  ]
  expect(movedAmong(rows, 11, 'down')).toEqual({
    before: [11, 12, 13],
    after: [12, 11, 13],
    sorts: [{ id: 11, sort: 2 }],
  })
  expect(movedAmong(rows, 13, 'up')).toMatchObject({ after: [11, 13, 12] })
  expect(movedAmong(rows, 11, 'up')).toBeNull()
  expect(movedAmong(rows, 13, 'down')).toBeNull()
})
