// Updating roles. Run by `role.test.ts`, on its database.
import { approvalCancel } from '@greenroom/contract/system'
import { roleInfo, roleList, roleSave, roleUpdate, staffUpdate } from '@greenroom/contract/systemStaff'
import { describe, expect, it } from 'vitest'
import { admin, announce, future, grantsOf, menus, product, someone, unique } from './role.fixture.ts'

export function updating(): void {
  describe('updating', () => {
    const three = () => [menus['system.user']!, menus['system.role']!, menus['system.log']!] as const

    it('with menuIds alone leaves read-only menus read-only, and removes unlisted read-write ones', async () => {
      const [user, role, log] = three()
      const roleName = unique('original client')
      const { roleId } = await admin.call(roleSave, { roleName, menuIds: [user, role], readMenuIds: [log] })
      await admin.call(roleUpdate, { roleId, roleName, menuIds: [user, log, menus['system.param']!] })
      expect(await grantsOf(roleId)).toEqual({ [user]: 3, [log]: 1, [menus['system.param']!]: 3 })
      await admin.call(roleUpdate, { roleId, roleName, menuIds: [] })
      expect(await grantsOf(roleId)).toEqual({ [log]: 1 })
    })

    it('with both lists is exact, with neither changes nothing', async () => {
      const [user, role, log] = three()
      const roleName = unique('exact')
      const { roleId } = await admin.call(roleSave, { roleName, menuIds: [user, role], readMenuIds: [log] })
      await admin.call(roleUpdate, { roleId, roleName, remark: 'only words' })
      expect(await grantsOf(roleId)).toEqual({ [user]: 3, [role]: 3, [log]: 1 })
      await admin.call(roleUpdate, { roleId, roleName, menuIds: [log], readMenuIds: [user] })
      expect(await grantsOf(roleId)).toEqual({ [user]: 1, [log]: 3 })
      await admin.call(roleUpdate, { roleId, roleName, menuIds: [], readMenuIds: [] })
      expect(await grantsOf(roleId)).toEqual({})
    })

    it('keeps grants on screens that do not exist yet', async () => {
      const roleName = 'Finance maker'
      await announce()
      await admin.call(roleUpdate, { roleId: 5, roleName, menuIds: [], readMenuIds: [menus['system.log']!] })
      const kept = await product.database
        .selectFrom('access.role_menu')
        .select('permission')
        .where('role_id', '=', 5)
        .where('menu_id', '=', future)
        .execute()
      expect(kept).toEqual([{ permission: 3 }])
    })

    it('ends sessions opened with a weaker factor than the role now requires', async () => {
      const { client, roleId } = await someone({ readMenuIds: [menus['system.role']!] })
      await client.call(roleList, {})
      const { role } = await admin.call(roleInfo, { roleId })
      await admin.call(roleUpdate, { roleId, roleName: role.roleName, secondFactor: 'google' })
      expect(await client.refused(roleList, {})).toMatchObject({ code: 10007 })
    })

    it('takes effect at once for signed-in accounts', async () => {
      const { client, roleId } = await someone({ readMenuIds: [menus['system.role']!] })
      await client.call(roleList, {})
      const { role } = await admin.call(roleInfo, { roleId })
      await admin.call(roleUpdate, { roleId, roleName: role.roleName, menuIds: [], readMenuIds: [] })
      expect(await client.refused(roleList, {})).toMatchObject({ code: 10026, reason: 'menu.missing' })
    })

    it('refuses a stale version and says who changed what', async () => {
      const roleName = unique('stale')
      const { roleId } = await admin.call(roleSave, { roleName })
      await admin.call(roleUpdate, { roleId, roleName, remark: 'first', version: 1 })
      const answer = await admin.send(roleUpdate, { roleId, roleName, remark: 'second', version: 1 })
      expect(answer).toMatchObject({
        errorCode: 20000,
        detail: expect.arrayContaining([expect.objectContaining({ reason: 'stale.by' })]),
      })
      const detail = answer.code === 500 ? answer.detail : []
      expect(detail?.find(({ field }) => field === 'version')?.message).toContain('changed by admin')
      expect(detail?.find(({ field }) => field === 'remark')?.message).toContain('first')
      expect(await admin.refused(roleUpdate, { roleId: 9_999, roleName })).toMatchObject({ code: 10032 })
    })

    it('protects the Administrator role and the names of built-in ones', async () => {
      const all = (await admin.call(roleInfo, { roleId: 1 })).role.menuIds.split(',').map(Number)
      const administrator = { roleId: 1, roleName: 'Administrator' }
      await admin.call(roleUpdate, { ...administrator, menuIds: all, remark: 'Everything there is' })
      expect(await admin.refused(roleUpdate, { ...administrator, menuIds: all.slice(1, 4) })).toEqual({
        code: 13001,
        fields: ['menuIds'],
        reason: 'role.everyMenu',
      })
      expect(await admin.refused(roleUpdate, { ...administrator, readMenuIds: [menus['system.log']!] })).toMatchObject({
        code: 13001,
        reason: 'role.everyMenu',
      })
      for (const [roleId, roleName] of [
        [1, 'Root'],
        [8, 'Leader'],
      ] as const)
        expect(await admin.refused(roleUpdate, { roleId, roleName })).toEqual({
          code: 13001,
          fields: ['roleName'],
          reason: 'role.nameStays',
        })
    })

    it('lets only administrators grant more than they have', async () => {
      const { client } = await someone({ menuIds: [menus['system.role']!], readMenuIds: [menus['system.log']!] })
      const { roleId } = await client.call(roleSave, {
        roleName: unique('granted'),
        menuIds: [menus['system.role']!],
        readMenuIds: [menus['system.log']!],
      })
      const above = await client.send(roleSave, { roleName: unique('above'), menuIds: [menus['system.log']!] })
      expect(above).toMatchObject({ code: 500, errorCode: 10026, detail: [{ reason: 'role.above' }] })
      expect(above.code === 500 && above.detail?.[0]?.message).toContain('Operation log')
      const { role } = await admin.call(roleInfo, { roleId })
      expect(
        await client.refused(roleUpdate, {
          roleId,
          roleName: role.roleName,
          menuIds: [menus['system.role']!],
          readMenuIds: [menus['system.log']!, menus['system.user']!],
        }),
      ).toEqual({ code: 10026, fields: ['menuIds'], reason: 'role.above' })
      // Grants by others may stay or be removed.
      await admin.call(roleUpdate, {
        roleId,
        roleName: role.roleName,
        menuIds: [menus['system.param']!],
        readMenuIds: [],
      })
      await client.call(roleUpdate, {
        roleId,
        roleName: role.roleName,
        menuIds: [menus['system.param']!],
        readMenuIds: [],
      })
      await client.call(roleUpdate, {
        roleId,
        roleName: role.roleName,
        menuIds: [],
        readMenuIds: [menus['system.param']!],
      })
      expect(await grantsOf(roleId)).toEqual({ [menus['system.param']!]: 1 })
      expect(await client.refused(roleUpdate, { roleId: 1, roleName: 'Administrator', secondFactor: 'sms' })).toEqual({
        code: 10026,
        fields: ['roleId'],
        reason: 'role.administrator',
      })
    })

    it('refuses lowering the second factor of accounts with more rights', async () => {
      const { client } = await someone({ menuIds: [menus['system.role']!] })
      const role = async (grants: { menuIds?: number[] }) => {
        const roleName = unique('guarded')
        const { roleId } = await admin.call(roleSave, { roleName, secondFactor: 'google', ...grants })
        return { roleId, roleName }
      }
      const stronger = await role({ menuIds: [menus['system.param']!] })
      for (const secondFactor of ['none', 'sms'] as const)
        expect(await client.send(roleUpdate, { ...stronger, secondFactor })).toMatchObject({
          errorCode: 10026,
          detail: [{ field: 'secondFactor', reason: 'role.weakerFactor', params: { names: stronger.roleName } }],
        })
      await client.call(roleUpdate, { ...stronger, secondFactor: 'google' })
      await client.call(roleUpdate, { ...stronger, remark: 'the factor stays' })

      // A role without menus still protects the rights that its holders have through other roles.
      const guard = await role({})
      const { userId, username, roleId } = await someone({ menuIds: [menus['system.param']!] })
      await admin.call(staffUpdate, { userId, version: 1, roleIds: [roleId, guard.roleId] })
      expect(await client.send(roleUpdate, { ...guard, secondFactor: 'none' })).toMatchObject({
        errorCode: 10026,
        detail: [{ reason: 'role.weakerFactor', field: 'secondFactor', params: { names: username } }],
      })
      const { approvalId } = await admin.call(roleUpdate, { ...guard, secondFactor: 'sms' })
      await admin.call(approvalCancel, { ids: [approvalId!] })
      await client.call(roleUpdate, { ...guard, secondFactor: 'google' })

      const equal = await role({ menuIds: [menus['system.role']!] })
      await client.call(roleUpdate, { ...equal, secondFactor: 'none' })
      expect((await admin.call(roleInfo, { roleId: equal.roleId })).role.secondFactor).toBe('none')
    })

    it('logs which grants changed', async () => {
      const [user, , log] = three()
      const roleName = unique('logged')
      const { roleId } = await admin.call(roleSave, { roleName, menuIds: [user] })
      await admin.call(roleUpdate, { roleId, roleName, menuIds: [], readMenuIds: [user, log] })
      const entry = await product.database
        .selectFrom('log.readable')
        .select(['operation', 'content', 'before', 'after', 'username'])
        .where('target', '=', `role ${roleId}`)
        .orderBy('id', 'desc')
        .executeTakeFirstOrThrow()
      expect(entry).toMatchObject({
        operation: 'role.update',
        content: `Role ${roleName} edited\u001f已编辑角色 ${roleName}`,
        username: 'admin',
        before: { readWrite: ['system.user'], readOnly: [], version: 1 },
        after: { readWrite: [], readOnly: ['system.log', 'system.user'], version: 2 },
      })
    })
  })
}
