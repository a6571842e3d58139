import { stateAnswers } from '@greenroom/contract/bridge.schema'
import { paramList } from '@greenroom/contract/system'
import { countryCalls } from '@greenroom/contract/systemRecords'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type BridgeConnection, connect, signedWith } from '../../test/bridge.ts'
import { someGifts } from '../../test/gifts.ts'
import { startProduct, type TestProduct } from '../../test/product.ts'

let product: TestProduct
let app: BridgeConnection
beforeAll(async () => {
  product = await startProduct()
  app = await connect(product)
})
afterAll(() => product.close())

const person = {
  nickname: 'Ann',
  sex: 'woman',
  country: 'DE',
  language: 'en',
  platform: 'ios',
  deviceId: 'd7',
} as const

it('lists the parameters that the front end needs, and no others', async () => {
  const { parameters } = (await app.state('parameters')).json()
  expect(parameters).toContainEqual({ key: 'platform_time_zone', type: 'timeZone', value: 'UTC' })
  const admin = await product.administrator()
  const needed = await admin.call(paramList, { frontEndNeeded: 'true', size: 200 } as never)
  expect(parameters.map((p: { key: string }) => p.key).toSorted()).toEqual(needed.records.map((p) => p.key).toSorted())
})

it('lists the enabled countries', async () => {
  const admin = await product.administrator()
  const before = (await app.state('countries')).json().countries
  await admin.call(countryCalls.enable, { codes: 'AF', enabled: 'false', reason: 'closed' } as never)
  const after = (await app.state('countries')).json().countries
  expect(before.length - after.length).toBe(1)
  expect(before[0]).toEqual({
    code: expect.stringMatching(/^[A-Z]{2}$/),
    names: { en: expect.any(String), cn: expect.any(String) },
    texts: before[0].names,
    diallingCode: expect.any(String),
    currency: expect.any(String),
    region: expect.any(String),
  })
})

it('has no banners yet; has the newest versions and the enabled gifts', async () => {
  expect((await app.state('banners')).json()).toEqual({ version: 0, banners: [], activities: [] })
  const row = {
    app: 'app',
    address: 'https://example.com',
    description: 'd',
    mandatory: false,
    share_percent: 100,
    created_by: 't',
    created_at: new Date(),
    updated_by: 't',
    updated_at: new Date(),
  }
  await product.database
    .insertInto('system.app_version')
    .values([
      { ...row, name: '1.0', build: 1 },
      { ...row, name: '1.2', build: 12 },
      { ...row, app: 'other', name: '0.1', build: 3 },
    ])
    .execute()
  const { versions } = (await app.state('versions')).json()
  expect(versions.map((v: { app: string; build: number }) => [v.app, v.build])).toEqual([
    ['app', 12],
    ['other', 3],
  ])
  const gifts = await someGifts(product, 6)
  await product.database
    .insertInto('system.gift_template')
    .values([
      { name: 'on', scene: 'live', gift_ids: gifts, enabled: true, updated_by: 't', updated_at: new Date() },
      { name: 'off', scene: 'call', gift_ids: gifts, enabled: false, updated_by: 't', updated_at: new Date() },
    ])
    .execute()
  const { templates } = (await app.state('gifts')).json()
  expect(templates).toMatchObject([{ scene: 'live', name: 'on', giftIds: gifts, pictureUrls: { length: 6 } }])
})

describe('a user', () => {
  it('is returned with balances, ban and flags', async () => {
    await app.send([{ type: 'user.registered', data: { userId: 7, ...person } }])
    const answer = await app.state('users/7')
    expect(answer.statusCode).toBe(200)
    expect(stateAnswers['users/{id}'].parse(answer.json())).toMatchObject({ userId: 7, ban: null, bonus: 0 })
    const until = new Date('2030-01-01T00:00:00Z')
    await product.database
      .updateTable('users.app_user')
      .set({ state: 'ban both', banned_until: until, security: true })
      .where('id', '=', 7n)
      .execute()
    expect((await app.state('users/7')).json()).toMatchObject({
      ban: { kind: 'both', until: until.toISOString() },
      flags: { security: true },
    })
  })

  it.each(['users/8', 'users/x', 'users/0', 'nothing'])('%s is not found', async (path) => {
    const answer = await app.state(path)
    expect(answer.statusCode).toBe(404)
    expect(answer.headers['content-type']).toBe('application/problem+json')
  })
})

it('answers 304 while nothing changed', async () => {
  const first = await app.state('countries')
  const etag = String(first.headers['etag'])
  expect(etag).toMatch(/^"[\w-]{22}"$/)
  const again = await app.state('countries', { 'if-none-match': etag })
  expect([again.statusCode, again.body]).toEqual([304, ''])
  expect((await app.state('countries', { 'if-none-match': `"x", W/${etag}` })).statusCode).toBe(304)
  expect((await app.state('countries', { 'if-none-match': '"x"' })).statusCode).toBe(200)
})

it('requires a signature', async () => {
  const url = '/app/v1/state/users/7'
  expect((await product.app.inject({ url })).statusCode).toBe(401)
  const foreign = signedWith(`whsec_${Buffer.alloc(32, 1).toString('base64')}`, 'GET /app/v1/state/countries')
  expect((await product.app.inject({ url, headers: foreign })).statusCode).toBe(401)
})

it('and events are unavailable while the server drains', async () => {
  product.health.draining = true
  try {
    for (const answer of [await app.post(''), await app.state('banners')]) {
      expect(answer.statusCode).toBe(503)
      expect(answer.headers).toMatchObject({ 'content-type': 'application/problem+json', 'retry-after': '2' })
      expect(answer.json()).toMatchObject({ status: 503, detail: 'draining' })
    }
  } finally {
    product.health.draining = false
  }
})

it('is signed for one path and query: another signature, or one over an empty body, is refused', async () => {
  const read = async (url: string, signed: string) =>
    (await product.app.inject({ url, headers: signedWith(app.secret, signed) })).statusCode
  expect(await read('/app/v1/state/countries', 'GET /app/v1/state/countries')).toBe(200)
  expect(await read('/app/v1/state/countries?a=1&b', 'GET /app/v1/state/countries?a=1&b')).toBe(200)
  for (const signed of [
    '',
    'GET /app/v1/state/parameters',
    'GET /app/v1/state/countries?a=1',
    'POST /app/v1/state/countries',
    'GET /app/v1/state/countries ',
  ])
    expect(await read('/app/v1/state/countries', signed), signed).toBe(401)
  expect(await read('/app/v1/state/countries?a=1', 'GET /app/v1/state/countries')).toBe(401)
  // Nor does a signature for reading allow a post.
  const body = 'GET /app/v1/state/countries'
  const posted = await app.post('', { headers: signedWith(app.secret, body) })
  expect(posted.statusCode).toBe(401)
})
