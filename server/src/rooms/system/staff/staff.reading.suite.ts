// The list of accounts. Run by `staff.test.ts`, on its database.
import { roleSave, staffInfo, staffList, staffSave, staffStatus } from '@greenroom/contract/systemStaff'
import { describe, expect, it } from 'vitest'
import { add, admin, guildAccount, password, product, read, reason } from './staff.fixture.ts'

export function reading(): void {
  describe('the list', () => {
    it('shows an account with its phone masked, its roles and their strongest second factor', async () => {
      const roles = await Promise.all(
        (['none', 'google', 'sms'] as const).map((secondFactor) =>
          admin.call(roleSave, { roleName: `factor ${secondFactor}`, secondFactor }),
        ),
      )
      const { userId, username } = await add(
        roles.map((role) => role.roleId),
        { areaCode: '+86', phone: '13800001234', remark: 'night shift' },
      )
      expect(await read(userId)).toMatchObject({
        username,
        status: 1,
        phone: '+86 138****1234',
        areaCode: '86',
        secondFactor: 'google',
        googleBound: false,
        unionId: null,
        remark: 'night shift',
        sessions: 0,
        lastLoginAt: null,
        version: 1,
        can: { update: true, enable: 'already', disable: true, unbindGoogle: 'notBound', endSessions: 'noSessions' },
      })
    })

    it('filters by part of a name, id, role, status and day', async () => {
      const { userId, username } = await add([3])
      expect((await admin.call(staffList, { q: username.slice(1).toUpperCase() })).records[0]).toMatchObject({ userId })
      expect((await admin.call(staffList, { q: String(userId) })).records.map((row) => row.userId)).toContain(userId)
      expect((await admin.call(staffList, { q: 'person_1' })).total).toBe(0)
      expect((await admin.call(staffList, { roleId: 3 })).records.map((row) => row.userId)).toEqual([userId])
      await admin.call(staffStatus, { ids: [userId], status: 0, reason })
      expect((await admin.call(staffList, { status: 0, roleId: 3 })).total).toBe(1)
      expect((await admin.call(staffList, { status: 1, roleId: 3 })).total).toBe(0)
      const today = new Date(product.clock.now()).toISOString().slice(0, 10)
      expect((await admin.call(staffList, { startTimeStr: today, endTimeStr: today, q: username })).total).toBe(1)
      expect((await admin.call(staffList, { endTimeStr: '2020-01-01', q: username })).total).toBe(0)
    })

    it('pages through every account once', async () => {
      const seen: number[] = []
      let after: string | undefined
      do {
        const page = await admin.call(staffList, { size: 2, after, sort: 'userId' })
        seen.push(...page.records.map((row) => row.userId))
        after = page.next
      } while (after)
      expect(new Set(seen).size).toBe(seen.length)
      expect(seen).toHaveLength((await admin.call(staffList, {})).total)
    })

    it('shows an account frozen by failed log-ins as frozen', async () => {
      const { userId, username } = await add()
      await product.database
        .insertInto('access.login_freeze')
        .values({ username, until: new Date(Date.now() + 60_000) })
        .execute()
      expect(await read(userId)).toMatchObject({ status: 2, can: { enable: true } })
      expect((await admin.call(staffList, { status: 2 })).records.map((row) => row.userId)).toEqual([userId])
      await admin.call(staffStatus, { ids: [userId], status: 1 })
      expect(await read(userId)).toMatchObject({ status: 1 })
      await product.login(username, password)
    })

    it('is refused to guild accounts, whatever their roles grant', async () => {
      const { username } = await guildAccount('normal', 1)
      const { userId: stranger } = await guildAccount('normal', 1)
      await product.database
        .insertInto('access.role_menu')
        .values({ role_id: 8, menu_id: 20_100, permission: 3 })
        .execute()
      const leader = await product.login(username, password)
      expect(await leader.refused(staffList, {})).toMatchObject({ code: 10026, reason: 'account.kind' })
      expect(await leader.refused(staffInfo, { userId: stranger })).toMatchObject({
        code: 10026,
        reason: 'account.kind',
      })
      expect(await leader.refused(staffStatus, { ids: [stranger], status: 0, reason })).toMatchObject({
        code: 10026,
        reason: 'account.kind',
      })
      expect(await leader.refused(staffSave, { username: 'climber', roleIds: [] })).toMatchObject({
        code: 10026,
        reason: 'account.kind',
      })
      await product.database
        .deleteFrom('access.role_menu')
        .where('menu_id', '=', 20_100)
        .where('role_id', '=', 8)
        .execute()
    })
  })
}
