import {
  roleDelete,
  roleInfo,
  roleList,
  roleSave,
  roleUpdate,
  staffDelete,
  staffUpdate,
} from '@greenroom/contract/systemStaff'
import { describe, expect, it } from 'vitest'
import { admin, menus, product, someone, startRoles, unique } from './role.fixture.ts'
import { saving } from './role.saving.suite.ts'
import { shipped } from './role.shipped.suite.ts'
import { updating } from './role.updating.suite.ts'
import { whoMay } from './whoCan.suite.ts'

startRoles()
saving()
updating()
shipped()
whoMay()

describe('deleting', () => {
  it('returns one outcome for each, and writes the reason to the log', async () => {
    const { roleId: free } = await admin.call(roleSave, { roleName: unique('free'), menuIds: [menus['system.log']!] })
    const { roleId: held, username } = await someone({})
    const { outcomes } = await admin.call(roleDelete, { roleIds: [free, held, 1, 9_999], remark: 'tidying' })
    expect(outcomes.map(({ id, ok, errorCode }) => [id, ok, errorCode])).toEqual([
      [free, true, undefined],
      [held, false, 10009],
      [1, false, 13001],
      [9_999, false, 10032],
    ])
    expect(outcomes[1]?.errorMsg).toContain(username)
    expect(await admin.refused(roleInfo, { roleId: free })).toMatchObject({ code: 10032 })
    const entry = await product.database
      .selectFrom('log.readable')
      .select(['reason', 'before', 'after'])
      .where('operation', '=', 'role.delete')
      .where('target', '=', `role ${free}`)
      .executeTakeFirstOrThrow()
    expect(entry).toMatchObject({ reason: 'tidying', before: { readWrite: ['system.log'] }, after: null })
  })

  it('refuses the call for a single one, since clients of the original service read only the envelope', async () => {
    const { roleId, userId, username } = await someone({})
    const answer = await admin.send(roleDelete, { roleIds: [roleId] })
    expect(answer).toMatchObject({ code: 500, errorCode: 10009, detail: [{ reason: 'role.inUse' }] })
    expect(answer.code === 500 && answer.detail?.[0]?.message).toContain(username)
    expect(await admin.refused(roleDelete, { roleIds: [8] })).toMatchObject({ code: 13001, reason: 'role.builtIn' })
    expect(await admin.refused(roleDelete, { roleIds: [9_999] })).toMatchObject({ code: 10032 })
    expect(await admin.refused(roleDelete, { roleIds: [] })).toEqual({
      code: 10009,
      fields: ['roleIds'],
      reason: 'batch.empty',
    })
    await admin.call(staffDelete, { ids: [userId], reason: 'left' })
    expect((await admin.call(roleDelete, { roleIds: [roleId] })).outcomes).toEqual([{ id: roleId, ok: true }])
  })

  it('never deletes a role that is assigned concurrently', async () => {
    const { userId } = await someone({})
    for (let round = 0; round < 5; round++) {
      const { roleId } = await admin.call(roleSave, { roleName: unique('contended') })
      const version = round + 1
      const [given, deleted] = await Promise.all([
        admin.send(staffUpdate, { userId, version, roleIds: [roleId] }),
        admin.send(roleDelete, { roleIds: [roleId] }),
      ])
      expect(new Set([given.code, deleted.code])).toEqual(new Set([200, 500]))
      if (given.code === 500) {
        expect(given.errorCode).toBe(10032)
        await admin.call(staffUpdate, { userId, version, roleIds: [] })
      }
    }
  })
})

it('a read-only caller can read and not write', async () => {
  const { client, roleId } = await someone({ readMenuIds: [menus['system.role']!] })
  const page = await client.call(roleList, {})
  expect(page.records[0]?.can).toEqual({
    update: 'readOnly',
    delete: 'readOnly',
    seeAs: 'onlyAdministrators',
  })
  expect(await client.refused(roleUpdate, { roleId, roleName: 'more' })).toMatchObject({
    code: 10026,
    reason: 'menu.missing',
  })
})
