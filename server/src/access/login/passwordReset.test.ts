import { login, passwordReset, smsSend, userInfo } from '@greenroom/contract/access'
import type { Payload } from '@greenroom/contract/call'
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { startProduct, type TestProduct } from '../../../test/product.ts'
import { anAccount, later, password, sentMessages, visitorsOf } from '../access.accounts.fixture.ts'

let product: TestProduct
beforeAll(async () => {
  product = await startProduct({}, { servers: 2 })
})
afterAll(() => product.close())
beforeEach(() => later(product, 60 * 25))

const visitor = visitorsOf(() => product, 7)
let number = 13_600_000_000
const fresh = 'Brand-new1'

async function anAccountWithPhone(more: Parameters<typeof anAccount>[1] = {}) {
  const phone = String(++number)
  return { phone, ...(await anAccount(product, { areaCode: '86', phone, ...more })) }
}

/** Requests a code; the message is sent after the answer. */
async function codeFor(phone: string): Promise<string> {
  expect(await visitor().call(smsSend, { areaCode: '86', phoneNumber: phone, validate: 'reset' })).toEqual({
    retryAfterSeconds: 60,
  })
  return vi.waitFor(async () => {
    const message = (await sentMessages(product, `+86${phone}`)).at(-1)
    if (message?.purpose !== 'reset') throw new Error('no code yet')
    return message.code
  }, 10_000)
}

const reset = (
  username: string,
  phone: string,
  smsCode: string,
  more: Partial<Payload<typeof passwordReset>> = {},
) => ({
  username,
  areaCode: '86',
  phoneNumber: phone,
  smsCode,
  newPassword: fresh,
  ...more,
})

describe('a forgotten password', () => {
  it('is reset with a code, ends every session, and is logged without either secret', async () => {
    const { username, phone, id } = await anAccountWithPhone()
    const { token } = await visitor().call(login, { username, password })
    const code = await codeFor(phone)
    expect(await visitor().call(passwordReset, reset(username, phone, code))).toEqual({})
    expect(await product.as(token).refused(userInfo, {})).toMatchObject({ code: 10007 })
    expect(await visitor().refused(login, { username, password })).toMatchObject({ code: 12005 })
    expect((await visitor().call(login, { username, password: fresh })).token).toBeTruthy()
    const entries = await product.database
      .selectFrom('log.readable')
      .selectAll()
      .where('operation', '=', 'account.reset')
      .where('target', '=', `staff ${id}`)
      .execute()
    expect(entries).toHaveLength(1)
    expect(entries[0]).toMatchObject({ username, after: { sessionsEnded: 1 } })
    expect(JSON.stringify(entries)).not.toMatch(new RegExp(`${code}|${fresh}`))
    // A code works once.
    expect(await visitor().refused(passwordReset, reset(username, phone, code))).toMatchObject({
      code: 12002,
      reason: 'code.wrong',
    })
  })

  it('unfreezes an account frozen by its owner’s own guesses', async () => {
    const { username, phone } = await anAccountWithPhone()
    await product.database
      .insertInto('access.login_freeze')
      .values({ username: username.toLowerCase(), until: new Date(Date.now() + 600_000) })
      .execute()
    expect(await visitor().refused(login, { username, password })).toMatchObject({ code: 10005 })
    await visitor().call(passwordReset, reset(username, phone, await codeFor(phone)))
    expect((await visitor().call(login, { username, password: fresh })).token).toBeTruthy()
  })

  it('also sets a first password, for an account whose password nobody knows', async () => {
    const { username, phone, id } = await anAccountWithPhone()
    await product.database.updateTable('access.staff').set({ password_by: id }).where('id', '=', id).execute()
    await visitor().call(passwordReset, reset(username, phone, await codeFor(phone)))
    const { password_by } = await product.database
      .selectFrom('access.staff')
      .select('password_by')
      .where('id', '=', id)
      .executeTakeFirstOrThrow()
    expect(password_by).toBeNull()
  })
})

describe('does not reveal whether an account exists', () => {
  it('when a code is requested', async () => {
    const { phone } = await anAccountWithPhone()
    const ask = (phoneNumber: string) => visitor().send(smsSend, { areaCode: '86', phoneNumber, validate: 'reset' })
    expect(await ask(phone)).toEqual(await ask(String(++number)))
  })

  it('when a name, a phone or a code is wrong, or the account may not log in', async () => {
    const { username, phone } = await anAccountWithPhone()
    const other = await anAccountWithPhone()
    const disabled = await anAccountWithPhone({ status: 0 })
    await visitor().call(smsSend, { areaCode: '86', phoneNumber: disabled.phone, validate: 'reset' })
    const code = await codeFor(phone)
    const wrong = code === '000000' ? '000001' : '000000'
    const tries = [
      reset(username, phone, wrong),
      reset('nobody at all', phone, code),
      reset(other.username, phone, code),
      reset(username, other.phone, code),
      reset(disabled.username, disabled.phone, wrong),
    ]
    const answers = await Promise.all(tries.map((sent) => visitor().send(passwordReset, sent)))
    expect(answers[0]).toMatchObject({ errorCode: 12002 })
    for (const answer of answers) expect(answer).toEqual(answers[0])
  })
})

describe('refuses', () => {
  it('a weak password by its account kind’s rule, without using up the code', async () => {
    const { username, phone } = await anAccountWithPhone()
    const code = await codeFor(phone)
    const weak = await visitor().refused(passwordReset, reset(username, phone, code, { newPassword: 'short' }))
    expect(weak).toEqual({ code: 12007, fields: ['newPassword'], reason: 'password.simple' })
    expect(await visitor().call(passwordReset, reset(username, phone, code))).toEqual({})
  })

  it.each([
    [{ phoneNumber: '' }, 30010],
    [{ phoneNumber: '12' }, 30022],
    [{ areaCode: 'x' }, 30022],
    [{ smsCode: '12' }, 12001],
  ])('%j with %i', async (more, code) => {
    expect(await visitor().refused(passwordReset, reset('ann', '13800001234', '123456', more))).toMatchObject({ code })
  })

  it('more than 20 tries a minute from one network', async () => {
    const one = visitor()
    const sent = reset('ann', '13800001234', '123456')
    for (let n = 0; n < 20; n++)
      expect(await one.refused(passwordReset, sent)).toMatchObject({ code: 12002, reason: 'code.wrong' })
    expect(await one.refused(passwordReset, sent)).toMatchObject({ code: 10008 })
  })
})
