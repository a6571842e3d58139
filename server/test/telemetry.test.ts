// What the server says of itself to others: metrics, traces, and the log of slow calls. One product, and a collector on this machine.
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { declaredCalls } from '@greenroom/contract/allCalls'
import { basePath } from '@greenroom/contract/call'
import { userBan, userList } from '@greenroom/contract/users'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { lastSample, takeSample } from '../src/app/telemetry/index.ts'
import { openReceiver, type Receiver } from '../src/bridge/delivery/delivery.receiver.fixture.ts'
import { inTransaction } from '../src/kit/database/database.ts'
import { type MetricName, metrics, prometheusName } from '../src/kit/telemetry/metrics.ts'
import { alertsAreDeclared, alertsFire } from './alerts.suite.ts'
import { type BridgeConnection, connect, registered } from './bridge.ts'
import { type Client, startProduct, type TestProduct } from './product.ts'
import { type Series, seriesOf } from './promql.ts'

type Span = { traceId: string; spanId: string; parentSpanId?: string; name: string }
type Exported = { resourceSpans: { scopeSpans: { spans: Span[] }[] }[] }

let product: TestProduct
let admin: Client
let app: BridgeConnection
let receiver: Receiver
let collector: Server
let metricsPort: number
const spans: Span[] = []

beforeAll(async () => {
  collector = createServer((request, response) => {
    let body = ''
    request.on('data', (part) => (body += String(part)))
    request.on('end', () => {
      const { resourceSpans } = JSON.parse(body) as Exported
      spans.push(...resourceSpans.flatMap(({ scopeSpans }) => scopeSpans.flatMap((scope) => scope.spans)))
      response.end('{}')
    })
  })
  await new Promise<void>((resolve) => collector.listen(0, '127.0.0.1', resolve))
  const { port } = collector.address() as AddressInfo
  receiver = await openReceiver()
  product = await startProduct({
    METRICS_PORT: '0',
    OTEL_EXPORTER_OTLP_ENDPOINT: `http://127.0.0.1:${port}`,
    BRIDGE_ALLOW_PRIVATE: 'on',
  })
  metricsPort = (await product.telemetry.start()).metricsPort!
  admin = await product.administrator()
  app = await connect(product, { endpoint: receiver.url })
  product.outbox.start()
})
afterAll(async () => {
  await product.close()
  await receiver.close()
  collector.closeAllConnections()
  collector.close()
})

/** What a scrape has, by series. */
const scrape = async (): Promise<Series[]> =>
  seriesOf(await (await fetch(`http://127.0.0.1:${metricsPort}/metrics`)).text())

const trace = '0af7651916cd43dd8448eb211c80319c'
const parent = `00-${trace}-b7ad6b7169203331-01`

test('a command is posted with the trace of the request that caused it: call, ledger, statements and delivery are spans of it', async () => {
  const body = app
    .linesOf([registered(701, 'woman'), registered(702, 'man')])
    .map((line) => `${JSON.stringify(line)}\n`)
    .join('')
  await app.post(body, { headers: { traceparent: parent } })
  const order = {
    orderId: 'o1',
    userId: 702,
    product: 'p',
    tokens: 500,
    promoTokens: 0,
    usdCents: 499,
    gateway: 'card',
  }
  await app.accepted({ type: 'recharge.created', data: order })
  const paid = app.linesOf([{ type: 'recharge.paid', data: { orderId: 'o1', gatewayReference: 'g1', feeUsdCents: 1 } }])
  await app.post(`${JSON.stringify(paid[0])}\n`, { headers: { traceparent: parent } })
  const sent = await admin.send(
    userBan,
    { ids: [701], kind: 'id', hours: 0, reason: 'spam' },
    { headers: { traceparent: parent } },
  )
  expect(sent).toMatchObject({ code: 200 })
  await vi.waitFor(() => expect(receiver.received.map(({ type }) => type)).toContain('user.banned'), {
    timeout: 10_000,
  })
  const command = receiver.received.find(({ type }) => type === 'user.banned')!
  expect(command.headers['traceparent']).toMatch(new RegExp(`^00-${trace}-(?!b7ad6b7169203331)[0-9a-f]{16}-01$`))
  await vi.waitFor(() => expect(spans.map(({ name }) => name)).toContain('delivery'), { timeout: 15_000 })
  const own = spans.filter(({ traceId }) => traceId === trace)
  const names = new Set(own.map(({ name }) => name))
  for (const name of ['POST /app/v1/events', 'POST /user/ban', 'ledger.post', 'delivery', 'commit'])
    expect([name, names.has(name)]).toEqual([name, true])
  // Each is below another one, or the caller's.
  const ids = new Set(['b7ad6b7169203331', ...own.map(({ spanId }) => spanId)])
  expect(own.filter(({ parentSpanId }) => !ids.has(parentSpanId ?? ''))).toEqual([])
  // Without a number, a name or a text of anybody.
  for (const { name } of own) expect(name).not.toMatch(/701|P70|spam|\$\d/)
})

