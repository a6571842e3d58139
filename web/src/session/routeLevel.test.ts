import { expect, test } from 'vitest'
import { levelOfRoute, type RouteTarget } from './routeLevel.ts'

const permissions = { 'users.list': 3, 'system.role': 3, 'system.log': 1 } as const
const userDetail: RouteTarget = { kind: 'detail', name: 'users.detail', of: 'users.list' }
const guildDetail: RouteTarget = { kind: 'detail', name: 'guilds.detail', of: 'guilds.list' }

test('home is open to everybody', () => {
  expect(levelOfRoute({ kind: 'open', name: 'dashboard' }, undefined, undefined, {})).toBe(3)
})

test('a screen has its own level, wherever it is opened from', () => {
  const from = { name: 'system.role', level: 3 } as const
  expect(levelOfRoute({ kind: 'screen', name: 'system.log' }, from, { permission: 3 }, permissions)).toBe(1)
  expect(levelOfRoute({ kind: 'screen', name: 'system.role' }, { ...from, level: 1 }, undefined, permissions)).toBe(3)
})

test("a user's detail reached from elsewhere than the user list is read-only", () => {
  expect(levelOfRoute(userDetail, { name: 'system.role', level: 3 }, { permission: 3 }, permissions)).toBe(1)
  expect(levelOfRoute(userDetail, { name: 'users.list', level: 3 }, undefined, permissions)).toBe(3)
})

test('another detail inherits, else remembers, else is read-only', () => {
  expect(levelOfRoute(guildDetail, { name: 'guilds.list', level: 3 }, { permission: 1 }, permissions)).toBe(3)
  expect(levelOfRoute(guildDetail, undefined, { permission: 3 }, permissions)).toBe(3)
  expect(levelOfRoute(guildDetail, undefined, undefined, permissions)).toBe(1)
})
