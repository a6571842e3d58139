import { login, userInfo } from '@greenroom/contract/access'
import { logList } from '@greenroom/contract/system'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { adminPassword, startProduct, type TestProduct } from '../../test/product.ts'
import { anAccount, password } from './access.accounts.fixture.ts'

let product: TestProduct
beforeAll(async () => {
  product = await startProduct({}, { servers: 2 })
})
afterAll(() => product.close())

it.each([
  ['disabled', sql`status = 0`],
  ['frozen by staff', sql`status = 2`],
  ['deleted', sql`deleted_at = now()`],
])('ends with the next call once the account is %s', async (_, change) => {
  const { id, username } = await anAccount(product)
  const client = await product.login(username, password)
  await client.call(userInfo, {})
  await sql`update access.staff set ${change} where id = ${id}`.execute(product.database)
  expect(await client.refused(userInfo, {})).toMatchObject({ code: 10007 })
})

it.each(['banned', 'dissolved'] as const)('ends with the next call once the guild is %s', async (state) => {
  const { database } = product
  const user = state === 'banned' ? 81n : 82n
  await database.insertInto('users.app_user').values({ id: user, nickname: 'Ann', created_at: new Date() }).execute()
  const guild = await database
    .insertInto('guilds.guild')
    .values({
      name: `Guild ${state}`,
      leader_user_id: user,
      leader_name: 'Ann',
      leader_email: 'ann@example.com',
      area_code: '86',
      phone: `1380000${user}00`,
      state: 'normal',
      registered_at: new Date(),
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  const { username } = await anAccount(product, { unionId: guild.id })
  const client = await product.login(username, password)
  await client.call(userInfo, {})
  await database.updateTable('guilds.guild').set({ state }).where('id', '=', guild.id).execute()
  expect(await client.refused(userInfo, {})).toMatchObject({ code: 10007 })
})

it('follows a role change with the next call', async () => {
  const { id, username } = await anAccount(product, { menus: { 'system.log': 1 } })
  const client = await product.login(username, password)
  await client.call(logList, {})
  await sql`delete from access.role_menu rm using access.staff_role sr
             where sr.role_id = rm.role_id and sr.staff_id = ${id}`.execute(product.database)
  expect(await client.refused(logList, {})).toEqual({ code: 10026, fields: ['menu'], reason: 'menu.missing' })
})

it('takes the highest level of several roles', async () => {
  const { id, username } = await anAccount(product, { menus: { 'system.log': 1, 'system.user': 3 } })
  await sql`insert into access.staff_role (staff_id, role_id) select ${id}, id from access.role where name = 'Analyst'`.execute(
    product.database,
  )
  const { user } = await (await product.login(username, password)).call(userInfo, {})
  expect(user.permissions).toMatchObject({ 'system.log': 1, 'system.user': 3, 'system.role': 1 })
})

it('expires 365 days after its last use, written at most once an hour', async () => {
  const { id, username } = await anAccount(product)
  const client = await product.login(username, password)
  const read = () =>
    product.database.selectFrom('access.session').selectAll().where('staff_id', '=', id).executeTakeFirstOrThrow()
  const opened = await read()
  expect(opened.expires_at.getTime() - opened.created_at.getTime()).toBe(365 * 24 * 60 * 60 * 1000)
  await client.call(userInfo, {})
  expect((await read()).last_used_at).toEqual(opened.last_used_at)
  await sql`update access.session set last_used_at = last_used_at - interval '2 hours',
            expires_at = now() + interval '1 minute' where staff_id = ${id}`.execute(product.database)
  await client.call(userInfo, {})
  expect((await read()).expires_at.getTime()).toBeGreaterThanOrEqual(opened.expires_at.getTime())
  await sql`update access.session set expires_at = now() - interval '1 second' where staff_id = ${id}`.execute(
    product.database,
  )
  expect(await client.refused(userInfo, {})).toMatchObject({ code: 10007 })
})

it.each(['', 'x', 'x'.repeat(43), 'x'.repeat(500)])('rejects the token %j', async (token) =>
  expect(await product.as(token).refused(userInfo, {})).toMatchObject({ code: 10007 }),
)

it('accepts the token as a parameter where the call allows it', async () => {
  const { token } = await product.as(undefined).call(login, { username: 'admin', password: adminPassword })
  expect((await product.as(undefined).call(userInfo, { token })).user.username).toBe('admin')
})
