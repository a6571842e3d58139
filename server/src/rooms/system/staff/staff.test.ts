import { login, logout, userInfo } from '@greenroom/contract/access'
import {
  roleSave,
  staffDelete,
  staffGoogleUnbind,
  staffInfo,
  staffList,
  staffPasswordReset,
  staffSave,
  staffSessionsEnd,
  staffStatus,
  staffUpdate,
} from '@greenroom/contract/systemStaff'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { adminPassword, type Client, startProduct, type TestProduct } from '../../../../test/product.ts'

let product: TestProduct
let admin: Client
const password = 'Right-p4ss'
const reason = 'because'

beforeAll(async () => {
  product = await startProduct()
  // Many accounts log in here, all from one address.
  await product.database
    .insertInto('system.param')
    .values({
      key: 'login_tries_per_minute',
      type: 'integer',
      value: '10000',
      built_in: true,
      updated_at: product.clock.now(),
      updated_by: 'the test',
    })
    .execute()
  await product.params.refresh()
  admin = await product.administrator()
})
afterAll(() => product.close())

let made = 0
async function add(roleIds: number[] = [], more: { phone?: string; areaCode?: string; remark?: string } = {}) {
  const username = `person.${++made}`
  const { userId } = await admin.call(staffSave, { username, password, roleIds, ...more })
  return { userId, username }
}

/** An account with write access to accounts that is no administrator. */
async function keeper(level: 'menuIds' | 'readMenuIds' = 'menuIds') {
  const { roleId } = await admin.call(roleSave, { roleName: `keepers ${++made}`, [level]: [20_100] })
  const person = await add([roleId])
  return { ...person, roleId, client: await product.login(person.username, password) }
}

const read = async (userId: number) => (await admin.call(staffInfo, { userId })).user
const entriesOf = (userId: number, operation: string) =>
  product.database
    .selectFrom('log.entry')
    .select(['before', 'after', 'reason', 'username'])
    .where('target', '=', `staff ${userId}`)
    .where('operation', '=', operation)
    .execute()

/** A guild with a leader's account. */
async function guildAccount(state: string, accountStatus: number) {
  const id = BigInt(500_000 + ++made)
  const now = product.clock.now()
  await product.database.insertInto('users.app_user').values({ id, nickname: 'Lia', created_at: now }).execute()
  const guild = await product.database
    .insertInto('guilds.guild')
    .values({
      name: `Guild ${made}`,
      leader_user_id: id,
      leader_name: 'Lia',
      leader_email: 'lia@example.com',
      area_code: '86',
      phone: String(id),
      state,
      registered_at: now,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  const { userId, username } = await add()
  await product.database
    .updateTable('access.staff')
    .set({ union_id: guild.id, status: accountStatus })
    .where('id', '=', userId)
    .execute()
  await product.database.insertInto('access.staff_role').values({ staff_id: userId, role_id: 8 }).execute()
  return { userId, username, guildId: guild.id }
}

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
    expect(await leader.refused(staffList, {})).toMatchObject({ code: 10026 })
    expect(await leader.refused(staffInfo, { userId: stranger })).toMatchObject({ code: 10026 })
    expect(await leader.refused(staffStatus, { ids: [stranger], status: 0, reason })).toMatchObject({ code: 10026 })
    expect(await leader.refused(staffSave, { username: 'climber', roleIds: [] })).toMatchObject({ code: 10026 })
    await product.database
      .deleteFrom('access.role_menu')
      .where('menu_id', '=', 20_100)
      .where('role_id', '=', 8)
      .execute()
  })
})

