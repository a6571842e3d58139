import type { MenuEntry } from '@greenroom/contract/access.schema'
import { menuKeys } from '@greenroom/contract/screens'
import fc from 'fast-check'
import { expect, it } from 'vitest'
import { type Grants, type MenuRow, menuTree } from './nav.rules.ts'

const row = (id: number, parent: number | null, more: Partial<MenuRow> = {}): MenuRow => ({
  id,
  key: null,
  parent_id: parent,
  type: 'catalogue',
  texts: { en: `Menu ${id}`, cn: `菜单 ${id}` },
  path: '',
  icon: '',
  cache_able: 1,
  sort: id,
  ...more,
})
const screen = (id: number, parent: number, key: string, more: Partial<MenuRow> = {}) =>
  row(id, parent, { type: 'menu', key, path: '/edited', ...more })

const rows = [
  row(100, null, { key: 'system', sort: 2 }),
  row(297, null, { key: 'users', sort: 1 }),
  row(500, 100),
  screen(20100, 500, 'system.user', { sort: 2 }),
  screen(20101, 500, 'system.role', { sort: 1 }),
  screen(20200, 297, 'users.list-not-built'),
  row(600, 297, { type: 'menu', path: 'https://help.example' }),
]
const grants = (...pairs: [number, 1 | 3][]): Grants => new Map(pairs)
const flat = (entries: MenuEntry[]): MenuEntry[] => entries.flatMap((entry) => [entry, ...flat(entry.sysMenus)])
const ids = (given: Grants) => flat(menuTree(rows, given, 'en')).map((entry) => entry.id)

it('shows a granted screen under ancestors without a grant', () => {
  const tree = menuTree(rows, grants([20101, 1]), 'en')
  expect(flat(tree).map((e) => [e.id, e.parentId, e.permission, e.url])).toEqual([
    [100, 0, 3, ''],
    [500, 100, 1, ''],
    [20101, 500, 1, '/sys/role'],
  ])
})

it('grants no child through its parent', () => expect(ids(grants([100, 3], [500, 3]))).toEqual([]))

it('hides a screen that does not exist yet, and a root with nothing else', () =>
  expect(ids(grants([20200, 3]))).toEqual([]))

it('shows entries that staff added with a path, ordered by sort', () =>
  expect(ids('everything')).toEqual([297, 600, 100, 500, 20101, 20100]))

it('never raises a granted root; the administrator has 3 throughout', () => {
  expect(menuTree(rows, grants([100, 1], [20100, 3]), 'en')[0]?.permission).toBe(1)
  expect(flat(menuTree(rows, 'everything', 'en')).every((entry) => entry.permission === 3)).toBe(true)
})

it('names entries in the requested language and carries both', () => {
  const [entry] = menuTree(rows, grants([600, 1]), 'cn')
  expect(entry).toMatchObject({ name: '菜单 297', names: { en: 'Menu 297', cn: '菜单 297' } })
})

it('shows exactly the granted screens that exist, each under its own parent, and no empty folder', () => {
  const keys = [...menuKeys, 'users.list-not-built', null]
  const anyRows = fc
    .array(
      fc.record({ parent: fc.nat(11), type: fc.constantFrom('catalogue', 'menu'), key: fc.constantFrom(...keys) }),
      { maxLength: 12 },
    )
    .map((made) =>
      made.map(({ parent, type, key }, i) =>
        row(i + 1, parent < i ? parent + 1 : null, { type: type as 'menu', key, path: key === null ? '/own' : '' }),
      ),
    )
  const anyGrants = fc
    .array(fc.tuple(fc.integer({ min: 1, max: 12 }), fc.constantFrom(1 as const, 3 as const)))
    .map((pairs) => new Map(pairs))
  fc.assert(
    fc.property(anyRows, anyGrants, (made, given) => {
      const shown = flat(menuTree(made, given, 'en'))
      const leading = made.filter(
        (r) => r.type === 'menu' && given.has(r.id) && (r.key === null || (menuKeys as string[]).includes(r.key)),
      )
      expect(new Set(shown.filter((e) => e.url !== '').map((e) => e.id))).toEqual(new Set(leading.map((r) => r.id)))
      for (const entry of shown) {
        expect(entry.url !== '' || entry.sysMenus.length > 0).toBe(true)
        expect(entry.sysMenus.every((child) => child.parentId === entry.id)).toBe(true)
        expect(entry.permission).toBe(given.get(entry.id) ?? 1)
      }
    }),
  )
})
