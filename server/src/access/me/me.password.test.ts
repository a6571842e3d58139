import { home, login, passwordChange, userInfo } from '@greenroom/contract/access'
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { startProduct, type TestProduct } from '../../../test/product.ts'
import { anAccount, later, password } from '../access.accounts.fixture.ts'
import { refusedPassword } from './me.password.ts'

let product: TestProduct
beforeAll(async () => {
  product = await startProduct()
})
afterAll(() => product.close())
beforeEach(() => later(product, 60))

const newPassword = 'Fresh-0ne'

it('changes it, ends every other session and keeps this one', async () => {
  const { id, username } = await anAccount(product)
  const [mine, other] = [await product.login(username, password), await product.login(username, password)]
  await mine.call(passwordChange, { password, newPassword })
  expect(await other.refused(userInfo, {})).toMatchObject({ code: 10007 })
  await mine.call(userInfo, {})
  expect(await product.as(undefined).refused(login, { username, password })).toMatchObject({ code: 12005 })
  await product.login(username, newPassword)
  const entries = await product.database
    .selectFrom('log.readable')
    .selectAll()
    .where('operation', '=', 'account.password')
    .where('staff_id', '=', id)
    .execute()
  expect(entries).toHaveLength(1)
  expect(JSON.stringify(entries)).not.toMatch(/argon2|Fresh/)
})

it.each([
  [{ password: 'wrong', newPassword }, 12005, ['password'], 'password.wrong'],
  [{ password, newPassword: 'short1' }, 12007, ['newPassword'], 'password.simple'],
  [{ password, newPassword: 'onlyletters' }, 12007, ['newPassword'], 'password.simple'],
  [{ password, newPassword: password }, 10009, ['newPassword'], 'password.same'],
])('refuses %o with %i', async (sent, code, fields, reason) => {
  const { username } = await anAccount(product)
  const client = await product.login(username, password)
  expect(await client.refused(passwordChange, sent)).toEqual({ code, fields, reason })
  await product.login(username, password)
})

it('can’t be used to guess the old one', async () => {
  const { username } = await anAccount(product)
  const client = await product.login(username, password)
  for (let i = 0; i < 10; i++)
    expect(await client.refused(passwordChange, { password: `no${i}`, newPassword })).toMatchObject({
      code: 12005,
      reason: 'password.wrong',
    })
  expect(await client.refused(passwordChange, { password, newPassword })).toMatchObject({ code: 10005 })
})

it('lets one of two concurrent changes win', async () => {
  const { username } = await anAccount(product)
  const client = await product.login(username, password)
  const both = await Promise.all(
    ['First-0ne', 'Second-0ne'].map((fresh) => client.send(passwordChange, { password, newPassword: fresh })),
  )
  expect(both.map((answer) => answer.code).toSorted((a, b) => a - b)).toEqual([200, 500])
})

it.each([
  [null, 'Abcdefghijklmnopqrstuv1', null],
  [7, 'Abcdefghijklmnopqrstuv1', 12007],
  [7, 'Abcdefgh', 12007],
  [7, 'abcdefg1', null],
  [7, '12345678', 12007],
])('of an account of guild %s takes %s: %s', (unionId, fresh, code) =>
  expect(refusedPassword({ unionId }, 'old', fresh)).toBe(code),
)

it('shows on Home the latest other log-in of the account and the caller’s latest actions', async () => {
  const { username } = await anAccount(product)
  const first = await product.login(username, password)
  expect((await first.call(home, {})).lastLogin).toBeNull()
  const { token } = await product.as(undefined, '10.3.3.3').call(login, { username, password })
  const third = await product.login(username, password)
  const { lastLogin, recent, todo } = await third.call(home, {})
  expect(lastLogin).toMatchObject({ ip: '10.3.3.3' })
  expect(recent.map((entry) => entry.opName)).toEqual(['Log in', 'Log in', 'Log in'])
  expect(recent[0]?.logContent).toBe(`${username} logged in`)
  expect(todo).toEqual([])
  // The second session's own log-in is not the latest: the third came after it. So it is for the first.
  expect((await product.as(token).call(home, {})).lastLogin).toMatchObject({ ip: '127.0.0.1' })
  expect((await first.call(home, {})).lastLogin).toMatchObject({ ip: '127.0.0.1' })
})