describe('adding', () => {
  it('generates a password, returns it once, and it works for log-in', async () => {
    const { password: given, userId } = await admin.call(staffSave, { username: 'made.up', roleIds: [2] })
    await product.login('made.up', given!)
    const [entry] = await entriesOf(userId, 'staff.save')
    expect(entry?.after).toMatchObject({ username: 'made.up', roles: ['Moderator'] })
    expect(JSON.stringify(entry)).not.toContain(given)
    expect(await admin.call(staffSave, { username: 'given', password, roleIds: [] })).toEqual({
      userId: expect.any(Number),
    })
  })

  it.each([
    ['a name with a space', { username: 'a b' }, 12004, 'username'],
    ['a name that is too short', { username: 'ab' }, 12004, 'username'],
    ['a name that is taken, in whatever case', { username: 'ADMIN' }, 10028, 'username'],
    ['a password of one kind', { password: 'onlyletters' }, 12007, 'password'],
    ['a short password', { password: 'Sh0rt' }, 12007, 'password'],
    ['a role that does not exist', { roleIds: [2, 4_242] }, 10032, 'roleIds'],
    ['a role of guilds', { roleIds: [8] }, 10009, 'roleIds'],
    ['a number that cannot exist', { areaCode: '86', phone: '123456' }, 12003, 'phone'],
    ['letters for a number', { areaCode: '86', phone: 'call me' }, 12003, 'phone'],
    ['a number without its country', { phone: '13800001234' }, 12003, 'areaCode'],
  ])('refuses %s', async (_, wrong, code, field) => {
    const right = { username: 'never.made', password, roleIds: [] as number[] }
    expect(await admin.refused(staffSave, { ...right, ...wrong })).toEqual({ code, fields: [field] })
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
      roleName: `stronger ${++made}`,
      menuIds: [20_100, 20_101],
    })
    expect(await client.refused(staffSave, { username: `puppet.${++made}`, roleIds: [stronger] })).toEqual({
      code: 10026,
      fields: ['roleIds'],
    })
    const someone = await add([roleId])
    const { version } = await read(someone.userId)
    const raised = { userId: someone.userId, version, roleIds: [roleId, stronger] }
    expect(await client.refused(staffUpdate, raised)).toMatchObject({ code: 10026 })
    await client.call(staffSave, { username: `equal.${++made}`, roleIds: [roleId] })
    await admin.call(staffUpdate, raised)
  })

  it('lets only administrators assign the Administrator role', async () => {
    const { client, roleId } = await keeper()
    expect(await client.refused(staffSave, { username: 'climber', roleIds: [1] })).toEqual({
      code: 10026,
      fields: ['roleIds'],
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
    expect(await admin.refused(staffUpdate, { userId, version: 4, roleIds: [], areaCode: '1', phone: '1234' })).toEqual(
      {
        code: 12003,
        fields: ['phone'],
      },
    )
  })

  it('refuses a stale version with who changed what, and an unknown account', async () => {
    const { userId } = await add([2])
    await admin.call(staffUpdate, { userId, version: 1, roleIds: [3], remark: 'theirs' })
    const answer = await admin.send(staffUpdate, { userId, version: 1, roleIds: [2], remark: 'yours' })
    expect(answer).toMatchObject({ code: 500, errorCode: 20000 })
    const detail = answer.code === 500 ? (answer.detail ?? []) : []
    expect(detail.map(({ field }) => field)).toEqual(['version', 'roleIds', 'remark'])
    expect(detail[0]?.message).toContain('changed by admin at')
    expect(await admin.refused(staffUpdate, { userId: 987_654, version: 1, roleIds: [] })).toMatchObject({
      code: 10032,
    })
    expect(await admin.refused(staffUpdate, { userId, version: 2, roleIds: [4_242] })).toMatchObject({ code: 10032 })
  })

  it('applies a change of roles at once', async () => {
    const { client, userId } = await keeper()
    await client.call(staffList, {})
    await admin.call(staffUpdate, { userId, version: 1, roleIds: [] })
    expect(await client.refused(staffList, {})).toMatchObject({ code: 10026 })
  })

  it('protects the Administrator role', async () => {
    const { client, userId: own, roleId } = await keeper()
    const { userId: chief } = await add([1])
    const { userId: builtIn } = (await admin.call(staffList, { q: 'admin' })).records[0]!
    expect(await client.refused(staffUpdate, { userId: chief, version: 1, roleIds: [1] })).toMatchObject({
      code: 10026,
    })
    expect(await client.refused(staffUpdate, { userId: own, version: 1, roleIds: [roleId, 2] })).toEqual({
      code: 13001,
      fields: ['roleIds'],
    })
    expect(await admin.refused(staffUpdate, { userId: builtIn, version: 1, roleIds: [2] })).toMatchObject({
      code: 13001,
    })
    await admin.call(staffUpdate, { userId: chief, version: 1, roleIds: [] })
    expect(await read(chief)).toMatchObject({ roles: [] })
  })

  it("keeps a guild's account to its role", async () => {
    const { userId } = await guildAccount('normal', 1)
    expect(await admin.refused(staffUpdate, { userId, version: 1, roleIds: [2] })).toEqual({
      code: 10009,
      fields: ['roleIds'],
    })
    await admin.call(staffUpdate, { userId, version: 1, roleIds: [8], remark: 'called back' })
    expect(await read(userId)).toMatchObject({ remark: 'called back', roles: [{ roleName: 'Guild leader' }] })
  })
})

