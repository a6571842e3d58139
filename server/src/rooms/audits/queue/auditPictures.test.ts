// Pictures under audit, from a test server in place of the app's, by real requests.
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { everyMenu, person } from '../../../../test/people.ts'
import { startProduct, type TestProduct } from '../../../../test/product.ts'
import { anItem } from '../audits.fixture.ts'
import { reviewer } from './auditQueue.fixture.ts'

const png = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mP8z8BQDwAEhQGAhKmMIQAAAABJRU5ErkJggg==',
  'base64',
)
const large = Buffer.alloc(10 * 1_024 * 1_024 + 1)

let app: Server
let origin: string
let product: TestProduct
let closed: TestProduct
const requested: string[] = []

beforeAll(async () => {
  app = createServer((request, response) => {
    requested.push(request.url ?? '')
    const send = (status: number, headers: Record<string, string>, body: Buffer | string = '') =>
      response.writeHead(status, headers).end(body)
    const answers: Record<string, () => unknown> = {
      '/a.png': () => send(200, { 'content-type': 'image/png', 'set-cookie': 'a=b' }, png),
      '/a.svg': () => send(200, { 'content-type': 'image/svg+xml; charset=utf-8' }, '<svg/>'),
      '/page': () => send(200, { 'content-type': 'text/html' }, '<script>1</script>'),
      '/away': () => send(302, { location: '/a.png', 'content-type': 'image/png' }),
      '/large': () => send(200, { 'content-type': 'image/png', 'content-length': String(large.length) }, large),
      '/missing': () => send(404, { 'content-type': 'image/png' }, png),
      '/broken': () => response.destroy(),
    }
    answers[request.url ?? '']?.()
  })
  await new Promise<void>((resolve) => app.listen(0, '127.0.0.1', resolve))
  origin = `http://127.0.0.1:${(app.address() as AddressInfo).port}`
  product = await startProduct({ BRIDGE_ALLOW_PRIVATE: 'true' })
  closed = await startProduct()
})
afterAll(async () => {
  await Promise.all([product.close(), closed.close()])
  app.closeAllConnections()
  await new Promise((resolve) => app.close(resolve))
})

const get = (of: TestProduct, token: string | undefined, query: Record<string, string>) =>
  of.app.inject({
    url: `/cms/audit/picture?${new URLSearchParams(query).toString()}`,
    headers: { ...(token !== undefined && { token }) },
  })
const item = (of: TestProduct, paths: string[], more: object = {}) =>
  anItem(of, { pictureUrls: paths.map((path) => `${origin}${path}`), ...more })

test('is passed on unchanged, with headers against running scripts', async () => {
  const { token } = await reviewer(product, 'photo')
  const id = await item(product, ['/a.svg', '/a.png'])
  const picture = await get(product, token, { kind: 'photo', id, index: '1' })
  expect(picture.statusCode).toBe(200)
  expect(picture.rawPayload.equals(png)).toBe(true)
  expect(picture.headers).toMatchObject({
    'content-type': 'image/png',
    'cache-control': 'private, max-age=600',
    'x-content-type-options': 'nosniff',
    'content-security-policy': "sandbox; default-src 'none'",
  })
  expect(picture.headers['set-cookie']).toBeUndefined()
  const drawn = await get(product, token, { kind: 'photo', id, index: '0' })
  expect(drawn.headers).toMatchObject({ 'content-security-policy': "sandbox; default-src 'none'" })
})

