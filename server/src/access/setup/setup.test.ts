import { home, login, passwordByLink } from '@greenroom/contract/access'
import { clientSave } from '@greenroom/contract/clients'
import { approvalCancel, approvalInfo, approvalList, logList, paramSet } from '@greenroom/contract/system'
import { whitelistCalls } from '@greenroom/contract/systemRecords'
import {
  roleUpdate,
  staffCode,
  staffList,
  staffPasswordReset,
  staffSave,
  staffUpdate,
} from '@greenroom/contract/systemStaff'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { freshDatabase } from '../../../test/database.ts'
import { type Client, startProduct, type TestProduct } from '../../../test/product.ts'
import { openDatabase } from '../../kit/database/database.ts'
import { withoutCaptcha } from '../access.accounts.fixture.ts'
import { ensureAdministrator } from '../administrator.ts'
import {
  aVisitor,
  begin,
  colleague,
  decide,
  enter,
  enterAsAdmin,
  password,
  reason,
  roleId,
  rolesOf,
  waiting,
} from './setup.fixture.ts'
import { setupModel } from './setup.model.suite.ts'
import { inSetup } from './setup.queries.ts'

let product: TestProduct
let admin: Client
let made = 0
const unique = (text: string) => `${text}.${++made}`
beforeAll(async () => {
  product = await startProduct({ BRIDGE_ALLOW_PRIVATE: 'on' }, { servers: 2 })
  await withoutCaptcha(product)
})
afterAll(() => product.close())
beforeEach(async () => {
  await begin(product)
  admin = await enterAsAdmin(product)
})

const versionOf = async (key: string) =>
  (await product.database.selectFrom('system.param').select('version').where('key', '=', key).executeTakeFirst())
    ?.version ?? 1
const setTo = async (client: Client, key: string, value: string) =>
  client.call(paramSet, { key, value, version: await versionOf(key), reason })
const stands = () => inSetup(product.database)
const listed = async (username: string) => {
  const { records } = await admin.call(staffList, { q: username })
  return records[0]!
}

describe('during set-up', () => {
  it('an administrator adds a client, an account, a role’s right, a parameter and an address alone, each marked permanently', async () => {
    const client = await admin.call(clientSave, { name: unique('client') })
    const parameter = await setTo(admin, 'approval_hours', String(24 + ++made))
    const address = await admin.call(whitelistCalls.save, { kind: 'ip', value: `203.0.113.${++made}`, note: 'office' })
    const username = unique('anna')
    await colleague(product, admin, username, 'Finance maker')
    expect([client.applied, parameter.applied]).toEqual([true, true])
    expect(address).toEqual({ id: expect.any(Number) })
    expect(await rolesOf(product, username)).toEqual(['Finance maker'])
    const { records } = await admin.call(approvalList, { state: 'approved' })
    const marked = records.filter(({ inSetup: mark }) => mark)
    expect(marked.slice(0, 4).map(({ kind, checker }) => [kind, checker])).toEqual([
      ['staff.save', null],
      ['whitelist.change', null],
      ['param.set', null],
      ['client.save', null],
    ])
    const log = await admin.call(logList, { opName: 'Do alone, during set-up' })
    expect(log.records[0]?.logContent).toBe(`Done alone, during set-up: Add account ${username}`)
    await expect(
      sql`update access.approval set in_setup = false where id = ${client.approvalId}`.execute(product.database),
    ).rejects.toMatchObject({ code: '42501' })
  })

  it('raising a limit and changing a rate wait; lowering a limit does not', async () => {
    const limit = product.params.integer('grant_approval_tokens')
    expect(await setTo(admin, 'grant_approval_tokens', String(limit + 1))).toMatchObject({ applied: false })
    expect(await setTo(admin, 'tokens_per_usd', '90')).toMatchObject({ applied: false })
    for (const { approvalId } of await waiting(admin)) await admin.call(approvalCancel, { ids: [approvalId] })
    expect(await setTo(admin, 'grant_approval_tokens', String(limit - 1))).toMatchObject({ applied: true })
  })

  it('acts alone only in a session with a factor, as an administrator', async () => {
    await sql`update access.session set factor = 'none'`.execute(product.database)
    const { applied, approvalId } = await setTo(admin, 'approval_hours', '30')
    expect(applied).toBe(false)
    await admin.call(approvalCancel, { ids: [approvalId!] })
  })

  it('nobody approves anything, for who asks and who approves may be one person', async () => {
    const { approvalId } = await setTo(admin, 'tokens_per_usd', '90')
    const username = unique('cleo')
    await colleague(product, admin, username, 'Administrator')
    // Without a factor, from an exempt address, set-up doesn't end.
    await sql`update access.role set second_factor = 'none' where name = 'Administrator'`.execute(product.database)
    const { token } = await aVisitor(product).call(login, { username, password })
    const other = product.as(token)
    expect(await stands()).toBe(true)
    expect(await decide(other, approvalId!, 'approve')).toMatchObject({ ok: false, reason: 'approval.setup' })
    expect((await other.call(approvalInfo, { approvalId: approvalId! })).approval.can.approve).toBe('setup')
    expect((await other.call(home, {})).todo.map(({ key }) => key)).not.toContain('approvals')
    expect(await decide(other, approvalId!, 'refuse')).toMatchObject({ ok: true })
  })
})