describe('enabling and disabling', () => {
  it('ends the sessions at once, needs a reason, and returns an outcome for each account', async () => {
    const { userId, username } = await add()
    const { userId: second } = await add()
    const client = await product.login(username, password)
    expect(await admin.refused(staffStatus, { ids: [userId], status: 0 })).toEqual({ code: 11004, fields: ['reason'] })
    expect(await admin.refused(staffStatus, { ids: [userId], status: 0, reason: '  ' })).toMatchObject({ code: 11004 })
    await client.call(userInfo, {})
    const { userId: builtIn } = (await admin.call(staffList, { q: 'admin' })).records[0]!
    const { outcomes } = await admin.call(staffStatus, { ids: [userId, second, builtIn, 987_654], status: 0, reason })
    expect(outcomes.map(({ id, ok, errorCode }) => [id, ok, errorCode])).toEqual([
      [userId, true, undefined],
      [second, true, undefined],
      [builtIn, false, 13001],
      [987_654, false, 10032],
    ])
    expect(await client.refused(userInfo, {})).toMatchObject({ code: 10007 })
    expect(await product.as(undefined).refused(login, { username, password })).toMatchObject({ code: 12006 })
    const again = await admin.call(staffStatus, { ids: [userId], status: 0, reason })
    expect(again.outcomes).toMatchObject([{ ok: false, errorCode: 20000 }])
    const [entry, ...more] = await entriesOf(userId, 'staff.status')
    expect(more).toEqual([])
    expect(entry).toMatchObject({ reason, before: { status: 1, version: 1 }, after: { status: 0, version: 2 } })
    await admin.call(staffStatus, { ids: [userId], status: 1 })
    await product.login(username, password)
  })

  it('protects oneself and the last administrator, even if two disable each other', async () => {
    const pair = await Promise.all([add([1]), add([1])])
    const [one, two] = await Promise.all(pair.map(({ username }) => product.login(username, password)))
    const own = await one!.call(staffStatus, { ids: [pair[0]!.userId], status: 0, reason })
    expect(own.outcomes).toMatchObject([{ ok: false, errorCode: 13001 }])
    // Disable the built-in account, so that these two are the only administrators.
    await product.database.updateTable('access.staff').set({ status: 0 }).where('built_in', '=', true).execute()
    const others = await product.database
      .selectFrom('access.staff_role')
      .select('staff_id')
      .where('role_id', '=', 1)
      .where(
        'staff_id',
        'not in',
        pair.map(({ userId }) => userId),
      )
      .execute()
    expect(others).toHaveLength(1)
    const answers = await Promise.all([
      one!.send(staffStatus, { ids: [pair[1]!.userId], status: 0, reason }),
      two!.send(staffStatus, { ids: [pair[0]!.userId], status: 0, reason }),
    ])
    const outcomes = answers.map((answer) => (answer.code === 200 ? answer.result.outcomes[0]?.ok : false))
    expect(outcomes.filter(Boolean)).toHaveLength(1)
    await product.database.updateTable('access.staff').set({ status: 1 }).where('built_in', '=', true).execute()
    await admin.call(staffDelete, { ids: pair.map(({ userId }) => userId), reason })
  })

  it("does not enable a guild's account before its guild", async () => {
    const waiting = await guildAccount('under review', 0)
    const reviewed = await guildAccount('normal', 0)
    const { outcomes } = await admin.call(staffStatus, { ids: [waiting.userId, reviewed.userId], status: 1 })
    expect(outcomes).toMatchObject([{ ok: false, errorCode: 10009 }, { ok: true }])
  })

  it('leaves no trace if nothing was changed', async () => {
    const { userId } = await add()
    const { outcomes } = await admin.call(staffStatus, { ids: [userId], status: 1 })
    expect(outcomes).toMatchObject([{ ok: false, errorCode: 20000 }])
    expect(await entriesOf(userId, 'staff.status')).toEqual([])
    expect(await admin.refused(staffStatus, { ids: [], status: 1 })).toEqual({ code: 10009, fields: ['ids'] })
  })
})

