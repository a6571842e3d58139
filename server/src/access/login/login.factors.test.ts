import { login, smsSend, userInfo } from '@greenroom/contract/access'
import { generate } from 'otplib'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { type Client, startProduct, type TestProduct } from '../../../test/product.ts'
import { anAccount, anotherRole, later, password, sentMessages, withoutCaptcha } from '../access.accounts.fixture.ts'

let product: TestProduct
beforeAll(async () => {
  product = await startProduct({}, { servers: 2 })
  await withoutCaptcha(product)
})
afterAll(() => product.close())
beforeEach(() => later(product, 60 * 25))

let place = 0
const visitor = () => product.as(undefined, `10.9.${++place >> 8}.${place & 255}`)
let number = 13_800_000_000
const withPhone = async () => {
  const phone = String(++number)
  const account = await anAccount(product, { secondFactor: 'sms', areaCode: '86', phone })
  return { ...account, phone, masked: `+86 ${phone.slice(0, 3)}****${phone.slice(-4)}` }
}
const codeSentTo = async (phone: string) => (await sentMessages(product, `+86${phone}`)).at(-1)!.code
const other = (code: string) => String((Number(code) + 1) % 1_000_000).padStart(6, '0')
const send = (client: Client, phone: string, challenge?: string) =>
  client.call(smsSend, { areaCode: '86', phoneNumber: phone, validate: 'login', challenge })
const frozenAfter = (name: string) =>
  product.database
    .selectFrom('access.login_attempt')
    .selectAll()
    .where('username', '=', name.toLowerCase())
    .where('passed', '=', false)
    .execute()

