import { menuKeys } from '@greenroom/contract/screens'
import {
  roleAll,
  roleDelete,
  roleInfo,
  roleList,
  roleMenus,
  roleSave,
  roleUpdate,
  staffDelete,
  staffSave,
  staffUpdate,
} from '@greenroom/contract/systemStaff'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Client, startProduct, type TestProduct } from '../../../../test/product.ts'

let product: TestProduct
let admin: Client
let menus: Record<string, number>

beforeAll(async () => {
  product = await startProduct()
  admin = await product.administrator()
  const rows = await product.database.selectFrom('access.menu').select(['id', 'key']).execute()
  menus = Object.fromEntries(rows.map((row) => [row.key, row.id]))
})
afterAll(() => product.close())

let made = 0
const unique = (text: string) => `${text} ${++made}`
const grantsOf = async (roleId: number) =>
  Object.fromEntries((await admin.call(roleInfo, { roleId })).role.menus.map((menu) => [menu.menuId, menu.permission]))

/** An account with its own role that is no administrator. */
async function someone(grants: { menuIds?: number[]; readMenuIds?: number[] }) {
  const { roleId } = await admin.call(roleSave, { roleName: unique('someone'), ...grants })
  const username = `someone.${++made}`
  const { userId } = await admin.call(staffSave, { username, password: 'Some0ne-s', roleIds: [roleId] })
  return { client: await product.login(username, 'Some0ne-s'), roleId, userId, username }
}

/** A menu of a future version, already granted to the finance makers' role. */
const future = 98_765
const announce = () =>
  sql`with made as (
        insert into access.menu (id, key, parent_id, type, name_en, name_cn, path, icon, cache_able, sort, built_in)
        select ${future}, 'finance.future', 10292, 'menu', 'Future', '未来', '/finance/future', 'cash', 1, 99, true
         where not exists (select from access.menu where id = ${future}) returning id)
      insert into access.role_menu (role_id, menu_id, permission) select 5, id, 3 from made`.execute(product.database)

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
  })

  it('sorts by name and by the last change', async () => {
    const names = (await admin.call(roleList, { sort: 'roleName', size: 3 })).records.map((role) => role.roleName)
    expect(names).toEqual(names.toSorted())
    const changes = (await admin.call(roleList, { sort: '-updatedAt' })).records.map((role) => role.updatedAt)
    expect(changes).toEqual(changes.toSorted().toReversed())
    expect(await admin.refused(roleList, { sort: 'remark' })).toEqual({ code: 10009, fields: ['sort'] })
  })

  it('answers the grants of a role as a string of ids and as levels; only menus whose screens exist', async () => {
    const { role } = await admin.call(roleInfo, { roleId: 4 })
    expect(role.roleName).toBe('Operations')
    const fullRooms = /^(official|promotion|community|indicators)\./
    const single = [
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
      { roleId: 1, roleName: 'Administrator', secondFactor: 'none' },
      { roleId: 2, roleName: 'Moderator', secondFactor: 'none' },
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
    })
    await announce()
    expect(await admin.refused(roleSave, { roleName, readMenuIds: [future] })).toEqual({
      code: 10032,
      fields: ['readMenuIds'],
    })
    const twice = { menuIds: [menus['system.log']!], readMenuIds: [menus['system.log']!] }
    expect(await admin.refused(roleSave, { roleName, ...twice })).toEqual({ code: 10009, fields: ['readMenuIds'] })
    expect((await admin.call(roleList, { roleName })).total).toBe(0)
  })

  it('refuses a name that is taken in any case, also for concurrent requests', async () => {
    expect(await admin.refused(roleSave, { roleName: 'MODERATOR' })).toEqual({ code: 10029, fields: ['roleName'] })
    const roleName = unique('race')
    const answers = await Promise.all(Array.from({ length: 5 }, () => admin.send(roleSave, { roleName })))
    expect(answers.filter((answer) => answer.code === 200)).toHaveLength(1)
    expect(answers.flatMap((answer) => (answer.code === 500 ? [answer.errorCode] : []))).toEqual(Array(4).fill(10029))
    const { roleId } = await admin.call(roleSave, { roleName: unique('other') })
    expect(await admin.refused(roleUpdate, { roleId, roleName })).toEqual({ code: 10029, fields: ['roleName'] })
  })
})

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
    expect(await client.refused(roleList, {})).toMatchObject({ code: 10026 })
  })

  it('refuses a stale version and says who changed what', async () => {
    const roleName = unique('stale')
    const { roleId } = await admin.call(roleSave, { roleName })
    await admin.call(roleUpdate, { roleId, roleName, remark: 'first', version: 1 })
    const answer = await admin.send(roleUpdate, { roleId, roleName, remark: 'second', version: 1 })
    expect(answer).toMatchObject({ code: 500, errorCode: 20000 })
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
    })
    expect(await admin.refused(roleUpdate, { ...administrator, readMenuIds: [menus['system.log']!] })).toMatchObject({
      code: 13001,
    })
    for (const [roleId, roleName] of [
      [1, 'Root'],
      [8, 'Leader'],
    ] as const)
      expect(await admin.refused(roleUpdate, { roleId, roleName })).toEqual({ code: 13001, fields: ['roleName'] })
  })

  it('lets only administrators grant more than they have', async () => {
    const { client } = await someone({ menuIds: [menus['system.role']!], readMenuIds: [menus['system.log']!] })
    const { roleId } = await client.call(roleSave, {
      roleName: unique('granted'),
      menuIds: [menus['system.role']!],
      readMenuIds: [menus['system.log']!],
    })
    const above = await client.send(roleSave, { roleName: unique('above'), menuIds: [menus['system.log']!] })
    expect(above).toMatchObject({ code: 500, errorCode: 10026 })
    expect(above.code === 500 && above.detail?.[0]?.message).toContain('Operation log')
    const { role } = await admin.call(roleInfo, { roleId })
    expect(
      await client.refused(roleUpdate, {
        roleId,
        roleName: role.roleName,
        menuIds: [menus['system.role']!],
        readMenuIds: [menus['system.log']!, menus['system.user']!],
      }),
    ).toEqual({ code: 10026, fields: ['menuIds'] })
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
      detail: [{ field: 'secondFactor', params: { names: username } }],
    })
    await admin.call(roleUpdate, { ...guard, secondFactor: 'sms' })
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
      .selectFrom('log.entry')
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
      .selectFrom('log.entry')
      .select(['reason', 'before', 'after'])
      .where('operation', '=', 'role.delete')
      .where('target', '=', `role ${free}`)
      .executeTakeFirstOrThrow()
    expect(entry).toMatchObject({ reason: 'tidying', before: { readWrite: ['system.log'] }, after: null })
  })

  it('refuses the call for a single one, since clients of the original service read only the envelope', async () => {
    const { roleId, userId, username } = await someone({})
    const answer = await admin.send(roleDelete, { roleIds: [roleId] })
    expect(answer).toMatchObject({ code: 500, errorCode: 10009 })
    expect(answer.code === 500 && answer.detail?.[0]?.message).toContain(username)
    expect(await admin.refused(roleDelete, { roleIds: [8] })).toMatchObject({ code: 13001 })
    expect(await admin.refused(roleDelete, { roleIds: [9_999] })).toMatchObject({ code: 10032 })
    expect(await admin.refused(roleDelete, { roleIds: [] })).toEqual({ code: 10009, fields: ['roleIds'] })
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
  expect(page.records[0]?.can).toEqual({ update: 'readOnly', delete: 'readOnly' })
  expect(await client.refused(roleUpdate, { roleId, roleName: 'more' })).toMatchObject({ code: 10026 })
})
