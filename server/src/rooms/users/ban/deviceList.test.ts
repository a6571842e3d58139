// Devices over HTTP.
import { deviceList, deviceUserList } from '@greenroom/contract/users'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { aChunk, arrived } from '../../../../test/chunk.ts'
import { person } from '../../../../test/people.ts'
import { type Client, startProduct, type TestProduct } from '../../../../test/product.ts'

let product: TestProduct
let admin: Client
const at = (minute: number) => new Date(Date.UTC(2026, 10, 19, 10, minute))

beforeAll(async () => {
  product = await startProduct()
  admin = await product.administrator()
  const online = (userId: number, deviceId: string, minute: number, platform: 'ios' | 'android' = 'ios') =>
    arrived('user.online', { userId, deviceId, platform, deviceModel: 'Model', ip: '10.0.0.1' }, at(minute))
  await aChunk(product.database, [
    ...[1, 2, 3, 4].map((n) => online(n, 'shared_1', n)),
    online(1, 'own-1', 9, 'android'),
    online(2, 'sharedX1', 7),
    online(5, 'banned', 8),
    arrived('install.attributed', { deviceId: 'only-installed', channel: 'tv', platform: 'ios', country: 'BR' }, at(1)),
  ])
  await sql`update users.device set banned = true where id = 'banned'`.execute(product.database)
  await sql`update users.device set banned = true, banned_until = ${at(0)} where id = 'own-1'`.execute(product.database)
  await sql`update users.app_user set nickname = 'N' || id, avatar_url = 'https://app/' || id, state = case when id = 3 then 'ban ID' else 'normal' end`.execute(
    product.database,
  )
})
afterAll(() => product.close())

const ids = async (filters: Parameters<typeof admin.call<typeof deviceList>>[1]) =>
  (await admin.call(deviceList, filters)).records.map((device) => device.deviceId)

test('devices are listed newest seen first, with those seen there last', async () => {
  const { records, total } = await admin.call(deviceList, {})
  expect(records.map((device) => device.deviceId)).toEqual(['own-1', 'banned', 'sharedX1', 'shared_1'])
  expect(total).toBe(4)
  expect(records[3]).toMatchObject({
    users: 4,
    model: 'Model',
    firstSeenAt: at(1).toISOString(),
    lastSeenAt: at(4).toISOString(),
    newest: [
      { userId: 4, nickname: 'N4', avatarUrl: 'https://app/4', state: 'normal' },
      { userId: 3, nickname: 'N3', avatarUrl: 'https://app/3', state: 'ban ID' },
      { userId: 2, nickname: 'N2', avatarUrl: 'https://app/2', state: 'normal' },
    ],
    can: { ban: true, unban: 'notBanned' },
  })
})

test('an expired ban no longer counts', async () => {
  const { records } = await admin.call(deviceList, { q: 'own-' })
  expect(records[0]).toMatchObject({ banned: false, bannedUntil: null, can: { ban: true, unban: 'notBanned' } })
})

test('devices are filtered and sorted', async () => {
  expect(await ids({ q: 'shared_' })).toEqual(['shared_1'])
  expect(await ids({ userId: 1 })).toEqual(['own-1', 'shared_1'])
  expect(await ids({ platform: 'android' })).toEqual(['own-1'])
  expect(await ids({ usersMin: 2 })).toEqual(['shared_1'])
  expect(await ids({ banned: true, platform: 'ios' })).toEqual(['banned'])
  expect((await ids({ sort: '-users' }))[0]).toBe('shared_1')
  expect(await ids({ startTimeStr: '2026-11-19 10:08:00', endTimeStr: '2026-11-19 10:09:00' })).toEqual(['banned'])
  const first = await admin.call(deviceList, { size: 3 })
  expect(await ids({ size: 3, after: first.next })).toEqual(['shared_1'])
  expect(await admin.refused(deviceList, { sort: 'model' })).toMatchObject({ code: 10009, reason: 'field.oneOf' })
})

test('the users of a device are paged, newest seen first', async () => {
  const first = await admin.call(deviceUserList, { deviceId: 'shared_1', size: 3 })
  expect(first.records.map((user) => user.userId)).toEqual([4, 3, 2])
  expect(first.records[1]).toMatchObject({
    nickname: 'N3',
    avatarUrl: 'https://app/3',
    state: 'ban ID',
    ip: '10.0.0.1',
  })
  const rest = await admin.call(deviceUserList, { deviceId: 'shared_1', size: 3, after: first.next })
  expect(rest.records.map((user) => user.userId)).toEqual([1])
  expect((await admin.call(deviceUserList, { deviceId: 'none' })).records).toEqual([])
})

test('cannot be banned by a read-only caller', async () => {
  const reader = await person(product, { permissions: { 'users.device': 1 } })
  expect((await reader.client.call(deviceList, {})).records[0]!.can).toEqual({ ban: 'readOnly', unban: 'readOnly' })
})