test('what came with a request goes on with its commands without a collector, too', async () => {
  const { rows } = await sql<{ trace: string | null }>`
    select trace from bridge.command where type = 'user.banned'`.execute(product.database)
  expect(rows).toEqual([{ trace: expect.stringMatching(new RegExp(`^00-${trace}-[0-9a-f]{16}-01$`)) }])
})

test('the id of a request is taken, returned, and in its refusals', async () => {
  const ask = (id?: string) =>
    product.app.inject({ url: `${basePath}/user/list`, headers: id === undefined ? {} : { 'x-request-id': id } })
  expect((await ask('proxy-17')).headers['x-request-id']).toBe('proxy-17')
  expect((await ask('a b')).headers['x-request-id']).toMatch(/^[\w-]{8,}$/)
  const refused = await product.app.inject({ url: '/app/v1/nothing', headers: { 'x-request-id': 'app-3' } })
  expect([refused.statusCode, refused.headers['x-request-id']]).toEqual([401, 'app-3'])
})

test('every declared call and job has a series, every metric is declared, and no attribute has an id', async () => {
  for (const { call } of declaredCalls)
    await product.app.inject({ method: call.method, url: `${basePath}${call.path}`, payload: {} })
  const nobody = { giftId: 1, senderId: 799, receiverId: 701, count: 1, tokens: 1 }
  await app.send([registered(703, 'man'), { type: 'gift.sent', data: nobody }])
  await app.post('', { secret: `whsec_${Buffer.alloc(32).toString('base64')}` })
  await takeSample(product.database, product.clock)
  const series = await scrape()
  const routes = new Set(series.map(({ labels }) => labels['http_route']))
  expect(declaredCalls.map(({ call }) => `${basePath}${call.path}`).filter((path) => !routes.has(path))).toEqual([])
  const jobs = new Set(
    series.filter(({ name }) => name === 'greenroom_job_last_success_age').map(({ labels }) => labels['job']),
  )
  expect(
    product.jobs
      .states()
      .map(({ name }) => name)
      .filter((name) => !jobs.has(name)),
  ).toEqual([])
  expect(jobs.size).toBeGreaterThan(30)

  const declared = new Map((Object.keys(metrics) as MetricName[]).map((name) => [prometheusName(name), metrics[name]]))
  const parts = /_(bucket|count|sum)$/
  for (const { name, labels } of series.filter((one) => one.name !== 'target_info')) {
    const metric = declared.get(name) ?? declared.get(name.replace(parts, ''))
    expect([name, metric !== undefined]).toEqual([name, true])
    const known = new Set(['le', ...metric!.attributes.map((one) => one.replaceAll('.', '_'))])
    expect([name, Object.keys(labels).filter((label) => !known.has(label))]).toEqual([name, []])
    for (const [label, value] of Object.entries(labels))
      if (label !== 'le')
        expect([name, label, value]).toEqual([
          name,
          label,
          expect.not.stringMatching(/[0-9a-f]{8}-[0-9a-f]{4}|^\d{6,}$|70[123]|P70/),
        ])
  }
  // Series of a histogram's buckets are a dozen each.
  expect(series.length).toBeLessThan(15_000)
  const sum = (name: string, wanted: Record<string, string> = {}) =>
    series
      .filter(
        (one) => one.name === name && Object.entries(wanted).every(([label, value]) => one.labels[label] === value),
      )
      .reduce((all, { value }) => all + value, 0)
  expect(sum('greenroom_bridge_events_total', { type: 'user.registered', outcome: 'accepted' })).toBe(3)
  expect(sum('greenroom_bridge_events_total', { outcome: 'rejected', error_type: '21001' })).toBe(1)
  expect(sum('greenroom_bridge_signature_failures_total', { reason: 'signature' })).toBe(1)
  expect(sum('greenroom_ledger_transfers_total', { outcome: 'accepted' })).toBeGreaterThan(0)
  expect(sum('greenroom_ready', { reason: '' })).toBe(1)
  expect(sum('db_client_connection_max')).toBe(20)
  expect(sum('greenroom_login_attempts_total', { outcome: 'accepted' })).toBeGreaterThan(0)
  expect((await fetch(`http://127.0.0.1:${metricsPort}/other`)).status).toBe(404)
})

