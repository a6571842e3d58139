import { describe, expect, test } from 'vitest'
import type { MenuEntry } from '../session/session.ts'
import { hrefAt, markedAt, menuItems, placeOf, searchItems } from './menu.ts'

let nextId = 1
const entry = (over: Partial<MenuEntry> & { names: MenuEntry['names'] }): MenuEntry => ({
  id: nextId++,
  key: null,
  parentId: 0,
  url: '',
  name: over.names.en,
  icon: '',
  cacheAble: 1,
  permission: 3,
  type: 'menu',
  sysMenus: [],
  ...over,
})

const users = entry({ key: 'system.user', url: '/sys/user', names: { en: 'Accounts', cn: '账号' } })
const roles = entry({ key: 'system.role', url: '/sys/role', names: { en: 'Roles', cn: '角色' } })
const system = entry({
  type: 'catalogue',
  url: '/sys',
  icon: 'settings',
  names: { en: 'System', cn: '系统' },
  sysMenus: [users, roles],
})
const empty = entry({ type: 'catalogue', url: '/flow', names: { en: 'Flow', cn: '流水' } })
const log = entry({ key: 'system.log', url: '/journal', icon: 'list-search', names: { en: 'Log', cn: '日志' } })
const single = entry({ type: 'catalogue', url: '/one', icon: 'coin', names: { en: 'One', cn: '一' }, sysMenus: [log] })
const link = entry({ url: 'https://example.com/help', names: { en: 'Help', cn: '帮助' } })
const menus = [system, empty, single, link]

describe('items', () => {
  const items = menuItems(menus, 'en')

  test('a catalogue without children is hidden, one child stands for its parent', () => {
    expect(items.map(({ name, icon, href }) => [name, icon, href])).toEqual([
      ['System', 'settings', '/sys'],
      ['Log', 'list-search', '/journal'],
      ['Help', '', 'https://example.com/help'],
    ])
  })

  test('names follow the language', () => {
    expect(menuItems(menus, 'cn')[0]?.children.map(({ name }) => name)).toEqual(['账号', '角色'])
  })

  test('a search keeps the parents of what it finds', () => {
    expect(searchItems(items, 'rol').map(({ name, children }) => [name, children.map((c) => c.name)])).toEqual([
      ['System', ['Roles']],
    ])
    expect(searchItems(items, 'SYS')[0]?.children).toHaveLength(2)
    expect(searchItems(items, 'nothing')).toEqual([])
  })

  test('an https entry is external', () => {
    expect(items.at(-1)?.external).toBe(true)
  })
})

describe('places', () => {
  test.each([
    ['/dashboard', 'home'],
    ['/sys/role', 'screen'],
    ['/sys/role/', 'screen'],
    ['/sys/param', 'forbidden'],
    ['/sys/nothing', 'unknown'],
  ])('%s is %s', (path, kind) => {
    expect(placeOf(path, menus).kind).toBe(kind)
  })

  test('a catalogue redirects to its first child', () => {
    expect(placeOf('/sys', menus)).toEqual({ kind: 'redirect', to: '/sys/user' })
  })

  test('a submenu without a path of its own leads to the first visible screen below its address', () => {
    const basic = entry({ key: 'audits.basic', url: '/audit/basic', names: { en: 'Basic', cn: '基本' } })
    const photo = entry({ key: 'audits.photo', url: '/audit/photo', names: { en: 'Photo', cn: '照片' } })
    const audits = entry({ type: 'catalogue', names: { en: 'Audit', cn: '审核' }, sysMenus: [photo, basic] })
    for (const path of ['/audit', '/audit/'])
      expect(placeOf(path, [...menus, audits])).toEqual({ kind: 'redirect', to: '/audit/photo' })
    for (const path of ['/aud', '/audit/photo/more']) expect(placeOf(path, [...menus, audits]).kind).toBe('unknown')
    expect(placeOf('/audit', menus).kind).toBe('unknown')
  })

  test('the usual path of a screen that staff moved leads to where it is now', () => {
    expect(placeOf('/sys/log', menus)).toEqual({ kind: 'redirect', to: '/journal' })
  })
})

test('a page marks the entry of the screen that it is about', () => {
  const at = (path: string, all: readonly MenuEntry[]) => markedAt(placeOf(path, all), path, all)
  const list = (key: MenuEntry['key'], url: string) => entry({ key, url, names: { en: url, cn: url } })
  const users = list('users.list', '/people')
  expect(at('/user/detail/100283', [users])).toBe('/people')
  const page = '/sociaty/SociatyManageDetail/7/Stars/9'
  const [guilds, family] = [list('guilds.list', '/sociatyManage/list'), list('guilds.family', '/sociatyManage/family')]
  expect(at(page, [family, guilds])).toBe('/sociatyManage/list')
  expect(at(page, [family])).toBe('/sociatyManage/family')
  expect(at('/requests', [users])).toBe('/requests')
})

test('of entries with the same path prefix, the longest is the current one', () => {
  const leaf = (url: string) => entry({ key: null, url, names: { en: url, cn: url } })
  const items = menuItems([leaf('/RechargeAgent'), leaf('/RechargeAgent/buy'), leaf('/guild')], 'en')
  expect(hrefAt(items, '/RechargeAgent')).toBe('/RechargeAgent')
  expect(hrefAt(items, '/RechargeAgent/buy')).toBe('/RechargeAgent/buy')
  expect(hrefAt(items, '/guild/7')).toBe('/guild')
  expect(hrefAt(items, '/guilds')).toBe('')
})
