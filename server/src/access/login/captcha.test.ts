import { captchaNew, login } from '@greenroom/contract/access'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { type Client, startProduct, type TestProduct } from '../../../test/product.ts'
import { anAccount, later, password, sentMessages } from '../access.accounts.fixture.ts'

let product: TestProduct
beforeAll(async () => {
  product = await startProduct({}, { servers: 2 })
})
afterAll(() => product.close())
beforeEach(() => later(product, 60 * 25))

let place = 0
const visitor = (): Client => product.as(undefined, `10.8.${++place >> 8}.${place & 255}`)
const needed = { code: 1000027, fields: ['captcha'], reason: 'captcha.missing' }
const wrong = { ...needed, reason: 'captcha.wrong' }

const fail = async (username: string, times: number) => {
  for (let n = 0; n < times; n++)
    expect(await visitor().refused(login, { username, password: 'no' })).toMatchObject({ code: 12005 })
}

/** Reads the picture as a person would. */
async function aCaptcha() {
  const { captchaId, image } = await visitor().call(captchaNew, {})
  expect(image).toMatch(/^data:image\/png;base64,/)
  const { text } = await product.database
    .selectFrom('access.captcha')
    .select('text')
    .where('id', '=', captchaId)
    .executeTakeFirstOrThrow()
  return { captchaId, captcha: text.toLowerCase() }
}

describe('is required after three failures', () => {
  it.each(['known', 'unknown'])(
    'a name that is %s is asked for a captcha before its password is looked at',
    async (kind) => {
      const { username } = kind === 'known' ? await anAccount(product) : { username: 'Never-Heard' }
      await fail(username, 3)
      for (let n = 0; n < 10; n++) expect(await visitor().refused(login, { username, password: 'no' })).toEqual(needed)
      const right = await aCaptcha()
      expect(await visitor().refused(login, { username, password: 'no', ...right })).toMatchObject({ code: 12005 })
    },
  )

  it('a right answer lets in, and refusals for a missing captcha do not count as failures', async () => {
    const { username } = await anAccount(product)
    await fail(username, 3)
    for (let n = 0; n < 10; n++) expect(await visitor().refused(login, { username, password })).toEqual(needed)
    expect((await visitor().call(login, { username, password, ...(await aCaptcha()) })).token).toBeTruthy()
  })

  it('a picture allows one guess, right or wrong, and expires soon', async () => {
    const { username } = await anAccount(product)
    await fail(username, 3)
    const one = await aCaptcha()
    expect(await visitor().refused(login, { username, password, ...one, captcha: 'zzzzz' })).toEqual(wrong)
    expect(await visitor().refused(login, { username, password, ...one })).toEqual(wrong)
    const another = await aCaptcha()
    const answers = await Promise.all(
      Array.from({ length: 5 }, () => visitor().refused(login, { username, password: 'no', ...another })),
    )
    expect(answers.filter(({ code }) => code === 12005)).toHaveLength(1)
    const old = await aCaptcha()
    await product.database
      .updateTable('access.captcha')
      .set({ expires_at: new Date(0) })
      .where('id', '=', old.captchaId)
      .execute()
    expect(await visitor().refused(login, { username, password, ...old })).toEqual(wrong)
  })

  it('is typed once for both steps of a log-in', async () => {
    const { username } = await anAccount(product, { areaCode: '86', phone: '13899990001', secondFactor: 'sms' })
    await fail(username, 3)
    const captcha = await aCaptcha()
    const { challenge, token } = await visitor().call(login, { username, password, ...captcha })
    expect(token).toBeUndefined()
    expect(await visitor().refused(login, { username, password, challenge, verifyCode: '000000', ...captcha })).toEqual(
      {
        code: 12002,
        fields: [],
      },
    )
    expect(await sentMessages(product)).toEqual([])
  })

  it('is no longer required once the failures are old', async () => {
    const { username } = await anAccount(product)
    await fail(username, 3)
    await later(product, 16)
    expect((await visitor().call(login, { username, password })).token).toBeTruthy()
  })
})

it('draws at most 30 a minute for one network', async () => {
  const one = visitor()
  for (let n = 0; n < 30; n++) await one.call(captchaNew, {})
  expect(await one.refused(captchaNew, {})).toMatchObject({ code: 10008 })
})
