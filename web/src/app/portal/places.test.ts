import { expect, test } from 'vitest'
import { isOutsider } from '../../session/outsider.ts'
import type { MenuEntry } from '../../session/session.ts'
import { placeAt, placesOf } from './places.ts'

const entry = (key: string, url = '', sysMenus: MenuEntry[] = []): MenuEntry => ({
  id: 1,
  key,
  parentId: 0,
  url,
  name: key,
  names: { en: key, cn: key },
  icon: '',
  cacheAble: 1,
  permission: 3,
  type: sysMenus.length > 0 ? 'catalogue' : 'menu',
  sysMenus,
})
const society = entry('', '', [
  entry('guilds.settleAccounts'),
  entry('guilds.memberList', '/my/people'),
  entry('guilds.withdrawalManage'),
])

test('a leader has Home, Week, Members and Money, at the addresses of the menus', () => {
  expect(placesOf({ unionId: 1, agentId: null }, [society]).map(({ name, href }) => `${name} ${href}`)).toEqual([
    'home /dashboard',
    'week /sociatyManage/settleAccounts',
    'members /my/people',
    'money /sociatyManage/withdrawalManage',
  ])
})

test('an agent has Home, Sell, Buy and Sales; a menu that was taken away is no place', () => {
  const menus = [entry('', '', [entry('topup-agents.sell'), entry('topup-agents.details')])]
  expect(placesOf({ unionId: null, agentId: 2 }, menus).map(({ name }) => name)).toEqual(['home', 'sell', 'sales'])
})

test('a page belongs to the place that its address begins with, and staff have none', () => {
  const places = placesOf({ unionId: 1, agentId: null }, [society])
  expect(placeAt(places, '/my/people')?.name).toBe('members')
  expect(placeAt(places, '/my/people/7')?.name).toBe('members')
  expect(placeAt(places, '/my/peoples')).toBeUndefined()
  expect([isOutsider({ unionId: null, agentId: null }), isOutsider({ unionId: null, agentId: 3 })]).toEqual([
    false,
    true,
  ])
})
