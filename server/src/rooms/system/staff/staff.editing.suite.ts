// Adding and updating accounts. Run by `staff.test.ts`, on its database.
import { roleSave, staffList, staffSave, staffUpdate } from '@greenroom/contract/systemStaff'
import { describe, expect, it } from 'vitest'
import { add, admin, entriesOf, guildAccount, keeper, password, product, read, unique } from './staff.fixture.ts'

export function editing(): void {
  describe('adding', () => {
    it('generates a password, returns it once, and it works for log-in', async () => {
      const { password: given, userId = 0 } = await admin.call(staffSave, { username: 'made.up', roleIds: [2] })
      await product.login('made.up', given!)
      const [entry] = await entriesOf(userId, 'staff.save')
      expect(entry?.after).toMatchObject({ username: 'made.up', roles: ['Moderator'] })
      expect(JSON.stringify(entry)).not.toContain(given)
      expect(await admin.call(staffSave, { username: 'given', password, roleIds: [] })).toEqual({
        userId: expect.any(Number),
      })
    })

    it.each([
      ['a name with a space', { username: 'a b' }, 12004, 'username', undefined],
      ['a name that is too short', { username: 'ab' }, 12004, 'username', undefined],
      ['a name that is taken, in whatever case', { username: 'ADMIN' }, 10028, 'username', 'staff.name'],
      ['a password of one kind', { password: 'onlyletters' }, 12007, 'password', 'staff.password'],
      ['a short password', { password: 'Sh0rt' }, 12007, 'password', 'staff.password'],
      ['a role that does not exist', { roleIds: [2, 4_242] }, 10032, 'roleIds', 'staff.roles'],
      ['a role of guilds', { roleIds: [8] }, 10009, 'roleIds', 'staff.rolesOfAgencies'],
      ['a number that cannot exist', { areaCode: '86', phone: '123456' }, 12003, 'phone', 'staff.phone'],
      ['letters for a number', { areaCode: '86', phone: 'call me' }, 12003, 'phone', undefined],
      ['a number without its country', { phone: '13800001234' }, 12003, 'areaCode', 'staff.phone'],
    ])('refuses %s', async (_, wrong, code, field, why) => {
      const right = { username: 'never.made', password, roleIds: [] as number[] }
      expect(await admin.refused(staffSave, { ...right, ...wrong })).toEqual({ code, fields: [field], reason: why })
      expect((await admin.call(staffList, { q: 'never.made' })).total).toBe(0)
    })

    it('of concurrent requests for one name, one succeeds', async () => {
      const answers = await Promise.all(
        Array.from({ length: 6 }, (_, at) =>
          admin.send(staffSave, { username: at % 2 ? 'Wanted' : 'wanted', password, roleIds: [] }),
        ),
      )
      expect(answers.filter((answer) => answer.code === 200)).toHaveLength(1)
      expect(answers.flatMap((answer) => (answer.code === 500 ? [answer.errorCode] : []))).toEqual(Array(5).fill(10028))
    })

    it('refuses assigning more rights than one has', async () => {
      const { client, roleId } = await keeper()
      const { roleId: stronger } = await admin.call(roleSave, {
        roleName: `stronger ${unique()}`,
        menuIds: [20_100, 20_101],
      })
      expect(await client.refused(staffSave, { username: `puppet.${unique()}`, roleIds: [stronger] })).toEqual({
        code: 10026,
        fields: ['roleIds'],
        reason: 'staff.rolesAbove',
      })
      const someone = await add([roleId])
      const { version } = await read(someone.userId)
      const raised = { userId: someone.userId, version, roleIds: [roleId, stronger] }
      expect(await client.refused(staffUpdate, raised)).toMatchObject({ code: 10026, reason: 'staff.rolesAbove' })
      await client.call(staffSave, { username: `equal.${unique()}`, roleIds: [roleId] })
      await admin.call(staffUpdate, raised)
    })

    it('lets only administrators assign the Administrator role', async () => {
      const { client, roleId } = await keeper()
      expect(await client.refused(staffSave, { username: 'climber', roleIds: [1] })).toEqual({
        code: 10026,
        fields: ['roleIds'],
        reason: 'staff.roleGiven',
      })
      await client.call(staffSave, { username: 'helper', roleIds: [roleId] })
    })
  })

  describe('updating', () => {
    it('keeps the phone if none is sent, changes it, removes it', async () => {
      const { userId } = await add([], { areaCode: '86', phone: '13800001234' })
      await admin.call(staffUpdate, { userId, version: 1, roleIds: [2], remark: 'moved' })
      expect(await read(userId)).toMatchObject({ phone: '+86 138****1234', remark: 'moved', version: 2 })
      await admin.call(staffUpdate, { userId, version: 2, roleIds: [2], areaCode: '+1', phone: '2125550123' })
      expect(await read(userId)).toMatchObject({ phone: '+1 212****123', remark: '', version: 3 })
      await admin.call(staffUpdate, { userId, version: 3, roleIds: [2], removePhone: true })
      expect(await read(userId)).toMatchObject({ phone: '', areaCode: '' })
      expect(
        await admin.refused(staffUpdate, { userId, version: 4, roleIds: [], areaCode: '1', phone: '1234' }),
      ).toEqual({
        code: 12003,
        fields: ['phone'],
        reason: 'staff.phone',
      })
    })

    it('refuses a stale version with who changed what, and an unknown account', async () => {
      const { userId } = await add([2])
      await admin.call(staffUpdate, { userId, version: 1, roleIds: [7], remark: 'theirs' })
      const answer = await admin.send(staffUpdate, { userId, version: 1, roleIds: [2], remark: 'yours' })
      expect(answer).toMatchObject({
        errorCode: 20000,
        detail: expect.arrayContaining([expect.objectContaining({ reason: 'stale.by' })]),
      })
      const detail = answer.code === 500 ? (answer.detail ?? []) : []
      expect(detail.map(({ field }) => field)).toEqual(['version', 'roleIds', 'remark'])
      expect(detail[0]?.message).toContain('changed by admin at')
      expect(await admin.refused(staffUpdate, { userId: 987_654, version: 1, roleIds: [] })).toMatchObject({
        code: 10032,
      })
      expect(await admin.refused(staffUpdate, { userId, version: 2, roleIds: [4_242] })).toMatchObject({
        code: 10032,
        reason: 'staff.roles',
      })
    })

    it('applies a change of roles at once', async () => {
      const { client, userId } = await keeper()
      await client.call(staffList, {})
      await admin.call(staffUpdate, { userId, version: 1, roleIds: [] })
      expect(await client.refused(staffList, {})).toMatchObject({ code: 10026, reason: 'menu.missing' })
    })

    it('protects the Administrator role', async () => {
      const { client, userId: own, roleId } = await keeper()
      const { userId: chief } = await add([1])
      const { userId: builtIn } = (await admin.call(staffList, { q: 'admin' })).records[0]!
      expect(await client.refused(staffUpdate, { userId: chief, version: 1, roleIds: [1] })).toMatchObject({
        code: 10026,
        reason: 'staff.administrator',
      })
      expect(await client.refused(staffUpdate, { userId: own, version: 1, roleIds: [roleId, 2] })).toEqual({
        code: 13001,
        fields: ['roleIds'],
        reason: 'staff.ownRoles',
      })
      expect(await admin.refused(staffUpdate, { userId: builtIn, version: 1, roleIds: [2] })).toMatchObject({
        code: 13001,
        reason: 'staff.roleStays',
      })
      await admin.call(staffUpdate, { userId: chief, version: 1, roleIds: [] })
      expect(await read(chief)).toMatchObject({ roles: [] })
    })

    it("keeps a guild's account to its role", async () => {
      const { userId } = await guildAccount('normal', 1)
      expect(await admin.refused(staffUpdate, { userId, version: 1, roleIds: [2] })).toEqual({
        code: 10009,
        fields: ['roleIds'],
        reason: 'staff.agencyRoles',
      })
      await admin.call(staffUpdate, { userId, version: 1, roleIds: [8], remark: 'called back' })
      expect(await read(userId)).toMatchObject({ remark: 'called back', roles: [{ roleName: 'Guild leader' }] })
    })
  })
}
