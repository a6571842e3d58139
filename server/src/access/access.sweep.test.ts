import { login, smsSend, userInfo } from '@greenroom/contract/access'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { startProduct, type TestProduct } from '../../test/product.ts'
import { anAccount, later, password } from './access.accounts.fixture.ts'
import { sweepAccess } from './access.sweep.ts'
import { type Todo, todoOf } from './access.todo.ts'

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
  const at = new Date('2026-11-20T10:00:00Z')
  const waiting = (count: number) => async () => ({ count, oldest: count > 0 ? at : null, until: null })
  const rows = (count: number) => () =>
    sql<{
      at: Date
      until: Date
    }>`select ${at}::timestamptz as at, ${at}::timestamptz as until from generate_series(1, ${count}::int)`
  const todos: Todo[] = [
    { key: 'some', menu: 'system.approval', href: '/a', waiting: waiting(3) },
    { key: 'none', menu: 'system.approval', href: '/b', waiting: waiting(0) },
    { key: 'readOnly', menu: 'system.log', href: '/c', rows: rows(5) },
    { key: 'fault', menu: 'system.log', href: '/d', alarm: true, rows: rows(2), ends: true },
    { key: 'empty', menu: 'system.log', href: '/d', alarm: true, rows: rows(0) },
    { key: 'unseen', menu: 'system.user', href: '/e', alarm: true, rows: rows(2) },
    { key: 'leaders', menu: 'system.approval', href: '/f', of: 'leader', rows: rows(1), ends: true },
    {
      key: 'agents',
      menu: 'system.approval',
      href: ({ staff }) => `/g?agentId=${staff.agentId}`,
      of: 'agent',
      rows: rows(1),
      ends: true,
    },
  ]
  const permissions = new Map<string, 1 | 3>([
    ['system.approval', 3],
    ['system.log', 1],
  ])
  const seenBy = (whose: { unionId: number | null; agentId: number | null }) =>
    todoOf(todos, product.database, {
      staff: { administrator: false, permissions, ...whose } as never,
      now: at,
      timeZone: 'UTC',
    })
  const [oldest, until] = [at.toISOString(), at.toISOString()]
  expect(await seenBy({ unionId: null, agentId: null })).toEqual([
    { key: 'some', href: '/a', alarm: false, count: 3, oldest, until: null },
    { key: 'fault', href: '/d', alarm: true, count: 2, oldest, until },
  ])
  expect(await seenBy({ unionId: 7, agentId: null })).toEqual([
    { key: 'leaders', href: '/f', alarm: false, count: 1, oldest, until },
  ])
  expect(await seenBy({ unionId: null, agentId: 8 })).toEqual([
    { key: 'agents', href: '/g?agentId=8', alarm: false, count: 1, oldest, until },
  ])
})
