import { login, logout, userInfo } from '@greenroom/contract/access'
import {
  staffDelete,
  staffGoogleUnbind,
  staffInfo,
  staffList,
  staffPasswordReset,
  staffSave,
  staffSessionsEnd,
  staffStatus,
} from '@greenroom/contract/systemStaff'
import { describe, expect, it } from 'vitest'
import { adminPassword } from '../../../../test/product.ts'
import { editing } from './staff.editing.suite.ts'
import {
  add,
  admin,
  entriesOf,
  guildAccount,
  keeper,
  password,
  product,
  read,
  reason,
  startStaff,
} from './staff.fixture.ts'
import { reading } from './staff.reading.suite.ts'

startStaff()
reading()
editing()

describe('enabling and disabling', () => {
  it('ends the sessions at once, needs a reason, and returns an outcome for each account', async () => {
    const { userId, username } = await add()
    const { userId: second } = await add()
    const client = await product.login(username, password)
    expect(await admin.refused(staffStatus, { ids: [userId], status: 0 })).toEqual({
      code: 11004,
      fields: ['reason'],
      reason: 'staff.disableReason',
    })
    expect(await admin.refused(staffStatus, { ids: [userId], status: 0, reason: '  ' })).toMatchObject({
      code: 11004,
      reason: 'staff.disableReason',
    })
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
    expect(again.outcomes).toMatchObject([{ ok: false, errorCode: 20000, reason: 'already' }])
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
    expect(outcomes).toMatchObject([{ ok: false, errorCode: 10009, reason: 'staff.guildState' }, { ok: true }])
  })

  it('leaves no trace if nothing was changed', async () => {
    const { userId } = await add()
    const { outcomes } = await admin.call(staffStatus, { ids: [userId], status: 1 })
    expect(outcomes).toMatchObject([{ ok: false, errorCode: 20000, reason: 'already' }])
    expect(await entriesOf(userId, 'staff.status')).toEqual([])
    expect(await admin.refused(staffStatus, { ids: [], status: 1 })).toEqual({
      code: 10009,
      fields: ['ids'],
      reason: 'batch.empty',
    })
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
    await product.login(username, fresh!)
    const [entry] = await entriesOf(userId, 'staff.passwordReset')
    expect(entry).toMatchObject({ reason, after: { sessionsEnded: 1 } })
    expect(JSON.stringify(entry)).not.toContain(fresh)
    const { userId: own } = (await admin.call(staffList, { q: 'admin' })).records[0]!
    expect(await admin.refused(staffPasswordReset, { userId: own, reason })).toMatchObject({
      code: 13001,
      reason: 'staff.yourself',
    })
    expect(await admin.refused(staffPasswordReset, { userId: 987_654, reason })).toMatchObject({ code: 10032 })
    const { client: other } = await keeper()
    expect(await other.refused(staffPasswordReset, { userId: own, reason })).toMatchObject({
      code: 10026,
      reason: 'staff.administrator',
    })
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
    expect(await admin.refused(staffGoogleUnbind, { userId, reason })).toMatchObject({
      code: 20000,
      reason: 'staff.notBound',
    })
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
    expect(again.outcomes).toMatchObject([
      { errorCode: 20000, reason: 'staff.noSessions' },
      { errorCode: 20000, reason: 'staff.noSessions' },
    ])
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
  expect(await client.refused(staffStatus, { ids: [userId], status: 0, reason })).toMatchObject({
    code: 10026,
    reason: 'menu.missing',
  })
})
