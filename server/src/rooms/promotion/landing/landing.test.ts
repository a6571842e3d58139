// Landing pages for visitors: published, in their language, counted once per day, and without executing anything that staff entered.
import { gunzipSync } from 'node:zlib'
import { login } from '@greenroom/contract/access'
import { channelDayList } from '@greenroom/contract/channels'
import * as calls from '@greenroom/contract/landing'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { connect } from '../../../../test/bridge.ts'
import { adminPassword, type Client, startProduct, type TestProduct } from '../../../../test/product.ts'
import { inTransaction } from '../../../kit/database/database.ts'
import { aChannel, aLanding, foldAll, landingContent } from '../promotion.fixture.ts'
import { type Sighting, writeSightings } from './landing.counting.ts'
import { mostPerNetwork } from './landing.crowd.ts'

let product: TestProduct
let admin: Client
beforeAll(async () => {
  product = await startProduct()
  admin = await product.administrator()
})
afterAll(() => product.close())

const phone =
  'Mozilla/5.0 (Linux; Android 14; Pixel 8) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/120 Mobile Safari/537.36'

type Visit = { method?: 'GET' | 'HEAD'; headers?: Record<string, string>; ip?: string }
const visit = (url: string, { method = 'GET', headers = {}, ip = '203.0.113.1' }: Visit = {}) =>
  product.app.inject({
    method,
    url,
    remoteAddress: ip,
    headers: { 'user-agent': phone, 'accept-language': 'pt-BR,pt;q=0.9', ...headers },
  })

/** A published page of a channel of its own. */
async function published(content: typeof landingContent = landingContent, version = 1) {
  const { id: channelId, number } = await aChannel(admin)
  const id = await aLanding(admin, { channelId, content })
  // Answers from then on, on this server.
  await admin.call(calls.landingPublish, { id, version, a: 1 })
  const { key } = (await admin.call(calls.landingInfo, { id })).landing
  return { id, key, number }
}
const figures = async (id: number) => {
  await product.landing.flush()
  return (await admin.call(calls.landingInfo, { id })).phases[0]!
}

test('a page is found while it is published, and its key is returned at log-in', async () => {
  const { id, key } = await published()
  expect((await visit(`/l/${key}`)).statusCode).toBe(200)
  const again = product.as(undefined, '10.20.0.1')
  const answer = await again.call(login, { username: 'admin', password: adminPassword })
  expect(answer).toMatchObject({ landingPageKey: key })
  await admin.call(calls.landingUnpublish, { ids: [id] })
  expect((await visit(`/l/${key}`)).statusCode).toBe(404)
  expect((await admin.call(calls.landingUnpublish, { ids: [id] })).outcomes[0]).toMatchObject({
    errorCode: 20000,
    reason: 'landing.notPublished',
  })
})

test('texts are escaped, the page runs no script, sets no cookie, and is small', async () => {
  const texts = { en: { ...landingContent.texts.en, title: '<script>alert(1)</script>', note: '"\' & <b>' } }
  const { key } = await published({ ...landingContent, texts })
  const answer = await visit(`/l/${key}`, { headers: { 'accept-encoding': 'gzip' } })
  const html = gunzipSync(answer.rawPayload).toString()
  expect(html).not.toContain('<script')
  expect(html).toContain('&#60;script&#62;')
  expect(answer.rawPayload.byteLength).toBeLessThan(14 * 1024)
  const policy = String(answer.headers['content-security-policy'])
  expect(policy).toContain("default-src 'none'")
  expect(policy).toMatch(/sandbox/)
  expect(policy).not.toMatch(/script-src|unsafe-inline/)
  expect(answer.headers['set-cookie']).toBeUndefined()
})

test('only https links are accepted', async () => {
  const { id: channelId } = await aChannel(admin)
  for (const google of ['http://play.google.com', 'javascript:alert(1)', 'https:', 'x'])
    expect(
      await admin.refused(calls.landingSave, {
        key: 'linked',
        name: 'x',
        channelId,
        content: { ...landingContent, links: { google } },
      }),
    ).toMatchObject({ code: 10009, reason: 'field.invalid' })
})

test('a visitor sees their own language, with English for missing texts; a phone gets its own store', async () => {
  const { key } = await published()
  const arabic = (await visit(`/l/${key}`, { headers: { 'accept-language': 'ar-EG,en;q=0.5' } })).body
  expect(arabic).toContain('dir="rtl"')
  expect(arabic).toContain('قابل')
  expect(arabic).toContain('Now')
  expect(arabic).toContain(`/l/${key}/a/google`)
  expect(arabic).not.toContain(`/l/${key}/a/apple`)
  const iPhone = { 'user-agent': 'Mozilla/5.0 (iPhone; CPU iPhone OS 17_0 like Mac OS X)' }
  expect((await visit(`/l/${key}`, { headers: iPhone })).body).toContain(`/l/${key}/a/apple`)
})

