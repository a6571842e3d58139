import { menuNav } from '@greenroom/contract/access'
import {
  menuDelete,
  menuMove,
  menuSave,
  menuTree,
  menuUpdate,
  roleMenus,
  roleSave,
  staffSave,
} from '@greenroom/contract/systemStaff'
import type { MenuNode } from '@greenroom/contract/systemStaff.schema'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Client, startProduct, type TestProduct } from '../../../../test/product.ts'

let product: TestProduct
let admin: Client

beforeAll(async () => {
  product = await startProduct()
  admin = await product.administrator()
})
afterAll(() => product.close())

const flat = (nodes: MenuNode[]): MenuNode[] => nodes.flatMap((node) => [node, ...flat(node.children)])
const find = async (id: number) => flat((await admin.call(menuTree, {})).menus).find((node) => node.id === id)
const named = (nameEn: string) => ({ nameEn, nameCn: `${nameEn}（中文）` })
const reason = 'no longer used'

describe('adding', () => {
  it('places a catalogue and a menu, last if no sort number is given', async () => {
    const { id: shelf } = await admin.call(menuSave, {
      parentId: 0,
      type: 'catalogue',
      ...named('Links'),
      icon: 'link',
    })
    const { id } = await admin.call(menuSave, {
      parentId: shelf,
      type: 'menu',
      path: 'https://example.com/handbook',
      ...named('Handbook'),
    })
    const { id: second } = await admin.call(menuSave, {
      parentId: shelf,
      type: 'menu',
      path: '/sys/log',
      ...named('The log again'),
      cacheAble: 0,
      sort: 0,
    })
    const node = await find(shelf)
    expect(node).toMatchObject({ parentId: 0, key: null, icon: 'link', builtIn: false, can: { delete: 'hasChildren' } })
    expect(node?.children.map((child) => [child.id, child.sort, child.cacheAble])).toEqual([
      [second, 0, 0],
      [id, 1, 1],
    ])
    // Accounts with the menu see it in the sidebar.
    const { roleId } = await admin.call(roleSave, { roleName: 'readers', readMenuIds: [id] })
    await admin.call(staffSave, { username: 'reader', password: 'Read-er-1', roleIds: [roleId] })
    const { menuList } = await (await product.login('reader', 'Read-er-1')).call(menuNav, {})
    expect(menuList).toMatchObject([
      { id: shelf, sysMenus: [{ id, url: 'https://example.com/handbook', permission: 1 }] },
    ])
  })

  it.each([
    ['below what is not', { parentId: 9_999 }, 10032, 'parentId', 'menu.unknown'],
    ['below one that does not exist', { parentId: 999_999 }, 10032, 'parentId', 'menu.unknown'],
    ['below a menu', { parentId: 20_100 }, 10009, 'parentId', 'menu.notCatalogue'],
    ['leading nowhere', { path: '/nowhere' }, 10009, 'path', 'menu.path'],
    ['leading to an open address', { path: 'http://example.com' }, 10009, 'path', 'menu.path'],
    ['without a path', { path: undefined }, 10009, 'path', 'menu.path'],
    ['a catalogue with a path', { type: 'catalogue' as const }, 10009, 'path', 'menu.catalogueHasNoPath'],
    ['without a Chinese name', { nameCn: ' ' }, 10009, 'nameCn', 'field.required'],
  ])('refuses one %s', async (_, wrong, code, field, reason) => {
    const right = { parentId: 100, type: 'menu' as const, path: '/sys/log', ...named('Never') }
    expect(await admin.refused(menuSave, { ...right, ...wrong })).toEqual({ code, fields: [field], reason })
  })

  it('refuses a fourth level', async () => {
    const add = (parentId: number) => admin.call(menuSave, { parentId, type: 'catalogue', ...named('Deep') })
    const { id: third } = await add((await add((await add(0)).id)).id)
    expect(await find(third)).toMatchObject({ can: { addChild: 'tooDeep' } })
    expect(
      await admin.refused(menuSave, { parentId: third, type: 'menu', path: '/sys/log', ...named('Deeper') }),
    ).toEqual({ code: 10009, fields: ['parentId'], reason: 'menu.tooDeep' })
  })
})

