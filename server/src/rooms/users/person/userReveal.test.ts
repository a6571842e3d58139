import { logInfo, logList } from '@greenroom/contract/system'
import { userDetail, userReveal, userRevealList } from '@greenroom/contract/users'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Made, person } from '../../../../test/people.ts'
import { type Client, startProduct, type TestProduct } from '../../../../test/product.ts'
import { appUser } from '../people.fixture.ts'

let product: TestProduct
let admin: Client
let service: Made
beforeAll(async () => {
  product = await startProduct()
  admin = await product.administrator()
  service = await person(product, { permissions: { 'users.contact': 3 } })
})
afterAll(() => product.close())

const reason = 'asked to be called'
const known = { phone: '13800004321', email: 'someone@example.com' }

test('a user’s page masks what only those with the permission may reveal', async () => {
  const userId = await appUser(product, known)
  const { user } = await admin.call(userDetail, { userId })
  expect(user).toMatchObject({ phone: '+86 138****4321', email: 's****@example.com', can: { reveal: true } })
  const { client: looking } = await person(product, { permissions: { 'users.list': 3, 'users.contact': 1 } })
  expect((await looking.call(userDetail, { userId })).user.can.reveal).toBe('readOnly')
  expect(await looking.refused(userReveal, { userId, field: 'phone', reason })).toMatchObject({
    code: 10026,
    reason: 'menu.missing',
  })
  const { client: lists } = await person(product, { permissions: { 'users.list': 3 } })
  expect(await lists.refused(userReveal, { userId, field: 'phone', reason })).toMatchObject({
    code: 10026,
    reason: 'menu.missing',
  })
})

test('each reveal is stored and logged, without the revealed value', async () => {
  const userId = await appUser(product, known)
  expect(await service.client.call(userReveal, { userId, field: 'phone', reason })).toEqual({
    value: '+86 13800004321',
  })
  expect(await service.client.call(userReveal, { userId, field: 'email', reason })).toEqual({ value: known.email })
  const { records } = await admin.call(userRevealList, { userId })
  expect(records).toMatchObject([
    { userId, field: 'email', reason, by: service.username },
    { userId, field: 'phone', reason, by: service.username },
  ])
  expect((await admin.call(userRevealList, { username: service.username, userId: userId + 1 })).records).toEqual([])
  const { records: entries } = await admin.call(logList, { username: service.username })
  const stored = JSON.stringify([
    records,
    entries,
    await Promise.all(entries.map(({ id }) => admin.call(logInfo, { id }))),
  ])
  expect(entries.filter(({ operation }) => operation === 'user.reveal')).toHaveLength(2)
  expect(stored).not.toContain('13800004321')
  expect(stored).not.toContain(known.email)
})

test('nothing is revealed if it is missing, or without a reason', async () => {
  const userId = await appUser(product)
  expect(await service.client.refused(userReveal, { userId, field: 'phone', reason })).toEqual({
    code: 10032,
    fields: ['field'],
    reason: 'contact.none',
  })
  expect(await service.client.refused(userReveal, { userId: 4_000_001, field: 'phone', reason })).toMatchObject({
    code: 10032,
  })
  expect(await service.client.refused(userReveal, { userId, field: 'phone', reason: '' })).toMatchObject({
    code: 11004,
  })
  expect((await admin.call(userDetail, { userId })).user.can.reveal).toBe('noContact')
  expect((await admin.call(userRevealList, { userId })).records).toEqual([])
})

test('is found by time, and exported', async () => {
  const day = product.clock.now().toISOString().slice(0, 10)
  expect((await admin.call(userRevealList, { startTimeStr: day, endTimeStr: day })).total).toBeGreaterThan(1)
  expect((await admin.call(userRevealList, { endTimeStr: '2020-01-01' })).total).toBe(0)
  const answer = await admin.send(userRevealList, { export: 'csv' })
  expect(answer).toMatchObject({ code: 200, result: { url: expect.any(String) } })
})
