import { login, smsSend, userInfo } from '@greenroom/contract/access'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { startProduct, type TestProduct } from '../../test/product.ts'
import { anAccount, later, password } from './accounts.fixture.ts'
import { sweepAccess } from './sweep.ts'
import { todoOf } from './todo.ts'

let product: TestProduct
beforeAll(async () => {
  product = await startProduct()
})
afterAll(() => product.close())

it('removes expired rows and nothing else', async () => {
  const { database } = product
  const { username } = await anAccount(product, { secondFactor: 'sms', areaCode: '86', phone: '13800001234' })
  const client = product.as(undefined)
  await client.call(login, { username, password })
  await client.call(smsSend, { areaCode: '86', phoneNumber: '13900001234', validate: 'register' })
  const admin = await product.administrator()
  expect(await sweepAccess(database)).toBe(0)
  await later(product, 60 * 24 * 31)
  await client.refused(login, { username, password: 'no' })
  // Two tries, a challenge, a code.
  expect(await sweepAccess(database)).toBe(4)
  expect(await database.selectFrom('access.login_attempt').selectAll().execute()).toHaveLength(1)
  await admin.call(userInfo, {})
  await sql`update access.session set expires_at = now() - interval '1 second'`.execute(database)
  expect(await sweepAccess(database)).toBe(1)
  expect(await admin.refused(userInfo, {})).toMatchObject({ code: 10007 })
})

it('shows pending work to those who may do it, alarms to those who may see them, and leaves out empty lines', async () => {
  const todos = [
    { key: 'some', menu: 'system.approval' as const, href: '/a', count: async () => 3 },
    { key: 'none', menu: 'system.approval' as const, href: '/b', count: async () => 0 },
    { key: 'readOnly', menu: 'system.log' as const, href: '/c', count: async () => 5 },
    { key: 'fault', menu: 'system.log' as const, href: '/d', alarm: true as const, count: async () => 2 },
    { key: 'unseen', menu: 'system.user' as const, href: '/e', alarm: true as const, count: async () => 2 },
  ]
  const permissions = new Map<string, 1 | 3>([
    ['system.approval', 3],
    ['system.log', 1],
  ])
  const staff = { administrator: false, permissions } as never
  expect(await todoOf(todos, product.database, staff)).toEqual([
    { key: 'some', href: '/a', alarm: false, count: 3 },
    { key: 'fault', href: '/d', alarm: true, count: 2 },
  ])
})