describe('passwords, authenticators, sessions', () => {
  it('resets a password, shows it once, ends the sessions and lifts the freeze', async () => {
    const { userId, username } = await add()
    const client = await product.login(username, password)
    await product.database
      .insertInto('access.login_freeze')
      .values({ username, until: new Date(Date.now() + 60_000) })
      .execute()
    expect(await admin.refused(staffPasswordReset, { userId, reason: '' })).toMatchObject({ code: 11004 })
    const { password: fresh } = await admin.call(staffPasswordReset, { userId, reason })
    expect(await client.refused(userInfo, {})).toMatchObject({ code: 10007 })
    expect(await product.as(undefined).refused(login, { username, password })).toMatchObject({ code: 12005 })
    await product.login(username, fresh)
    const [entry] = await entriesOf(userId, 'staff.passwordReset')
    expect(entry).toMatchObject({ reason, after: { sessionsEnded: 1 } })
    expect(JSON.stringify(entry)).not.toContain(fresh)
    const { userId: own } = (await admin.call(staffList, { q: 'admin' })).records[0]!
    expect(await admin.refused(staffPasswordReset, { userId: own, reason })).toMatchObject({ code: 13001 })
    expect(await admin.refused(staffPasswordReset, { userId: 987_654, reason })).toMatchObject({ code: 10032 })
    const { client: other } = await keeper()
    expect(await other.refused(staffPasswordReset, { userId: own, reason })).toMatchObject({ code: 10026 })
    await product.login('admin', adminPassword)
  })

  it('unbinds an authenticator, once', async () => {
    const { userId } = await add()
    await product.database
      .updateTable('access.staff')
      .set({ google_secret: 'JBSWY3DPEHPK3PXP', google_bound_at: new Date() })
      .where('id', '=', userId)
      .execute()
    expect(await read(userId)).toMatchObject({ googleBound: true, can: { unbindGoogle: true } })
    expect(await admin.refused(staffGoogleUnbind, { userId, reason: '' })).toMatchObject({ code: 11004 })
    await admin.call(staffGoogleUnbind, { userId, reason })
    expect(await read(userId)).toMatchObject({ googleBound: false })
    expect(await admin.refused(staffGoogleUnbind, { userId, reason })).toMatchObject({ code: 20000 })
    expect(await admin.refused(staffGoogleUnbind, { userId: 987_654, reason })).toMatchObject({ code: 10032 })
  })

  it("ends accounts' sessions, except the current one", async () => {
    const { userId, username } = await add()
    const client = await product.login(username, password)
    const elsewhere = await product.administrator()
    const { userId: own } = (await admin.call(staffList, { q: 'admin' })).records[0]!
    expect(await admin.refused(staffSessionsEnd, { ids: [userId], reason: '' })).toMatchObject({ code: 11004 })
    const { outcomes } = await admin.call(staffSessionsEnd, { ids: [userId, own, 987_654], reason })
    expect(outcomes).toMatchObject([{ ok: true }, { ok: true }, { ok: false, errorCode: 10032 }])
    expect(await client.refused(userInfo, {})).toMatchObject({ code: 10007 })
    expect(await elsewhere.refused(userInfo, {})).toMatchObject({ code: 10007 })
    const again = await admin.call(staffSessionsEnd, { ids: [userId, own], reason })
    expect(again.outcomes).toMatchObject([{ errorCode: 20000 }, { errorCode: 20000 }])
  })
})

it('deletes an account, ends its sessions and frees its name', async () => {
  const { userId, username } = await add([2])
  const client = await product.login(username, password)
  const { userId: own } = (await admin.call(staffList, { q: 'admin' })).records[0]!
  expect(await admin.refused(staffDelete, { ids: [userId], reason: '' })).toMatchObject({ code: 11004 })
  const { outcomes } = await admin.call(staffDelete, { ids: [userId, own, 987_654], reason })
  expect(outcomes.map(({ ok, errorCode }) => [ok, errorCode])).toEqual([
    [true, undefined],
    [false, 13001],
    [false, 10032],
  ])
  expect(await client.refused(logout, {})).toMatchObject({ code: 10007 })
  expect(await admin.refused(staffInfo, { userId })).toMatchObject({ code: 10032 })
  expect(await product.as(undefined).refused(login, { username, password })).toMatchObject({ code: 12005 })
  await admin.call(staffSave, { username, password, roleIds: [] })
  const again = await admin.call(staffDelete, { ids: [userId], reason })
  expect(again.outcomes).toMatchObject([{ ok: false, errorCode: 10032 }])
})

it('a read-only caller can read and not write', async () => {
  const { client, userId } = await keeper('readMenuIds')
  const { user } = await client.call(staffInfo, { userId })
  expect(new Set(Object.values(user.can))).toEqual(new Set(['readOnly']))
  expect(await client.refused(staffStatus, { ids: [userId], status: 0, reason })).toMatchObject({ code: 10026 })
})