describe('set-up ends', () => {
  it('with the second account that may decide and logs in with a factor, and never returns', async () => {
    const [anna, ben] = [unique('anna'), unique('ben')]
    await colleague(product, admin, anna, 'Finance maker')
    await enter(product, anna)
    expect(await stands()).toBe(true)
    await colleague(product, admin, ben, 'Administrator')
    expect(await stands()).toBe(true)
    const second = await enter(product, ben)
    expect(await stands()).toBe(false)
    expect((await setTo(admin, 'approval_hours', '48')).applied).toBe(false)
    expect((await second.call(home, {})).notices[0]?.logContent).toBe(
      `Set-up ended: admin and ${ben} have logged in with a second factor`,
    )
    const id = (await waiting(second)).find(({ kind }) => kind === 'param.set')!.approvalId
    await admin.call(approvalCancel, { ids: [id] })
    for (const change of [
      sql`update access.setup set ended_at = null, ended_by = null`,
      sql`delete from access.setup`,
      sql`insert into access.setup (began_at) values (now()) on conflict (one) do update set ended_at = null, ended_by = null`,
    ])
      await expect(change.execute(product.database)).rejects.toMatchObject({ code: '42501' })
  })

  it('who was given rights alone loses them until the second one confirms', async () => {
    const [anna, ben, cleo] = [unique('anna'), unique('ben'), unique('cleo')]
    await colleague(product, admin, anna, 'Finance maker')
    await colleague(product, admin, cleo, 'Finance checker')
    const before = await enter(product, anna)
    await colleague(product, admin, ben, 'Administrator')
    const second = await enter(product, ben)
    expect([await rolesOf(product, anna), await rolesOf(product, ben)]).toEqual([[], ['Administrator']])
    expect(await before.refused(home, {})).toMatchObject({ code: 10007 })
    const asked = await waiting(second)
    expect(asked.map(({ kind, maker }) => [kind, maker])).toEqual([
      ['staff.confirm', 'admin'],
      ['staff.confirm', 'admin'],
    ])
    const of = (name: string) => asked.find(({ title }) => title.includes(name))!.approvalId
    expect(await decide(admin, of(anna), 'approve')).toMatchObject({ ok: false, reason: 'approval.yourself' })
    expect(await decide(second, of(anna), 'approve')).toMatchObject({ ok: true })
    expect(await decide(second, of(cleo), 'refuse')).toMatchObject({ ok: true })
    expect([await rolesOf(product, anna), await rolesOf(product, cleo)]).toEqual([['Finance maker'], []])
    await enter(product, anna)
  })

  it('an invitation that is still open then needs the code of who confirms it', async () => {
    const [anna, ben] = [unique('anna'), unique('ben')]
    const { links } = await admin.call(staffSave, { username: anna, roleIds: [await roleId(product, 'Finance maker')] })
    await colleague(product, admin, ben, 'Administrator')
    const second = await enter(product, ben)
    const { approvalId } = (await waiting(second))[0]!
    const set = { token: links![0]!.token, newPassword: password }
    const visitor = aVisitor(product)
    expect(await visitor.refused(passwordByLink, set)).toMatchObject({ code: 12002, reason: 'link.wrong' })
    await decide(second, approvalId, 'approve')
    expect(await visitor.refused(passwordByLink, set)).toMatchObject({ code: 12002, reason: 'link.wrong' })
    const { codes } = await second.call(staffCode, { approvalId })
    expect(await visitor.call(passwordByLink, { ...set, code: codes[0]!.code })).toEqual({ username: anna })
  })

  it('a request stands no longer once the account’s roles changed', async () => {
    const [anna, ben] = [unique('anna'), unique('ben')]
    await colleague(product, admin, anna, 'Finance maker')
    await colleague(product, admin, ben, 'Administrator')
    const second = await enter(product, ben)
    const { approvalId } = (await waiting(second))[0]!
    const { userId, version } = await listed(anna)
    await admin.call(staffUpdate, { userId, version, roleIds: [await roleId(product, 'Analyst')] })
    expect(await decide(second, approvalId, 'approve')).toMatchObject({ ok: false, reason: 'approval.notApplied' })
    expect(await rolesOf(product, anna)).toEqual(['Analyst'])
  })
})

