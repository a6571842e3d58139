import { userBan, userDetail } from '@greenroom/contract/users'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { person } from '../../../../test/people.ts'
import { type Client, startProduct, type TestProduct } from '../../../../test/product.ts'
import { aDeviceId, appUser, giveTokens } from '../people.fixture.ts'

let product: TestProduct
let admin: Client
beforeAll(async () => {
  product = await startProduct()
  admin = await product.administrator()
})
afterAll(() => product.close())

const detail = async (userId: number) => (await admin.call(userDetail, { userId })).user

test('shows a user’s profile, exact wallet, and who shares their devices', async () => {
  const [one, two] = [aDeviceId(), aDeviceId()]
  const userId = await appUser(product, { devices: [one, two] })
  await appUser(product, { devices: [one, two] })
  await appUser(product, { devices: [two] })
  const now = product.clock.now()
  const tomorrow = new Date(now.getTime() + 86_400_000).toISOString().slice(5, 10)
  const year = now.getUTCFullYear() - 30
  await product.database
    .updateTable('users.app_user')
    .set({ birthday: `${year}-${tomorrow === '02-29' ? '03-01' : tomorrow}` as never, country: 'BR', level: 7 })
    .where('id', '=', BigInt(userId))
    .execute()
  await giveTokens(product, userId, { promo: 3, paid: 4, costMicros: 40_000 })
  expect(await detail(userId)).toMatchObject({
    userId,
    // Thirty tomorrow.
    age: 29,
    country: 'BR',
    level: 7,
    state: 'normal',
    bannedUntil: null,
    registeredAt: null,
    tokens: 7,
    wallet: { paidTokens: 4, promoTokens: 3, reservedTokens: 0, bonus: 0, reservedBonus: 0, debtTokens: 0 },
    guild: null,
    ban: null,
    counts: { devices: 2, sharedWith: 2, bans: 0, notes: 0 },
    can: { ban: true, unban: 'notBanned', grant: true },
  })
})

test('a user without balance and sightings has empty values', async () => {
  expect(await detail(await appUser(product))).toMatchObject({
    age: null,
    birthday: null,
    tokens: 0,
    counts: { devices: 0, sharedWith: 0, bans: 0, notes: 0 },
  })
})

test('names the user’s guild: as a member, or as its leader', async () => {
  const [leader, member] = [await appUser(product), await appUser(product)]
  const { id } = await product.database
    .insertInto('guilds.guild')
    .values({
      name: `Guild ${leader}`,
      leader_user_id: BigInt(leader),
      leader_name: 'Li Lei',
      leader_email: 'l@example.com',
      area_code: '86',
      phone: String(leader),
      state: 'normal',
      registered_at: product.clock.now(),
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  await product.database
    .insertInto('guilds.member')
    .values({ guild_id: id, user_id: BigInt(member), state: 'active', since: product.clock.now() })
    .execute()
  expect((await detail(leader)).guild).toMatchObject({ guildId: id, name: `Guild ${leader}`, leader: true })
  expect((await detail(member)).guild).toMatchObject({ guildId: id, leader: false })
  await product.database
    .updateTable('guilds.member')
    .set({ state: 'left', ends_at: product.clock.now() })
    .where('guild_id', '=', id)
    .execute()
  expect((await detail(member)).guild).toBeNull()
})

test('of several bans the longest is shown; expired ones are not', async () => {
  const userId = await appUser(product)
  await admin.call(userBan, { ids: [userId], kind: 'id', hours: 24, reason: 'short' })
  await admin.call(userBan, { ids: [userId], kind: 'device', hours: 0, reason: 'long' })
  expect(await detail(userId)).toMatchObject({
    state: 'ban both',
    bannedUntil: null,
    ban: { kind: 'device', reason: 'long', until: null, by: 'admin' },
    counts: { bans: 2 },
  })
  const past = new Date(product.clock.now().getTime() - 1)
  await product.database.updateTable('users.ban').set({ until: past }).where('user_id', '=', BigInt(userId)).execute()
  await product.database
    .updateTable('users.app_user')
    .set({ banned_until: past })
    .where('id', '=', BigInt(userId))
    .execute()
  expect(await detail(userId)).toMatchObject({
    state: 'normal',
    bannedUntil: null,
    ban: null,
    can: { unban: 'notBanned' },
  })
})

test('needs the menu of the list', async () => {
  const userId = await appUser(product)
  const { client } = await person(product, { permissions: { 'users.contact': 3 } })
  expect(await client.refused(userDetail, { userId })).toMatchObject({ code: 10026, reason: 'menu.missing' })
})
