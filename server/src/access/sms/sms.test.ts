import { rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { login, ownCodeSend, smsSend } from '@greenroom/contract/access'
import { languages } from '@greenroom/contract/languages'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { startProduct, type TestProduct } from '../../../test/product.ts'
import { anAccount, later, password, sentMessages, visitorsOf } from '../access.accounts.fixture.ts'
import { refusedSend } from './sms.rules.ts'
import { codeText } from './sms.texts.ts'

let product: TestProduct
beforeAll(async () => {
  product = await startProduct({}, { servers: 2 })
})
afterAll(() => product.close())
beforeEach(() => later(product, 60 * 25))

const visitor = visitorsOf(() => product, 9)
let number = 13_700_000_000
const aNumber = () => String(++number)
const register = (phoneNumber: string) => ({ areaCode: '86', phoneNumber, validate: 'register' as const })

it('sends six digits in the requested language, and stores only a hash', async () => {
  const phone = aNumber()
  const answer = await visitor().call(smsSend, { ...register(phone), language: 'es' })
  expect(answer).toEqual({ retryAfterSeconds: 60 })
  const [message] = await sentMessages(product, `+86${phone}`)
  expect(message).toMatchObject({ purpose: 'register', language: 'es', code: expect.stringMatching(/^\d{6}$/) })
  expect(message!.text).toBe(codeText('es', message!.code, 5))
  const rows = await product.database.selectFrom('access.sms_code').selectAll().execute()
  expect(JSON.stringify(rows)).not.toContain(message!.code)
})

it('logs a masked number without the code', async () => {
  const phone = aNumber()
  await visitor().call(smsSend, register(phone))
  const [message] = await sentMessages(product, `+86${phone}`)
  const rows = await product.database
    .selectFrom('log.readable')
    .selectAll()
    .where('operation', '=', 'sms.send')
    .execute()
  const texts = JSON.stringify(rows)
  expect(texts).toContain(`+86 ${phone.slice(0, 3)}****${phone.slice(-4)}`)
  expect(texts).not.toContain(phone)
  expect(texts).not.toContain(message!.code)
})

it.each([
  [{ phoneNumber: '' }, 30010],
  [{ phoneNumber: '12' }, 30022],
  [{ phoneNumber: '138000012345678' }, 30022],
  [{ phoneNumber: '13800001234', areaCode: 'x' }, 30022],
])('refuses %o with %i', async (wrong, code) => {
  expect(await visitor().refused(smsSend, { ...register('13800001234'), ...wrong })).toMatchObject({ code })
})

describe('rate limits', () => {
  it('once a minute to a number, also for concurrent requests, and for each purpose separately', async () => {
    const phone = aNumber()
    const answers = await Promise.all(Array.from({ length: 12 }, () => visitor().send(smsSend, register(phone))))
    expect(answers.filter((answer) => answer.code === 200)).toHaveLength(1)
    expect(answers.filter((answer) => answer.code === 500 && answer.errorCode === 1000104)).toHaveLength(11)
    expect(await sentMessages(product, `+86${phone}`)).toHaveLength(1)
    expect(await visitor().refused(smsSend, register(`0086${phone}`.slice(4)))).toMatchObject({ code: 1000104 })
    // Codes that a stranger requests don't use up those of a log-in or a forgotten password.
    await visitor().call(smsSend, { ...register(phone), validate: 'reset' })
  })

  it('five an hour and ten a day to a number', async () => {
    const phone = aNumber()
    for (let i = 0; i < 5; i++) {
      await visitor().call(smsSend, register(phone))
      await later(product, 2)
    }
    expect(await visitor().refused(smsSend, register(phone))).toMatchObject({ code: 1000175 })
    await later(product, 61)
    for (let i = 0; i < 5; i++) {
      await visitor().call(smsSend, register(phone))
      await later(product, 2)
    }
    await later(product, 61)
    expect(await visitor().refused(smsSend, register(phone))).toMatchObject({ code: 1000174 })
    expect(await sentMessages(product, `+86${phone}`)).toHaveLength(10)
    await later(product, 60 * 24)
    await visitor().call(smsSend, register(phone))
  })

  it('twenty a day from an address', async () => {
    const client = product.as(undefined, '10.6.6.6')
    const answers = await Promise.all(Array.from({ length: 25 }, () => client.send(smsSend, register(aNumber()))))
    expect(answers.filter((answer) => answer.code === 200)).toHaveLength(20)
    expect(answers.filter((answer) => answer.code === 500 && answer.errorCode === 11001)).toHaveLength(5)
  })

  it.each([
    [{ minute: 1, hour: 1, day: 1, network: 0 }, 1000104],
    [{ minute: 1, hour: 5, day: 5, network: 0 }, 1000175],
    [{ minute: 0, hour: 5, day: 10, network: 0 }, 1000174],
    [{ minute: 0, hour: 0, day: 0, network: 20 }, 11001],
    [{ minute: 0, hour: 4, day: 9, network: 19 }, null],
  ])('%o: %s', (sent, code) => expect(refusedSend(sent, { hour: 5, day: 10, network: 20 })).toBe(code))
})

describe('without a challenge', () => {
  it.each(['login', 'reset', 'withdraw'] as const)(
    '%s: sends to accounts only, and answers all alike',
    async (validate) => {
      const [known, unknown] = [aNumber(), aNumber()]
      await anAccount(product, { areaCode: '86', phone: known })
      const ask = (phoneNumber: string) => visitor().send(smsSend, { areaCode: '86', phoneNumber, validate })
      expect(await ask(known)).toEqual(await ask(unknown))
      expect(await ask(known)).toEqual(await ask(unknown))
      expect(await ask(known)).toMatchObject({ errorCode: 1000104 })
      await expect.poll(() => sentMessages(product, `+86${known}`)).toHaveLength(1)
      expect(await sentMessages(product, `+86${unknown}`)).toEqual([])
    },
  )
})

it('a stranger uses up and replaces nobody’s codes: whoever has the password, or is signed in, has a count of their own', async () => {
  const phone = aNumber()
  const { username } = await anAccount(product, { secondFactor: 'sms', areaCode: '86', phone })
  const signedIn = aNumber()
  const { username: other } = await anAccount(product, { areaCode: '86', phone: signedIn })
  const client = await product.login(other, password)
  for (let i = 0; i < 5; i++) {
    await visitor().call(smsSend, { areaCode: '86', phoneNumber: phone, validate: 'login' })
    await visitor().call(smsSend, { areaCode: '86', phoneNumber: signedIn, validate: 'withdraw' })
    await later(product, 2)
  }
  const asked = { areaCode: '86', phoneNumber: phone, validate: 'login' as const }
  expect(await visitor().refused(smsSend, asked)).toMatchObject({ code: 1000175 })
  const { challenge } = await visitor().call(login, { username, password })
  await visitor().call(smsSend, { ...asked, challenge })
  const verifyCode = (await sentMessages(product, `+86${phone}`)).at(-1)!.code
  // Typed with a Chinese keyboard: full-width digits are digits.
  const wide = verifyCode.replaceAll(/\d/g, (digit) => String.fromCharCode(digit.charCodeAt(0) + 0xfee0))
  expect(await visitor().call(login, { username, password, challenge, verifyCode: wide })).toMatchObject({
    token: expect.any(String),
  })
  expect(await client.call(ownCodeSend, {})).toMatchObject({
    phone: expect.stringContaining('****'),
    retryAfterSeconds: 60,
  })
  expect(await client.refused(ownCodeSend, {})).toMatchObject({ code: 1000104 })
  const none = await product.login((await anAccount(product)).username, password)
  expect(await none.refused(ownCodeSend, {})).toMatchObject({ code: 12003 })
})

it('accepts only the newest code, within five minutes, for its purpose', async () => {
  const phone = aNumber()
  const { username } = await anAccount(product, { secondFactor: 'sms', areaCode: '86', phone })
  const { challenge } = await visitor().call(login, { username, password })
  const codes = async () => (await sentMessages(product, `+86${phone}`)).map((message) => message.code)
  await visitor().call(smsSend, { areaCode: '86', phoneNumber: phone, validate: 'login', challenge })
  await later(product, 2)
  await visitor().call(smsSend, { areaCode: '86', phoneNumber: phone, validate: 'login', challenge })
  await later(product, 2)
  await visitor().call(smsSend, register(phone))
  const [first, second, forRegistration] = await codes()
  for (const verifyCode of [first!, forRegistration!].filter((code) => code !== second))
    expect(await visitor().refused(login, { username, password, verifyCode })).toMatchObject({ code: 12002 })
  await later(product, 4)
  expect(await visitor().refused(login, { username, password, verifyCode: second! })).toMatchObject({ code: 12002 })
})

it('answers 11002 when the provider fails, and lets the number try again at once', async () => {
  // A file in place of the outbox folder.
  const broken = await startProduct()
  await writeFile(join(broken.dataDir, 'outbox'), '')
  const phone = aNumber()
  expect(await broken.as(undefined).refused(smsSend, register(phone))).toMatchObject({ code: 11002 })
  await rm(join(broken.dataDir, 'outbox'))
  await broken.as(undefined).call(smsSend, register(phone))
  expect(await broken.as(undefined).refused(smsSend, register(phone))).toMatchObject({ code: 1000104 })
  await broken.close()
})

it('has its code and its minutes in each of the nine languages, and is English in any other', () => {
  const texts = languages.map((language) => codeText(language, '123456', 7))
  expect(new Set(texts).size).toBe(languages.length)
  for (const text of texts) expect(text).toMatch(/^(?=.*123456)(?=.*\b7\b)[^{}]+$/su)
  expect(codeText('constructor', '123456', 7)).toBe(codeText('en', '123456', 7))
})
