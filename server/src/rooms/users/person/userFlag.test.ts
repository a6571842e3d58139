import { userDetail, userFlag, userLogOut } from '@greenroom/contract/users'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Client, startProduct, type TestProduct } from '../../../../test/product.ts'
import { anApp, appUser, commandsAbout } from '../people.fixture.ts'

let product: TestProduct
let admin: Client
beforeAll(async () => {
  product = await startProduct()
  admin = await product.administrator()
  await anApp(product)
})
afterAll(() => product.close())

const reason = 'a store’s account'
const logged = (operation: string, userId: number) =>
  product.database
    .selectFrom('log.readable')
    .selectAll()
    .where('operation', '=', operation)
    .where('target', '=', `user ${userId}`)
    .orderBy('id')
    .execute()

test('flags are set and cleared, one at a time, and the app receives all of them', async () => {
  const [a, b] = [await appUser(product), await appUser(product)]
  await admin.call(userFlag, { ids: [a], flag: 'internal', on: true, reason })
  const { outcomes } = await admin.call(userFlag, { ids: [a, b, 4_000_001], flag: 'marketAudit', on: true, reason })
  expect(outcomes.map(({ ok, errorCode }) => ok || errorCode)).toEqual([true, true, 21001])
  expect((await admin.call(userDetail, { userId: a })).user).toMatchObject({
    marketAudit: true,
    internal: true,
    security: false,
    version: 3,
  })
  expect((await commandsAbout(product, a)).at(-1)).toMatchObject({
    type: 'user.flagged',
    userId: a,
    marketAudit: true,
    internal: true,
    security: false,
  })
  expect((await logged('user.flag', a)).at(-1)).toMatchObject({
    reason,
    before: { marketAudit: false, internal: true },
    after: { marketAudit: true, internal: true },
  })
  const repeat = await admin.call(userFlag, { ids: [a], flag: 'marketAudit', on: true, reason })
  expect(repeat.outcomes).toMatchObject([{ id: a, ok: false, errorCode: 20000, reason: 'user.flagged' }])
  const off = { ids: [a], flag: 'marketAudit' as const, on: false, reason }
  await admin.call(userFlag, off)
  expect((await admin.call(userFlag, off)).outcomes).toMatchObject([
    { id: a, ok: false, errorCode: 20000, reason: 'user.notFlagged' },
  ])
  expect((await admin.call(userDetail, { userId: a })).user.marketAudit).toBe(false)
  expect(await admin.refused(userFlag, { ids: [a], flag: 'security', on: true, reason: '' })).toMatchObject({
    code: 11004,
  })
})

test('two concurrent requests set a flag once', async () => {
  const a = await appUser(product)
  const answers = await Promise.all(
    Array.from({ length: 4 }, () => admin.call(userFlag, { ids: [a], flag: 'security', on: true, reason })),
  )
  expect(answers.filter(({ outcomes }) => outcomes[0]!.ok)).toHaveLength(1)
  expect(await logged('user.flag', a)).toHaveLength(1)
})

test('logging out informs the app, each time', async () => {
  const a = await appUser(product)
  const { outcomes } = await admin.call(userLogOut, { ids: [a, 4_000_001], reason })
  expect(outcomes.map(({ ok, errorCode }) => ok || errorCode)).toEqual([true, 21001])
  await admin.call(userLogOut, { ids: [a], reason })
  expect(await commandsAbout(product, a)).toEqual(
    Array.from({ length: 2 }, () => ({ type: 'user.loggedOut', userId: a, reason })),
  )
  expect(await logged('user.logOut', a)).toHaveLength(2)
  expect(await admin.refused(userLogOut, { ids: [a], reason: '' })).toMatchObject({ code: 11004 })
})