test('figures of the database are taken once in a while, by whoever is first', async () => {
  const first = (await lastSample(product.database))!
  expect(first.figures).toMatchObject({ paused: false, findings: 0, sessions_max: expect.any(Number) })
  expect(first.sizes.tables.map(({ name }) => name)).toContain('access.menu')
  await takeSample(product.database, product.clock)
  expect((await lastSample(product.database))!.at).toEqual(first.at)
  // Of a minute ago: it is taken again, and the sizes are still good.
  await sql`update kit.sample set at = at - interval '1 minute'`.execute(product.database)
  await takeSample(product.database, product.clock)
  const second = (await lastSample(product.database))!
  expect(second.at.getTime()).toBeGreaterThan(first.at.getTime())
  const { rows } = await sql<{ days: number; names: number }>`
    select count(distinct day)::int as days, count(*)::int as names from kit.size_day`.execute(product.database)
  expect(rows[0]).toMatchObject({ days: 1, names: expect.any(Number) })
})

describe('alert rules', () => {
  alertsAreDeclared()
  alertsFire(() => ({ product, admin, app, scrape }))
})

test('a call that takes more than a second is in the log, with its name and account', async () => {
  const lines: string[] = []
  const warned = vi.spyOn(console, 'warn').mockImplementation((line: string) => void lines.push(line))
  const errors = vi.spyOn(console, 'error').mockImplementation((line: string) => void lines.push(line))
  try {
    const slow = await startProduct({ LOG_LEVEL: 'warn' })
    const client = await slow.administrator()
    const held = Promise.withResolvers<void>()
    const locking = inTransaction(slow.database, async (tx) => {
      await sql`lock table users.app_user in access exclusive mode`.execute(tx)
      await held.promise
    })
    await vi.waitFor(async () => {
      const { rows } = await sql<{ n: number }>`
        select count(*)::int as n from pg_locks where relation = 'users.app_user'::regclass and granted and mode = 'AccessExclusiveLock'`.execute(
        slow.database,
      )
      expect(rows[0]!.n).toBeGreaterThan(0)
    })
    const asking = client.call(userList, {})
    await new Promise((resolve) => setTimeout(resolve, 1_100))
    held.resolve()
    await Promise.all([asking, locking])
    await slow.close()
    expect(lines.find((line) => line.includes('userList'))).toMatch(/^\[[\w-]+\] The call userList took 1\.\d s$/)
  } finally {
    warned.mockRestore()
    errors.mockRestore()
  }
})
