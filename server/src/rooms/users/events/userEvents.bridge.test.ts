// Users' events over the bridge, as the app sends them.
import { deviceList, userList } from '@greenroom/contract/users'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type BridgeConnection, connect } from '../../../../test/bridge.ts'
import { type Client, startProduct, type TestProduct } from '../../../../test/product.ts'
import { appUser, commandsAbout } from '../people.fixture.ts'

let product: TestProduct
let admin: Client
let app: BridgeConnection
beforeAll(async () => {
  product = await startProduct()
  admin = await product.administrator()
  app = await connect(product, { endpoint: 'https://app.example.com' })
})
afterAll(() => product.close())

const person = { sex: 'woman', country: 'BR', language: 'pt', platform: 'ios' } as const

test('a registered user is on the list with their device, in any order of events', async () => {
  const answers = await app.send([
    { type: 'user.updated', data: { userId: 7, level: 4 } },
    { type: 'greeting.submitted', data: { itemId: 'g7', userId: 7, text: 'Hi' } },
    { type: 'user.registered', data: { userId: 7, nickname: 'Ann', deviceId: 'phone', ...person } },
    { type: 'user.online', data: { userId: 8, deviceId: 'phone', platform: 'ios' } },
  ])
  expect(answers.map((answer) => answer.status)).toEqual(['accepted', 'accepted', 'accepted', 'accepted'])
  const { records } = await admin.call(userList, { q: 'ann' })
  expect(records).toMatchObject([{ userId: 7, level: 4, country: 'BR', tokens: 0 }])
  expect((await admin.call(deviceList, {})).records).toMatchObject([{ deviceId: 'phone', users: 2 }])
})

test('a repeated event counts once', async () => {
  const offline = { id: '', type: 'user.offline' as const, data: { userId: 9, seconds: 60 }, at: product.clock.now() }
  const [line] = app.linesOf([{ ...offline, id: undefined as never }])
  const again = [{ ...offline, id: line!.id }]
  expect((await app.send(again))[0]!.status).toBe('accepted')
  expect((await app.send(again))[0]!.status).toBe('duplicate')
  const days = await product.database.selectFrom('users.active_day').selectAll().where('user_id', '=', 9n).execute()
  expect(days.map((day) => day.seconds)).toEqual([60])
})

test('the app is informed again of a banned user who comes online', async () => {
  const userId = await appUser(product)
  await product.database
    .updateTable('users.app_user')
    .set({ state: 'ban ID' })
    .where('id', '=', BigInt(userId))
    .execute()
  await app.accepted({ type: 'user.online', data: { userId, deviceId: 'own', platform: 'ios' } })
  expect(await commandsAbout(product, userId)).toMatchObject([{ type: 'user.banned', userId, kind: 'id' }])
})

test('an invalid answer to an invitation is rejected, and its neighbours are not', async () => {
  const answers = await app.send([
    { type: 'guild.inviteAnswered', data: { guildId: 99, userId: 7, accepted: true } },
    { type: 'user.updated', data: { userId: 7, level: 5 } },
  ])
  expect(answers).toMatchObject([{ status: 'rejected', errorCode: 10032 }, { status: 'accepted' }])
})