describe('one person who wants to be two during set-up', () => {
  it('finds no right that outlives it: by a role, a phone, a password, or an account enabled again', async () => {
    const analyst = unique('role')
    const [one, two, three, ben] = [unique('one'), unique('two'), unique('three'), unique('ben')]
    const [finance, plain] = [await roleId(product, 'Finance maker'), await aPlainRole(analyst)]
    // Given no right that counts, then one through its role.
    await admin.call(staffSave, { username: one, roleIds: [plain], password })
    const menuIds = [await menuId('system.user'), await menuId('system.approval')]
    expect(await admin.call(roleUpdate, { roleId: plain, roleName: analyst, menuIds })).not.toHaveProperty('approvalId')
    // Made by two before: only a new password, and a new number, alone.
    for (const username of [two, three]) {
      await colleague(product, admin, username, 'Finance maker')
      await sql`delete from access.setup_account a using access.staff s where s.id = a.staff_id and s.username = ${username}`.execute(
        product.database,
      )
    }
    await admin.call(staffPasswordReset, { userId: (await listed(two)).userId, reason })
    const { userId, version } = await listed(three)
    await admin.call(staffUpdate, { userId, version, roleIds: [finance], areaCode: '86', phone: '13800009999' })
    await colleague(product, admin, ben, 'Administrator')
    await enter(product, ben)
    expect(await stands()).toBe(false)
    for (const username of [one, two, three]) expect(await rolesOf(product, username)).toEqual([])
  })

  it('is stopped by the second log-in, also when both happen at once', async () => {
    for (let round = 0; round < 4; round++) {
      await begin(product)
      admin = await enterAsAdmin(product)
      const [ben, late] = [unique('ben'), unique('late')]
      await colleague(product, admin, ben, 'Administrator')
      const [, answer] = await Promise.all([
        enter(product, ben),
        admin.call(staffSave, { username: late, roleIds: [await roleId(product, 'Finance maker')] }),
      ])
      // Either it waits for two, or the account has lost the right already.
      expect([await rolesOf(product, late), await stands()]).toEqual([[], false])
      if (answer.approvalId) await admin.call(approvalCancel, { ids: [answer.approvalId] })
    }
  })
})

const menuId = async (key: string) =>
  (await product.database.selectFrom('access.menu').select('id').where('key', '=', key).executeTakeFirstOrThrow()).id
const aPlainRole = async (name: string) =>
  (
    await product.database
      .insertInto('access.role')
      .values({ name, updated_at: new Date() })
      .returning('id')
      .executeTakeFirstOrThrow()
  ).id

setupModel(() => product)

it('a new installation’s roles that count ask for a factor, with set-up or with a simulated app; one that has people already is left as it is', async () => {
  const started = async (begins: 'in set-up' | 'simulated' | 'complete') => {
    const database = openDatabase((await freshDatabase()).url, { max: 1 })
    try {
      await ensureAdministrator(database, password, begins)
      // A second start changes nothing.
      await database.updateTable('access.role').set({ second_factor: 'sms' }).where('id', '=', 1).execute()
      expect(await ensureAdministrator(database, password, begins)).toBeNull()
      const roles = await database
        .selectFrom('access.role')
        .select(['name', 'second_factor'])
        .where('second_factor', '<>', 'none')
        .orderBy('id')
        .execute()
      return { roles: roles.map((role) => `${role.name} ${role.second_factor}`), setUp: await inSetup(database) }
    } finally {
      await database.destroy()
    }
  }
  const roles = ['Administrator sms', 'Finance maker google', 'Finance checker google']
  expect(await started('in set-up')).toEqual({ roles, setUp: true })
  expect(await started('simulated')).toEqual({ roles, setUp: false })
  expect(await started('complete')).toEqual({ roles: ['Administrator sms'], setUp: false })
})