describe('updating', () => {
  it('names, moves and sorts a built-in menu, and keeps its path', async () => {
    const { id: shelf } = await admin.call(menuSave, { parentId: 0, type: 'catalogue', ...named('Records') })
    await admin.call(menuUpdate, {
      id: 20_103,
      version: 1,
      parentId: shelf,
      ...named('Journal'),
      icon: 'book',
      sort: 9,
    })
    expect(await find(20_103)).toMatchObject({
      name: 'Journal',
      parentId: shelf,
      path: '/sys/log',
      icon: 'book',
      sort: 9,
      cacheAble: 1,
      version: 2,
      builtIn: true,
    })
    const change = { id: 20_103, version: 2, ...named('Journal') }
    expect(await admin.refused(menuUpdate, { ...change, path: '/sys/user' })).toEqual({
      code: 10009,
      fields: ['path'],
      reason: 'menu.keepsPath',
    })
    await admin.call(menuUpdate, { ...change, path: '/sys/log', parentId: 100 })
    const entries = await product.database
      .selectFrom('log.readable')
      .select(['before', 'after'])
      .where('target', '=', 'menu 20103')
      .orderBy('id')
      .execute()
    expect(entries).toMatchObject([
      {
        before: { parentId: 100, names: { en: 'Operation log' } },
        after: { parentId: shelf, names: { en: 'Journal' } },
      },
      { before: { parentId: shelf }, after: { parentId: 100 } },
    ])
  })

  it('refuses a cycle, a root below the top, and an unknown path', async () => {
    const { id: outer } = await admin.call(menuSave, { parentId: 0, type: 'catalogue', ...named('Outer') })
    const { id: inner } = await admin.call(menuSave, { parentId: outer, type: 'catalogue', ...named('Inner') })
    const { id: leaf } = await admin.call(menuSave, {
      parentId: inner,
      type: 'menu',
      path: '/sys/log',
      ...named('Leaf'),
    })
    expect(await admin.refused(menuUpdate, { id: outer, version: 1, parentId: inner, ...named('Outer') })).toEqual({
      code: 10009,
      fields: ['parentId'],
      reason: 'menu.belowItself',
    })
    expect(await admin.refused(menuUpdate, { id: 100, version: 1, parentId: inner, ...named('System') })).toEqual({
      code: 10009,
      fields: ['parentId'],
      reason: 'menu.root',
    })
    expect(await admin.refused(menuUpdate, { id: leaf, version: 1, path: 'ftp://x', ...named('Leaf') })).toEqual({
      code: 10009,
      fields: ['path'],
      reason: 'menu.path',
    })
    await admin.call(menuUpdate, { id: leaf, version: 1, path: 'https://example.com', parentId: 0, ...named('Leaf') })
    expect(await find(leaf)).toMatchObject({ parentId: 0, path: 'https://example.com' })
  })

  it('never creates a cycle, even by two concurrent moves', async () => {
    const add = async () => (await admin.call(menuSave, { parentId: 0, type: 'catalogue', ...named('Moving') })).id
    const [one, two] = [await add(), await add()]
    const answers = await Promise.all([
      admin.send(menuUpdate, { id: one, version: 1, parentId: two, ...named('Moving') }),
      admin.send(menuUpdate, { id: two, version: 1, parentId: one, ...named('Moving') }),
    ])
    expect(answers.filter((answer) => answer.code === 200)).toHaveLength(1)
  })

  it('refuses a stale version with who changed what, and an unknown id', async () => {
    const { id } = await admin.call(menuSave, { parentId: 0, type: 'catalogue', ...named('Stale') })
    await admin.call(menuUpdate, { id, version: 1, ...named('Fresh') })
    const answer = await admin.send(menuUpdate, { id, version: 1, ...named('Other') })
    const detail = answer.code === 500 && answer.errorCode === 20000 ? (answer.detail ?? []) : []
    expect(detail.map(({ field }) => field)).toEqual(['version', 'nameEn', 'nameCn'])
    expect(detail[0]?.message).toContain('changed by admin at')
    for (const hidden of [9_999])
      expect(await admin.refused(menuUpdate, { id: hidden, version: 1, ...named('X') })).toMatchObject({ code: 10032 })
  })
})

