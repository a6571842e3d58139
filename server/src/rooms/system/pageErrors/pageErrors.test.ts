// Errors that pages report: counted, without what was typed, bounded, and seen on Home until somebody knows them.
import { home } from '@greenroom/contract/access'
import type { Payload } from '@greenroom/contract/call'
import { frontErrorKnow, frontErrorList, frontErrorReport } from '@greenroom/contract/systemErrors'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { person } from '../../../../test/people.ts'
import { type Client, startProduct, type TestProduct } from '../../../../test/product.ts'
import { browserOf, cleaned, mostKept, reportsPerMinute, screenOf } from './pageErrors.rules.ts'

let product: TestProduct
let admin: Client
beforeAll(async () => {
  product = await startProduct()
  admin = await product.administrator()
})
afterAll(() => product.close())
beforeEach(() => sql`delete from system.front_error`.execute(product.database))

let network = 0
/** A page of somebody who is not logged in, on a network of its own. */
const page = () => product.as(undefined, `10.30.${++network}.1`)
const report = { release: 'index-Bq3x', screen: '/finance/withdraw', kind: 'crash', message: 'x', stack: '' } as const
const listed = async () => (await admin.call(frontErrorList, {})).records

test('are counted by release, screen, kind and message', async () => {
  const by = page()
  const others: Partial<Payload<typeof frontErrorReport>>[] = [
    {},
    {},
    { release: 'index-Cr4y' },
    { screen: '/sys/log' },
    { message: 'y' },
    { kind: 'load' },
  ]
  for (const more of others) await by.call(frontErrorReport, { ...report, ...more })
  const rows = await listed()
  expect(rows).toHaveLength(5)
  expect(rows.find(({ times }) => times === 2)).toMatchObject({ ...report, state: 'new', can: { know: true } })
  const most = await admin.call(frontErrorList, { sort: '-times', size: 1 })
  expect(most.records[0]!.times).toBe(2)
})

test('hold nothing that somebody typed, and no address', async () => {
  await page().call(frontErrorReport, {
    ...report,
    screen: '/user/detail/100283',
    message: 'TypeError: "Müller Jack" of ann@example.com, card 4242424242424242, /user/list?q=Noura#x is not valid',
    stack: "at go (https://x/assets/a-Bq.js?token=abc:1:2)\nat 'some words here'",
  })
  const [row] = await listed()
  expect(row).toMatchObject({ screen: '/' })
  expect(JSON.stringify(row)).not.toMatch(/Müller|ann@|4242|Noura|token=abc|some words/)
  expect(row!.stack).toContain('at go (https://x/assets/a-Bq.js')
})

test('too many of one network are refused, those of others are not', async () => {
  const by = page()
  for (let at = 0; at < reportsPerMinute; at++) await by.call(frontErrorReport, report)
  expect(await by.refused(frontErrorReport, report)).toMatchObject({ code: 10008 })
  await page().call(frontErrorReport, report)
  expect((await listed())[0]!.times).toBe(reportsPerMinute + 1)
})

test('the oldest make room, and what was not reported for a month is forgotten', async () => {
  await sql`
    insert into system.front_error (digest, release, screen, kind, message, stack, browser, first_at, last_at)
    select sha256(i::text::bytea), 'r', '/', 'crash', i::text, '', '', at, at
      from generate_series(1, ${mostKept + 5}) i, lateral (select ${product.clock.now()}::timestamptz - make_interval(secs => i) as at) m`.execute(
    product.database,
  )
  await page().call(frontErrorReport, report)
  const count = async () => (await admin.call(frontErrorList, { size: 1 })).total
  expect(await count()).toBe(mostKept)
  await sql`update system.front_error set last_at = last_at - interval '31 days' where message <> 'x'`.execute(
    product.database,
  )
  await page().call(frontErrorReport, report)
  expect(await count()).toBe(1)
})

test('are work on Home until somebody marks them as known, which only those who write there may', async () => {
  await page().call(frontErrorReport, report)
  const { id } = (await listed())[0]!
  const operator = await person(product, { permissions: { 'system.bridge': 3 } })
  const reader = await person(product, { permissions: { 'system.bridge': 1 } })
  const line = async () => (await operator.client.call(home, {})).todo.find(({ key }) => key === 'pageErrors')
  expect(await line()).toMatchObject({ count: 1, href: '/sys/bridge?tab=errors&errorState=new' })
  expect((await reader.client.call(frontErrorList, {})).records[0]!.can).toEqual({ know: 'readOnly' })
  expect(await reader.client.refused(frontErrorKnow, { ids: [id] })).toMatchObject({
    code: 10026,
    reason: 'menu.missing',
  })
  expect((await operator.client.call(frontErrorKnow, { ids: [id, 999_999] })).outcomes).toMatchObject([
    { ok: true },
    { errorCode: 10032 },
  ])
  expect((await operator.client.call(frontErrorKnow, { ids: [id] })).outcomes).toMatchObject([
    { errorCode: 20000, reason: 'pageError.known' },
  ])
  expect(await line()).toBeUndefined()
  await page().call(frontErrorReport, report)
  expect((await listed())[0]).toMatchObject({ state: 'known', times: 2, knownBy: operator.username })
})

test.each([
  [
    'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/156.0.0.0 Safari/537.36',
    'Chrome 156',
  ],
  ['Mozilla/5.0 (Windows NT 10.0; rv:140.0) Gecko/20100101 Firefox/140.0', 'Firefox 140'],
  ['curl/8', ''],
])('the browser of %s', (agent, name) => {
  expect(browserOf(agent)).toBe(name)
})

test('names of the code stay readable', () => {
  const text = "Cannot read properties of undefined (reading 'todo')"
  expect(cleaned(text)).toBe(text)
  expect(screenOf('/sys/bridge')).toBe('/sys/bridge')
})