describe('is refused', () => {
  test('without a session, without the menu, under another kind’s name, and to guilds and agents', async () => {
    const id = await item(product, ['/a.png'])
    const query = { kind: 'photo', id, index: '0' }
    expect((await get(product, undefined, query)).statusCode).toBe(401)
    expect((await get(product, 'x', query)).statusCode).toBe(401)
    const avatars = await reviewer(product, 'avatar')
    expect((await get(product, avatars.token, query)).statusCode).toBe(403)
    expect((await get(product, avatars.token, { ...query, kind: 'avatar' })).statusCode).toBe(404)
    const agent = await person(product, { permissions: everyMenu(3), agentId: 7 })
    expect((await get(product, agent.token, query)).statusCode).toBe(403)
    // The log's menu shows items of all kinds, but no reports.
    const logger = await person(product, { permissions: { 'audits.log': 1 } })
    expect((await get(product, logger.token, query)).statusCode).toBe(200)
    expect((await get(product, logger.token, { ...query, kind: 'report' })).statusCode).toBe(403)
    const helper = await person(product, { permissions: { 'users.list': 1 } })
    expect((await get(product, helper.token, query)).statusCode).toBe(200)
  })

  test('if there is none', async () => {
    const { token } = await reviewer(product, 'photo')
    const id = await item(product, ['/a.png'])
    for (const wrong of [
      { kind: 'photo', id, index: '1' },
      { kind: 'photo', id, index: '-1' },
      { kind: 'photo', id, index: 'x' },
      { kind: 'photo', id: 'none', index: '0' },
      { kind: 'photo', id: 'a\0', index: '0' },
      { kind: 'nothing', id, index: '0' },
      { id, index: '0' },
    ])
      expect((await get(product, token, wrong as never)).statusCode, JSON.stringify(wrong)).toBe(404)
  })

  test('if the app returns none', async () => {
    const { token } = await reviewer(product, 'photo')
    for (const path of ['/page', '/away', '/large', '/missing', '/broken']) {
      const id = await item(product, [path])
      expect((await get(product, token, { kind: 'photo', id, index: '0' })).statusCode, path).toBe(502)
    }
    const id = await anItem(product, { pictureUrls: ['ftp://example.com/a.png'] })
    expect((await get(product, token, { kind: 'photo', id, index: '0' })).statusCode).toBe(502)
  })

  test('from our internal network, unless that is allowed', async () => {
    const { token } = await reviewer(closed, 'photo')
    const before = requested.length
    const named = origin.replace('127.0.0.1', 'localhost')
    for (const base of [origin, named, origin.replace('127.0.0.1', '[::ffff:127.0.0.1]')]) {
      const id = await anItem(closed, { pictureUrls: [`${base}/a.png`] })
      expect((await get(closed, token, { kind: 'photo', id, index: '0' })).statusCode, base).toBe(502)
    }
    expect(requested.length).toBe(before)
  })
})

test('a passed certification is visible to reviewers of every kind, an open one is not', async () => {
  const { token } = await reviewer(product, 'photo')
  const passed = await item(product, ['/a.png'], { kind: 'official', state: 'passed' })
  const waiting = await item(product, ['/a.png'], { kind: 'official' })
  expect((await get(product, token, { kind: 'photo', id: passed, index: '0' })).statusCode).toBe(200)
  expect((await get(product, token, { kind: 'photo', id: waiting, index: '0' })).statusCode).toBe(404)
})

test('a report’s pictures are its evidence, then those of the reported post', async () => {
  const { token } = await reviewer(product, 'report')
  const { token: photos } = await reviewer(product, 'photo')
  const post = await item(product, ['/a.svg'], { kind: 'dynamic' })
  const { user_id } = await product.database
    .selectFrom('audits.item')
    .select('user_id')
    .where('id', '=', post)
    .executeTakeFirstOrThrow()
  await product.database
    .insertInto('audits.report')
    .values({
      id: 'report-1',
      reporter_id: user_id,
      user_id,
      reason: 'rude',
      evidence_urls: [`${origin}/a.png`],
      dynamic_id: post,
      reported_at: product.clock.now(),
    })
    .execute()
  const query = { kind: 'report', id: 'report-1' }
  expect((await get(product, token, { ...query, index: '0' })).headers['content-type']).toBe('image/png')
  expect((await get(product, token, { ...query, index: '1' })).headers['content-type']).toContain('image/svg+xml')
  expect((await get(product, token, { ...query, index: '2' })).statusCode).toBe(404)
  expect((await get(product, photos, { ...query, index: '0' })).statusCode).toBe(403)
})