describe('SMS', () => {
  it('requires, sends and accepts a code, once', async () => {
    const { username, phone, masked } = await withPhone()
    const client = visitor()
    const step = await client.call(login, { username, password })
    expect(step).toEqual({ checkPhoneNumber: true, phone: masked, challenge: expect.any(String) })
    expect(await send(client, phone, step.challenge)).toEqual({ retryAfterSeconds: 60 })
    const verifyCode = await codeSentTo(phone)
    const { token } = await client.call(login, { username, password, verifyCode, challenge: step.challenge })
    expect((await product.as(token).call(userInfo, {})).user.username).toBe(username)
    expect(await client.refused(login, { username, password, verifyCode })).toMatchObject({ code: 12002 })
    expect(await client.refused(login, { username, password, verifyCode, challenge: step.challenge })).toMatchObject({
      code: 1000027,
    })
  })

  it('accepts the number as shown, empty, or typed in full; refuses another one', async () => {
    const { username, phone, masked } = await withPhone()
    const { challenge } = await visitor().call(login, { username, password })
    for (const phoneNumber of [masked.split(' ')[1]!, '', phone]) {
      await visitor().call(smsSend, { areaCode: '+86', phoneNumber, validate: 'login', challenge })
      await later(product, 2)
    }
    expect(await sentMessages(product, `+86${phone}`)).toHaveLength(3)
    expect(
      await visitor().refused(smsSend, { areaCode: '86', phoneNumber: '13900000000', validate: 'login', challenge }),
    ).toMatchObject({ code: 12003, fields: ['phoneNumber'], reason: 'phone.other' })
    expect(
      await visitor().refused(smsSend, { areaCode: '86', phoneNumber: phone, validate: 'login', challenge: 'none' }),
    ).toMatchObject({ code: 1000027 })
  })

  it('lets in without the challenge, for clients that don’t know it', async () => {
    const { username, phone } = await withPhone()
    const client = visitor()
    await client.call(login, { username, password })
    await send(client, phone)
    await expect.poll(() => sentMessages(product, `+86${phone}`)).toHaveLength(1)
    await client.call(login, { username, password, verifyCode: await codeSentTo(phone) })
  })

  it('lets challenges of several pages stand side by side', async () => {
    const { username, phone } = await withPhone()
    const client = visitor()
    const { challenge } = await client.call(login, { username, password })
    const { challenge: second } = await client.call(login, { username, password })
    expect(await client.refused(login, { username, password, challenge })).toMatchObject({
      code: 11003,
      reason: 'code.needed',
    })
    for (const page of [challenge, second]) {
      await send(client, phone, page)
      const verifyCode = await codeSentTo(phone)
      await client.call(login, { username, password, verifyCode, challenge: page })
      await later(product, 2)
    }
  })

  it('starts again after a reload if the challenge was used', async () => {
    const { username, phone } = await withPhone()
    const client = visitor()
    const { challenge } = await client.call(login, { username, password })
    await send(client, phone, challenge)
    expect(await client.call(login, { username, password })).toHaveProperty('challenge')
  })

  it('refuses a challenge of another account, and one that is too old', async () => {
    const [mine, theirs] = [await withPhone(), await withPhone()]
    const { challenge } = await visitor().call(login, { username: theirs.username, password })
    expect(await visitor().refused(login, { username: mine.username, password, challenge })).toMatchObject({
      code: 1000027,
    })
    await later(product, 11)
    expect(await visitor().refused(login, { username: theirs.username, password, challenge })).toMatchObject({
      code: 1000027,
    })
  })

  it('refuses an account without a phone', async () => {
    const { username } = await anAccount(product, { secondFactor: 'sms' })
    expect(await visitor().refused(login, { username, password })).toMatchObject({ code: 12003 })
  })

  it('counts wrong codes as failures, but not the request for a code', async () => {
    const { username, phone } = await withPhone()
    const { challenge } = await visitor().call(login, { username, password })
    await send(visitor(), phone, challenge)
    const right = await codeSentTo(phone)
    expect(await visitor().refused(login, { username, password, verifyCode: '12ab', challenge })).toMatchObject({
      code: 12001,
    })
    expect(await visitor().refused(login, { username, password, verifyCode: other(right), challenge })).toMatchObject({
      code: 12002,
    })
    expect(await frozenAfter(username)).toHaveLength(2)
    for (let i = 0; i < 8; i++) await visitor().refused(login, { username, password, verifyCode: '1', challenge })
    expect(await visitor().refused(login, { username, password, verifyCode: right, challenge })).toMatchObject({
      code: 10005,
    })
  })

  it('invalidates a code after five wrong tries', async () => {
    const { username, phone } = await withPhone()
    const { challenge } = await visitor().call(login, { username, password })
    await send(visitor(), phone, challenge)
    const right = await codeSentTo(phone)
    for (let i = 0; i < 5; i++)
      await visitor().refused(login, { username, password, verifyCode: other(right), challenge })
    expect(await visitor().refused(login, { username, password, verifyCode: right, challenge })).toMatchObject({
      code: 12002,
    })
  })

  it('opens one session for concurrent uses of one code', async () => {
    const { id, username, phone } = await withPhone()
    const { challenge } = await visitor().call(login, { username, password })
    await send(visitor(), phone, challenge)
    const verifyCode = await codeSentTo(phone)
    const answers = await Promise.all(
      Array.from({ length: 8 }, () => visitor().send(login, { username, password, verifyCode })),
    )
    expect(answers.filter((answer) => answer.code === 200)).toHaveLength(1)
    const sessions = await product.database
      .selectFrom('access.session')
      .selectAll()
      .where('staff_id', '=', id)
      .execute()
    expect(sessions).toHaveLength(1)
  })
})