test('a link passes the channel to the store; a click counts for its channel, once per visitor-day', async () => {
  const { id, key, number } = await published()
  await visit(`/l/${key}`)
  await visit(`/l/${key}`)
  const click = await visit(`/l/${key}/a/google`)
  expect(click.statusCode).toBe(302)
  const referrer = new URLSearchParams(new URL(String(click.headers.location)).searchParams.get('referrer')!)
  expect(referrer.get('utm_source')).toBe(number)
  expect((await visit(`/l/${key}/a/other`)).statusCode).toBe(404)
  await visit(`/l/${key}`, { ip: '203.0.113.2' })
  expect((await figures(id)).armA).toEqual({ visits: 2, clicks: 1, installs: 0 })
  // Counted again after the write, no visitor is new.
  await visit(`/l/${key}/a/google`)
  await visit(`/l/${key}`, { ip: '203.0.113.2' })
  const campaign = referrer.get('utm_campaign')!
  const bridge = await connect(product)
  await bridge.accepted({
    type: 'install.attributed',
    data: { deviceId: 'landed', channel: number, platform: 'android', country: 'BR', campaign },
  })
  expect((await figures(id)).armA).toEqual({ visits: 2, clicks: 1, installs: 1 })
  await foldAll(product)
  expect((await admin.call(channelDayList, { number })).records).toMatchObject([{ visits: 2, clicks: 1, installs: 1 }])
})

test('invented user agents of one address are a hundred visitors at most, and clicks without a visit or of the other version are none', async () => {
  const { id, key } = await published()
  const as = (n: number) => ({ headers: { 'user-agent': `${phone} ${n}` }, ip: '203.0.113.77' })
  for (let n = 0; n < mostPerNetwork + 50; n++) await visit(`/l/${key}`, as(n))
  for (let n = 0; n < mostPerNetwork + 50; n++) await visit(`/l/${key}/a/google`, as(n))
  const full = { visits: mostPerNetwork, clicks: mostPerNetwork, installs: 0 }
  expect((await figures(id)).armA).toEqual(full)
  // Redirected, but nobody has seen the page, or has seen this version.
  for (let n = 0; n < 20; n++) {
    const ip = `203.0.114.${n}`
    expect((await visit(`/l/${key}/a/google`, { ip })).statusCode).toBe(302)
    expect((await visit(`/l/${key}/b/google`, { ip })).statusCode).toBe(302)
  }
  const after = await figures(id)
  expect(after.armA).toEqual(full)
  expect(after.armB).toMatchObject({ visits: 0, clicks: 0 })
  await visit(`/l/${key}`, { ip: '203.0.114.1' })
  await figures(id)
  await visit(`/l/${key}/b/google`, { ip: '203.0.114.1' })
  expect((await figures(id)).armB).toMatchObject({ visits: 0, clicks: 0 })
  await visit(`/l/${key}/a/google`, { ip: '203.0.114.1' })
  expect((await figures(id)).armA).toEqual({ visits: mostPerNetwork + 1, clicks: mostPerNetwork + 1, installs: 0 })
})

test('the visitors of a network are counted over all processes, and those who count go on counting', async () => {
  const { id } = await published()
  const { id: phaseId } = await product.database
    .selectFrom('promotion.landing_phase')
    .select('id')
    .where('landing_id', '=', id)
    .orderBy('id', 'desc')
    .executeTakeFirstOrThrow()
  const day = product.clock.now().toISOString().slice(0, 10)
  const sighting = (n: number, over: Partial<Sighting> = {}): Sighting => ({
    day,
    phaseId,
    hash: `h${n}`,
    network: 'n',
    arm: 'a',
    visited: true,
    clicked: false,
    country: 'BR',
    platform: 'android',
    ...over,
  })
  /** What one process has seen since it wrote last. */
  const write = (from: number, to: number, over: Partial<Sighting> = {}) =>
    inTransaction(product.database, (tx) =>
      writeSightings(
        tx,
        Array.from({ length: to - from }, (_, index) => sighting(from + index, over)),
      ),
    )
  await write(0, 80)
  await write(60, 140)
  expect((await figures(id)).armA).toMatchObject({ visits: mostPerNetwork, clicks: 0 })
  await write(140, 160)
  await write(0, 60, { visited: false, clicked: true })
  expect((await figures(id)).armA).toMatchObject({ visits: mostPerNetwork, clicks: 60 })
  await write(200, 210, { network: 'other' })
  expect((await figures(id)).armA).toMatchObject({ visits: mostPerNetwork + 10, clicks: 60 })
})

test('bots, previews, prefetches and HEAD are served but not counted', async () => {
  const { id, key } = await published()
  const quiet: Visit[] = [
    { method: 'HEAD' },
    { headers: { 'user-agent': '' } },
    { headers: { 'user-agent': 'WhatsApp/2.23' } },
    { headers: { 'user-agent': 'Mozilla/5.0 (compatible; Googlebot/2.1)' } },
    { headers: { 'sec-purpose': 'prefetch;prerender' } },
    { headers: { purpose: 'prefetch' } },
  ]
  for (const each of quiet) expect((await visit(`/l/${key}`, each)).statusCode).toBe(200)
  expect((await figures(id)).armA.visits).toBe(0)
})

