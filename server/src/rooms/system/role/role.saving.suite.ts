// Reading and saving roles. Run by `role.test.ts`, on its database.
import { menuKeys } from '@greenroom/contract/screens'
import { roleAll, roleInfo, roleList, roleMenus, roleSave, roleUpdate } from '@greenroom/contract/systemStaff'
import { describe, expect, it } from 'vitest'
import { admin, announce, future, menus, unique } from './role.fixture.ts'

export function saving(): void {
  describe('reading', () => {
    it('returns 100 roles per page, newest ids last, filtered by part of a name', async () => {
      const page = await admin.call(roleList, {})
      expect(page).toMatchObject({ current: 1, size: 100 })
      expect(page.records[0]).toMatchObject({
        roleId: 1,
        roleName: 'Administrator',
        builtIn: true,
        users: 1,
        can: { update: true, delete: 'builtIn' },
      })
      const found = await admin.call(roleList, { roleName: 'finance' })
      expect(found.records.map((role) => role.roleName)).toEqual(['Finance maker', 'Finance checker'])
      expect((await admin.call(roleList, { roleName: '%' })).total).toBe(0)
      // Also by what looks like it.
      expect((await admin.call(roleList, { roleName: 'Ｆinance\u200B  MAKEr' })).total).toBe(1)
    })

    it('sorts by name and by the last change', async () => {
      const names = (await admin.call(roleList, { sort: 'roleName', size: 3 })).records.map((role) => role.roleName)
      expect(names).toEqual(names.toSorted())
      const changes = (await admin.call(roleList, { sort: '-updatedAt' })).records.map((role) => role.updatedAt)
      expect(changes).toEqual(changes.toSorted().toReversed())
      expect(await admin.refused(roleList, { sort: 'remark' })).toEqual({
        code: 10009,
        fields: ['sort'],
        reason: 'field.oneOf',
      })
    })

    it('answers the grants of a role as a string of ids and as levels; only menus whose screens exist', async () => {
      const { role } = await admin.call(roleInfo, { roleId: 4 })
      expect(role.roleName).toBe('Operations')
      const fullRooms = /^(official|promotion|community|indicators)\./
      const single = [
        'users.contact',
        'system.giftTemplate',
        'system.version',
        'system.country',
        'guilds.list',
        'guilds.commissionPlan',
        'guilds.levelTwoGuild',
      ]
      const written = menuKeys.filter((key) => fullRooms.test(key) || single.includes(key)).map((key) => menus[key]!)
      expect(role.menuIds).toBe(written.toSorted((one, other) => one - other).join(','))
      const keys = Object.entries(menus).flatMap(([key, id]) =>
        role.menus.some((menu) => menu.menuId === id) ? [key] : [],
      )
      expect(keys.length).toBe(role.menus.length)
      expect(keys).toContain('users.list')
      expect(keys.filter((key) => !(menuKeys as readonly string[]).includes(key))).toEqual([])
      expect(await admin.refused(roleInfo, { roleId: 9_999 })).toMatchObject({ code: 10032 })
    })

    it('shows the Administrator with every menu', async () => {
      const { role } = await admin.call(roleInfo, { roleId: 1 })
      expect(role.menus.every((menu) => menu.permission === 3)).toBe(true)
      expect(role.menuIds.split(',')).toContain(String(menus['system.user']))
      expect(role.readMenuIds).toBe('')
    })

    it('lists all roles for choosing', async () => {
      const { list } = await admin.call(roleAll, {})
      expect(list.slice(0, 2)).toEqual([
        { roleId: 1, roleName: 'Administrator', secondFactor: 'none', counts: true },
        { roleId: 2, roleName: 'Moderator', secondFactor: 'none', counts: false },
      ])
    })

    it('offers existing screens and their catalogues for granting', async () => {
      const { menus: roots } = await admin.call(roleMenus, {})
      const live = roots.find((root) => root.key === 'live')
      expect(live?.children.map((menu) => menu.key)).toContain('live.records')
      const offered = roots.flatMap((root) => root.children.map((menu) => menu.key))
      expect(offered.filter((key) => !(menuKeys as readonly (string | null)[]).includes(key))).toEqual([])
      expect(offered.length).toBeGreaterThan(30)
      expect(roots[0]?.children.map((menu) => menu.key)).toContain('system.user')
    })
  })

  describe('saving', () => {
    it('grants menuIds read-write and readMenuIds read-only', async () => {
      const { roleId } = await admin.call(roleSave, {
        roleName: unique('both'),
        remark: 'a remark',
        menuIds: [menus['system.user']!, menus['system.role']!],
        readMenuIds: [menus['system.log']!],
        secondFactor: 'google',
      })
      const { role } = await admin.call(roleInfo, { roleId })
      expect(role).toMatchObject({ remark: 'a remark', secondFactor: 'google', users: 0, menus: expect.any(Array) })
      expect(role.menuIds).toBe(`${menus['system.user']},${menus['system.role']}`)
      expect(role.readMenuIds).toBe(String(menus['system.log']))
      expect((await admin.call(roleList, { roleName: role.roleName })).records[0]?.menus).toBe(3)
    })

    it('refuses unknown menus, screens that do not exist yet, and one menu at two levels', async () => {
      const roleName = unique('bad')
      expect(await admin.refused(roleSave, { roleName, menuIds: [987_654] })).toEqual({
        code: 10032,
        fields: ['menuIds'],
        reason: 'menu.unknown',
      })
      await announce()
      expect(await admin.refused(roleSave, { roleName, readMenuIds: [future] })).toEqual({
        code: 10032,
        fields: ['readMenuIds'],
        reason: 'menu.unknown',
      })
      const twice = { menuIds: [menus['system.log']!], readMenuIds: [menus['system.log']!] }
      expect(await admin.refused(roleSave, { roleName, ...twice })).toEqual({
        code: 10009,
        fields: ['readMenuIds'],
        reason: 'role.twice',
      })
      expect((await admin.call(roleList, { roleName })).total).toBe(0)
    })

    it('refuses a name that is taken in any case, also for concurrent requests', async () => {
      expect(await admin.refused(roleSave, { roleName: 'MODERATOR' })).toEqual({
        code: 10029,
        fields: ['roleName'],
        reason: 'role.name',
      })
      const roleName = unique('race')
      const answers = await Promise.all(Array.from({ length: 5 }, () => admin.send(roleSave, { roleName })))
      expect(answers.filter((answer) => answer.code === 200)).toHaveLength(1)
      expect(answers.flatMap((answer) => (answer.code === 500 ? [answer.errorCode] : []))).toEqual(Array(4).fill(10029))
      const { roleId } = await admin.call(roleSave, { roleName: unique('other') })
      expect(await admin.refused(roleUpdate, { roleId, roleName })).toEqual({
        code: 10029,
        fields: ['roleName'],
        reason: 'role.name',
      })
    })
  })
}
