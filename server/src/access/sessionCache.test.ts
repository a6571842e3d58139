import { login, logout, passwordChange, userInfo } from '@greenroom/contract/access'
import { basePath } from '@greenroom/contract/call'
import { logList } from '@greenroom/contract/system'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startProduct, type TestProduct } from '../../test/product.ts'
import { buildProduct, type Product } from '../app/index.ts'
import { readConfig } from '../config.ts'
import type { Staff } from '../kit/calls/context.ts'
import { anAccount, password } from './access.accounts.fixture.ts'
import { keptMilliseconds, openSessionCache } from './sessionCache.ts'

const someone = (id: number): Staff => ({
  id,
  username: `staff${id}`,
  sessionId: `session${id}`,
  language: 'en',
  unionId: null,
  agentId: null,
  roleIds: [],
  administrator: false,
  permissions: new Map(),
})

describe('the session cache', () => {
  it('reads again after the time limit, and not before', async () => {
    let now = 0
    const sessions = openSessionCache(() => now)
    let reads = 0
    const ask = async () => someone(++reads)
    expect((await sessions.staffOf('token', ask))?.id).toBe(1)
    now = keptMilliseconds - 1
    expect((await sessions.staffOf('token', ask))?.id).toBe(1)
    now = keptMilliseconds
    expect((await sessions.staffOf('token', ask))?.id).toBe(2)
    expect((await sessions.staffOf('other', ask))?.id).toBe(3)
  })

  it('measures age from the start of a read, which may take long', async () => {
    let now = 0
    const sessions = openSessionCache(() => now)
    const slow = async () => {
      now += keptMilliseconds
      return someone(1)
    }
    await sessions.staffOf('token', slow)
    expect((await sessions.staffOf('token', async () => someone(2)))?.id).toBe(2)
  })

  it('reads once for concurrent callers', async () => {
    const sessions = openSessionCache()
    let reads = 0
    const ask = async () => someone(++reads)
    const found = await Promise.all([sessions.staffOf('token', ask), sessions.staffOf('token', ask)])
    expect(found.map((staff) => staff?.id)).toEqual([1, 1])
  })

  it('does not cache a missing session: a new session counts at once', async () => {
    const sessions = openSessionCache()
    expect(await sessions.staffOf('token', async () => null)).toBeNull()
    expect((await sessions.staffOf('token', async () => someone(1)))?.id).toBe(1)
  })

  it('does not keep a read that began before a change and finished after it', async () => {
    const sessions = openSessionCache()
    const { promise, resolve } = Promise.withResolvers<Staff>()
    const before = sessions.staffOf('token', () => promise)
    sessions.watch.written()
    const after = sessions.staffOf('token', async () => someone(2))
    resolve(someone(1))
    expect((await before)?.id).toBe(1)
    expect((await after)?.id).toBe(2)
    expect((await sessions.staffOf('token', async () => someone(3)))?.id).toBe(2)
  })

  it('passes an error to its callers, and reads again for the next', async () => {
    const sessions = openSessionCache()
    await expect(sessions.staffOf('token', () => Promise.reject(new Error('no database')))).rejects.toThrow()
    expect((await sessions.staffOf('token', async () => someone(1)))?.id).toBe(1)
  })
})

describe('is cleared by a write', () => {
  const isWrite = (text: string) => openSessionCache().watch.isWrite(text)
  it.each([
    'delete from "access"."session" where "id" = $1',
    'update access.staff set status = 0',
    'UPDATE "access"."staff" SET x = 1',
    'insert into "access"."staff_role" ("staff_id") values ($1)',
    'with gone as (delete from access.role_menu where role_id = $1 returning *) select 1 from gone',
    'update "guilds"."guild" set "state" = $1',
    'update "access"."menu" set "key" = $1',
  ])('%s', (text) => expect(isWrite(text)).toBe(true))

  it.each([
    'select 1 from "access"."session" for update',
    'update "access"."staff_note" set "x" = 1',
    'insert into log.entry (content) values ($1)',
    'update users.app_user set version = version + 1',
  ])('but not: %s', (text) => expect(isWrite(text)).toBe(false))
})

describe('two processes on one database', () => {
  let product: TestProduct
  let other: Product
  beforeAll(async () => {
    product = await startProduct()
    other = await buildProduct(readConfig({ DATA_DIR: product.dataDir, LOG_LEVEL: 'error' }), product.databaseUrl)
    other.health.ready = true
  })
  afterAll(async () => {
    await other.close()
    await product.close()
  })

  const codeAt = async (process: Product, token: string): Promise<number> => {
    const response = await process.app.inject({ url: `${basePath}${userInfo.path}`, headers: { token } })
    const { code, errorCode } = response.json<{ code: number; errorCode?: number }>()
    return errorCode ?? code
  }
  const signedIn = async (username: string) =>
    (await product.as(undefined).call(login, { username, password })).token ?? ''

  it.each([
    ['a disabled account', (id: number) => sql`update access.staff set status = 0 where id = ${id}`],
    ['an ended session', (id: number) => sql`delete from access.session where staff_id = ${id}`],
  ])('%s counts at once in its own process, and within the limit in the other', async (_, change) => {
    const { id, username } = await anAccount(product)
    const token = await signedIn(username)
    expect([await codeAt(product, token), await codeAt(other, token)]).toEqual([200, 200])
    await change(id).execute(product.database)
    expect(await codeAt(product, token)).toBe(10007)
    await expect.poll(() => codeAt(other, token), { timeout: 10 * keptMilliseconds }).toBe(10007)
  })

  it('an uncommitted change clears nothing; the commit clears the cache', async () => {
    const { id, username } = await anAccount(product)
    const token = await signedIn(username)
    await product.database.transaction().execute(async (tx) => {
      await sql`update access.staff set status = 0 where id = ${id}`.execute(tx)
      expect(await codeAt(product, token)).toBe(200)
    })
    expect(await codeAt(product, token)).toBe(10007)
  })

  it('log-out, a new password, and a removed role count with the next call', async () => {
    const { id, username } = await anAccount(product, { menus: { 'system.log': 1 } })
    const [first, second] = [await signedIn(username), await signedIn(username)]
    expect([await codeAt(product, first), await codeAt(product, second)]).toEqual([200, 200])
    await product.as(second).call(passwordChange, { password, newPassword: 'An0ther-of-tests' })
    expect([await codeAt(product, first), await codeAt(product, second)]).toEqual([10007, 200])
    await product.as(second).call(logList, {})
    await sql`delete from access.staff_role where staff_id = ${id}`.execute(product.database)
    expect(await product.as(second).refused(logList, {})).toMatchObject({ code: 10026, reason: 'menu.missing' })
    await product.as(second).call(logout, {})
    expect(await codeAt(product, second)).toBe(10007)
  })
})