test('two versions are split by visitor; a changed split begins a new phase', async () => {
  const { id, key } = await published()
  const texts = { en: { ...landingContent.texts.en, title: 'Other' } }
  await admin.call(calls.landingUpdate, { id, version: 2, name: 'P', content: { ...landingContent, texts } })
  const test = { id, a: 1, b: 2, shareB: 50 }
  expect(await admin.refused(calls.landingPublish, { ...test, version: 2 })).toMatchObject({
    code: 20000,
    reason: 'stale.by',
  })
  expect(await admin.refused(calls.landingPublish, { ...test, version: 3, b: 9 })).toMatchObject({
    code: 1000002,
    reason: 'landing.noVersion',
  })
  expect(await admin.refused(calls.landingPublish, { ...test, version: 3, b: 1 })).toMatchObject({
    code: 1000002,
    reason: 'landing.sameVersion',
  })
  await admin.call(calls.landingPublish, { ...test, version: 3 })
  await product.landing.refresh()
  let others = 0
  for (let index = 0; index < 60; index++) {
    const ip = `198.51.100.${index}`
    const first = (await visit(`/l/${key}`, { ip })).body.includes('Other')
    expect((await visit(`/l/${key}`, { ip })).body.includes('Other')).toBe(first)
    if (first) others++
  }
  expect(await figures(id)).toMatchObject({
    a: 1,
    b: 2,
    armA: { visits: 60 - others },
    armB: { visits: others },
    difference: null,
    splitWrong: false,
  })
  expect(others).toBeGreaterThan(10)
  await admin.call(calls.landingPublish, { ...test, version: 4, shareB: 20 })
  const { phases } = await admin.call(calls.landingInfo, { id })
  expect(phases.map(({ shareB, armB }) => [shareB, armB.visits])).toEqual([
    [20, 0],
    [50, others],
    [0, 0],
  ])
})

test('on a public site, pages have a separate origin, which serves nothing else', async () => {
  const own = 'http://pages.example'
  const [apart, without] = [
    await startProduct({ HOST: '0.0.0.0', SMS_PROVIDER: 'console', LANDING_ORIGIN: own }),
    await startProduct({ HOST: '0.0.0.0', SMS_PROVIDER: 'console' }),
  ]
  try {
    const staff = await apart.administrator()
    const id = await aLanding(staff)
    await staff.call(calls.landingPublish, { id, version: 1, a: 1 })
    await apart.landing.refresh()
    const { key, url } = (await staff.call(calls.landingInfo, { id })).landing
    expect(url).toBe(`${own}/l/${key}`)
    const status = async (host: string, path: string) =>
      (await apart.app.inject({ url: path, headers: { host, 'user-agent': phone } })).statusCode
    expect(await status('pages.example', `/l/${key}`)).toBe(200)
    // Nothing else is served there, and the page nowhere else, in any spelling of the host.
    for (const path of ['/', '/login', '/cms/sys/demo', '/readyz', `/L/${key}`])
      expect([path, await status('pages.example', path)]).toEqual([path, 404])
    for (const host of ['staff.example', 'pages.example.evil.example', 'pages.example:81'])
      expect([host, await status(host, `/l/${key}`)]).toEqual([host, 404])
    expect(await status('staff.example', '/readyz')).toBe(200)

    const lone = await without.administrator()
    const other = await aLanding(lone)
    expect(await lone.refused(calls.landingPublish, { id: other, version: 1, a: 1 })).toMatchObject({
      code: 1000002,
      reason: 'landing.noOrigin',
    })
    expect((await lone.call(calls.landingInfo, { id: other })).landing).toMatchObject({
      url: '',
      can: { publish: 'noOrigin' },
    })
  } finally {
    await Promise.all([apart.close(), without.close()])
  }
})

test('a country header counts only on a request that a trusted proxy passed on', async () => {
  const proxy = '10.0.0.5'
  const edge = await startProduct({ TRUST_PROXY: proxy, LANDING_ORIGIN: 'https://pages.example.com' })
  const staff = await edge.administrator()
  const { id: channelId } = await aChannel(staff)
  const id = await aLanding(staff, { channelId, content: landingContent })
  await staff.call(calls.landingPublish, { id, version: 1, a: 1 })
  await edge.landing.refresh()
  const { key } = (await staff.call(calls.landingInfo, { id })).landing
  const from = (remoteAddress: string, forwarded: Record<string, string>) =>
    edge.app.inject({
      url: `/l/${key}`,
      remoteAddress,
      headers: {
        host: 'pages.example.com',
        'user-agent': phone,
        'accept-language': 'pt-BR',
        'x-country': 'DE',
        ...forwarded,
      },
    })
  const countries = async () => {
    await edge.landing.flush()
    const rows = await edge.database
      .selectFrom('promotion.landing_day')
      .select(['country', 'visits'])
      .orderBy('country')
      .execute()
    return rows.map(({ country, visits }) => [country, Number(visits)])
  }
  expect((await from('203.0.113.9', {})).statusCode).toBe(200)
  expect(await countries()).toEqual([['BR', 1]])
  await from(proxy, { 'x-forwarded-for': '203.0.113.10' })
  expect(await countries()).toEqual([
    ['BR', 1],
    ['DE', 1],
  ])
  await edge.close()
})