it('deletes menus added by staff if nothing is below them', async () => {
  const { id: shelf } = await admin.call(menuSave, { parentId: 0, type: 'catalogue', ...named('Gone') })
  const { id } = await admin.call(menuSave, { parentId: shelf, type: 'menu', path: '/sys/log', ...named('Going') })
  await admin.call(roleSave, { roleName: 'holders', menuIds: [id] })
  expect(await admin.refused(menuDelete, { id, reason: '' })).toMatchObject({ code: 11004 })
  expect(await admin.refused(menuDelete, { id: shelf, reason })).toMatchObject({ code: 13003, reason: 'menu.hasMenus' })
  expect(await admin.refused(menuDelete, { id: 100, reason })).toMatchObject({ code: 13002, reason: 'menu.builtIn' })
  expect(await admin.refused(menuDelete, { id: 20_103, reason })).toMatchObject({ code: 13002, reason: 'menu.builtIn' })
  await admin.call(menuDelete, { id, reason })
  await admin.call(menuDelete, { id: shelf, reason })
  expect(await find(shelf)).toBe(undefined)
  expect(await admin.refused(menuDelete, { id: shelf, reason })).toMatchObject({ code: 10032 })
})

it('a read-only caller can read and not write; the role editor shows the same tree', async () => {
  const { roleId } = await admin.call(roleSave, { roleName: 'lookers', readMenuIds: [20_101, 20_102] })
  await admin.call(staffSave, { username: 'looker', password: 'Look-er-1', roleIds: [roleId] })
  const looker = await product.login('looker', 'Look-er-1')
  const { menus } = await looker.call(menuTree, {})
  expect(flat(menus).every((node) => node.can.update === 'readOnly')).toBe(true)
  expect(flat((await looker.call(roleMenus, {})).menus).map((node) => node.id)).toEqual(
    flat(menus).map((node) => node.id),
  )
  expect(await looker.refused(menuDelete, { id: 100, reason })).toMatchObject({ code: 10026, reason: 'menu.missing' })
})

describe('moving', () => {
  it('is one call with one log entry, however many sort numbers change', async () => {
    const { id: shelf } = await admin.call(menuSave, { parentId: 0, type: 'catalogue', ...named('Moving') })
    const ids: number[] = []
    for (const name of ['One', 'Two', 'Three']) {
      const menu = { parentId: shelf, type: 'menu' as const, path: `https://example.com/${name}`, ...named(name) }
      // All with the same sort number, so that a move must change several.
      ids.push((await admin.call(menuSave, { ...menu, sort: 5 })).id)
    }
    const [one, two, three] = ids as [number, number, number]
    const order = async () => (await find(shelf))!.children.map(({ id }) => id)
    const entries = async () =>
      product.database
        .selectFrom('log.readable')
        .selectAll()
        .where('operation', '=', 'menu.move')
        .orderBy('id')
        .execute()
    await admin.call(menuMove, { id: three, version: 1, to: 'up' })
    expect(await order()).toEqual([one, three, two])
    expect(await entries()).toMatchObject([
      { target: `menu ${three}`, before: { order: [one, two, three] }, after: { order: [one, three, two] } },
    ])
    expect(await admin.refused(menuMove, { id: three, version: 1, to: 'up' })).toMatchObject({
      code: 20000,
      reason: 'stale.by',
    })
    const version = (await find(three))!.version
    await admin.call(menuMove, { id: three, version, to: 'up' })
    expect(await order()).toEqual([three, one, two])
    const now = (await find(three))!.version
    expect(await admin.refused(menuMove, { id: three, version: now, to: 'up' })).toMatchObject({
      code: 20000,
      reason: 'menu.atEdge',
    })
    expect(await admin.refused(menuMove, { id: 99_999, version: 1, to: 'up' })).toMatchObject({ code: 10032 })
    expect(await entries()).toHaveLength(2)
  })
})