describe('authenticator', () => {
  const macCodeOf = (secret: string, stepsAway = 0) =>
    generate({ secret, epoch: Math.floor(Date.now() / 1000) + 30 * stepsAway })

  const bound = async () => {
    const account = await anAccount(product, { secondFactor: 'google' })
    const { username } = account
    const { challenge, secret } = await visitor().call(login, { username, password })
    await visitor().call(login, { username, password, macCode: await macCodeOf(secret!), challenge })
    // As if long ago: this step's code is valid again.
    await product.database.updateTable('access.staff').set({ google_step: 0n }).where('id', '=', account.id).execute()
    return { ...account, secret: secret! }
  }

  it('shows secret and QR code, and binds with the first right code', async () => {
    const { id, username } = await anAccount(product, { secondFactor: 'google' })
    const step = await visitor().call(login, { username, password })
    expect(step).toMatchObject({ checkPhoneNumber: true, bindGoogle: true })
    expect(step).not.toHaveProperty('token')
    expect(step.qrCode).toMatch(/^data:image\/png;base64,/)
    expect(step.otpauthUrl).toContain(step.secret)
    const { challenge, secret } = step
    expect(await visitor().call(login, { username, password, challenge })).toMatchObject({ challenge, secret })
    const macCode = await macCodeOf(secret!)
    expect(await visitor().refused(login, { username, password, macCode })).toMatchObject({ code: 1000027 })
    expect(await visitor().refused(login, { username, password, macCode: other(macCode), challenge })).toMatchObject({
      code: 12002,
    })
    expect(await visitor().call(login, { username, password, macCode, challenge })).toHaveProperty('token')
    const log = await product.database
      .selectFrom('log.readable')
      .select('operation')
      .where('target', '=', `staff ${id}`)
      .orderBy('operation')
      .execute()
    expect(log.map((entry) => entry.operation)).toEqual(['account.googleBind', 'session.login'])
  })

  it('requires the code once bound, allowing one step of clock drift', async () => {
    const { username, secret } = await bound()
    expect(await visitor().refused(login, { username, password })).toMatchObject({ code: 290010 })
    expect(await visitor().refused(login, { username, password, macCode: '12345' })).toMatchObject({ code: 12001 })
    await visitor().call(login, { username, password, macCode: await macCodeOf(secret, 0) })
    await visitor().call(login, { username, password, macCode: await macCodeOf(secret, 1) })
    expect(await visitor().refused(login, { username, password, macCode: await macCodeOf(secret, 3) })).toMatchObject({
      code: 12002,
    })
  })

  it('accepts a code once, also from concurrent requests', async () => {
    const { username, secret } = await bound()
    const macCode = await macCodeOf(secret)
    const answers = await Promise.all(
      Array.from({ length: 8 }, () => visitor().send(login, { username, password, macCode })),
    )
    expect(answers.filter((answer) => answer.code === 200)).toHaveLength(1)
    expect(await visitor().refused(login, { username, password, macCode })).toMatchObject({ code: 12002 })
  })

  it('binds once', async () => {
    const { username } = await anAccount(product, { secondFactor: 'google' })
    const steps = [
      await visitor().call(login, { username, password }),
      await visitor().call(login, { username, password }),
    ]
    const answers = await Promise.all(
      steps.map(async ({ challenge, secret }) =>
        visitor().send(login, { username, password, challenge, macCode: await macCodeOf(secret!) }),
      ),
    )
    expect(answers.filter((answer) => answer.code === 200)).toHaveLength(1)
  })
})

describe('which factor', () => {
  it('is the strongest of all roles', async () => {
    const { id, username } = await withPhone()
    await anotherRole(product, id, 'google')
    await anotherRole(product, id, 'none')
    expect(await visitor().call(login, { username, password })).toMatchObject({ bindGoogle: true })
  })

  it('is none from a whitelisted address or network, while the entry is valid', async () => {
    const { username } = await withPhone()
    const entry = (value: string, expires_at: Date | null) => ({
      kind: 'ip' as const,
      value,
      expires_at,
      created_by: 'admin',
      created_at: new Date(),
      updated_by: 'admin',
      updated_at: new Date(),
    })
    await product.database
      .insertInto('system.whitelist')
      .values([
        entry('192.0.2.0/28', null),
        entry('192.0.2.77', new Date(Date.now() + 60_000)),
        entry('192.0.2.99', new Date(Date.now() - 60_000)),
      ])
      .execute()
    for (const ip of ['192.0.2.5', '192.0.2.77'])
      expect(await product.as(undefined, ip).call(login, { username, password })).toHaveProperty('token')
    expect(await product.as(undefined, '192.0.2.99').call(login, { username, password })).toHaveProperty('challenge')
    expect(await product.as(undefined, '192.0.2.5').refused(login, { username, password: 'no' })).toMatchObject({
      code: 12005,
    })
  })
})
