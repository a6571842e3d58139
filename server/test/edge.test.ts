// The server's edge: trusted addresses, slow and large bodies, and answers during shutdown.

import type { AddressInfo } from 'node:net'
import { connect, type Socket } from 'node:net'
import { login, userInfo } from '@greenroom/contract/access'
import { basePath, type Payload } from '@greenroom/contract/call'
import { unionRegisterCheck } from '@greenroom/contract/guilds'
import type { FastifyInstance, InjectOptions } from 'fastify'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { anAccount, password } from '../src/access/access.accounts.fixture.ts'
import { httpServer } from '../src/app/app.http.ts'
import { openLogger } from '../src/kit/telemetry/logger.ts'
import { startProduct, type TestProduct } from './product.ts'

const proxy = '10.0.0.5'
const trusted = '198.51.100.9'
const attacker = '203.0.113.66'

const trust = ({ database, clock }: TestProduct) =>
  database
    .insertInto('system.whitelist')
    .values({
      kind: 'ip',
      value: trusted,
      created_by: 'x',
      created_at: clock.now(),
      updated_by: 'x',
      updated_at: clock.now(),
    })
    .execute()

describe.each([
  ['no proxy', {}, proxy],
  ['one proxy by its address', { TRUST_PROXY: proxy }, attacker],
  ['a range of proxies', { TRUST_PROXY: '10.0.0.0/24, fd00::/16' }, attacker],
  ['one hop', { TRUST_PROXY: '1' }, attacker],
])('with %s, a forged X-Forwarded-For', (_, settings: Record<string, string>, counted) => {
  let product: TestProduct
  beforeAll(async () => {
    product = await startProduct(settings)
    await trust(product)
  })
  afterAll(() => product.close())

  /** What the proxy forwards if the attacker sent it a chain: it appends the address it is connected to. */
  const forged = (chain: string) => ({
    remoteAddress: proxy,
    headers: { 'x-forwarded-for': `${chain}, ${attacker}`, 'x-real-ip': trusted, forwarded: `for=${trusted}` },
  })
  const anon = () => product.as(undefined)
  const tokenOf = async (payload: Payload<typeof login>, from: InjectOptions) => {
    const answer = await anon().send(login, payload, from)
    return answer.code === 200 ? answer.result.token : undefined
  }

  test('does not match a whitelisted address: the second factor is required', async () => {
    const { username } = await anAccount(product, { secondFactor: 'sms', areaCode: '86', phone: '13800001111' })
    for (const chain of [trusted, `${trusted}, ${trusted}`, `::ffff:${trusted}`, `unknown, ${trusted}`])
      expect(await tokenOf({ username, password }, forged(chain))).toBeUndefined()
    const { count } = await product.database
      .selectFrom('access.session as s')
      .innerJoin('access.staff as a', 'a.id', 's.staff_id')
      .select((select) => select.fn.countAll<bigint>().as('count'))
      .where('a.username', '=', username)
      .executeTakeFirstOrThrow()
    expect(count).toBe(0n)
  })

  test('is not a new caller for the throttle', async () => {
    const codes: (number | undefined)[] = []
    for (let n = 0; n < 31; n++) {
      const answer = await anon().send(
        unionRegisterCheck,
        { checkType: 'unionName', unionName: `Free ${n}` },
        forged(`198.51.100.${n}`),
      )
      codes.push(answer.code === 200 ? undefined : answer.errorCode)
    }
    expect(codes.slice(0, 30).every((code) => code === undefined)).toBe(true)
    expect(codes[30]).toBe(10008)
  })

  test('is not the address in the log', async () => {
    const { username } = await anAccount(product)
    expect((await anon().send(login, { username, password }, forged(trusted))).code).toBe(200)
    const entry = await product.database
      .selectFrom('log.readable')
      .select('ip')
      .where('username', '=', username)
      .orderBy('id', 'desc')
      .executeTakeFirstOrThrow()
    expect(entry.ip).toBe(counted)
  })
})

test('behind a trusted proxy, the whitelisted address itself still counts', async () => {
  const product = await startProduct({ TRUST_PROXY: proxy })
  await trust(product)
  const { username } = await anAccount(product, { secondFactor: 'sms', areaCode: '86', phone: '13800001111' })
  const from = { remoteAddress: proxy, headers: { 'x-forwarded-for': `${trusted}:4711` } }
  const answer = await product.as(undefined).send(login, { username, password }, from)
  expect(answer).toMatchObject({ code: 200, result: { token: expect.any(String) } })
  await product.close()
})

describe('requests', () => {
  const crashes: unknown[] = []
  let app: FastifyInstance
  let port: number
  const sockets: Socket[] = []

  beforeAll(async () => {
    app = await httpServer({
      trustProxy: false,
      logger: openLogger({ format: 'text', level: 'silent' }),
      health: {
        ready: true,
        leaving: false,
        draining: false,
        serves: () => true,
        look: async () => ({ ready: true }),
        clockOffsetMs: () => null,
        lookAtSchema: async () => {},
        close: () => {},
      },
      onCrash: (error) => void crashes.push(error),
      times: { headersMs: 150, requestMs: 300, checkMs: 50 },
    })
    app.post('/echo', async (request) => ({ got: request.body }))
    await app.listen({ host: '127.0.0.1', port: 0 })
    port = (app.server.address() as AddressInfo).port
  })
  afterEach(() => sockets.splice(0).forEach((socket) => socket.destroy()))
  afterAll(() => app.close())

  /** Sends `head`, then a byte every few milliseconds until the server ends the connection. @returns the answer. */
  async function drip(head: string): Promise<string> {
    const socket = connect(port, '127.0.0.1')
    sockets.push(socket)
    let answer = ''
    socket.on('data', (bytes) => (answer += bytes.toString()))
    socket.on('error', () => {})
    socket.write(head)
    const dripping = setInterval(() => socket.writable && socket.write('a'), 20)
    await new Promise((resolve) => socket.on('close', resolve))
    clearInterval(dripping)
    return answer
  }

  test('a slow body is cut off', async () => {
    const answer = await drip(
      'POST /echo HTTP/1.1\r\nhost: x\r\ncontent-type: application/x-www-form-urlencoded\r\ncontent-length: 100000\r\n\r\n',
    )
    expect(answer).toMatch(/^HTTP\/1\.1 408 /)
  })

  test('slow headers are cut off', async () => {
    expect(await drip('POST /echo HTTP/1.1\r\nhost: x\r\nx-a: ')).toMatch(/^HTTP\/1\.1 408 /)
  })

  test('the product waits 30 s for a request, 10 s for its headers', async () => {
    const product = await startProduct()
    const { requestTimeout, headersTimeout } = product.app.server
    expect({ requestTimeout, headersTimeout }).toEqual({ requestTimeout: 30_000, headersTimeout: 10_000 })
    await product.close()
  })
})

describe('a body', () => {
  let product: TestProduct
  beforeAll(async () => {
    product = await startProduct()
  })
  afterAll(() => product.close())

  const post = (payload: string, type = 'application/json') =>
    product.app.inject({
      method: 'POST',
      url: `${basePath}${login.path}`,
      payload,
      headers: { 'content-type': type },
    })
  const refusedBody = {
    code: 500,
    errorCode: 10009,
    detail: [{ field: 'body', reason: expect.stringMatching(/^body\./) }],
  }

  test('beyond 256 KB is not read', async () => {
    expect((await post(JSON.stringify({ username: 'a'.repeat(256 * 1024) }))).statusCode).toBe(413)
    expect((await post(`username=${'a'.repeat(256 * 1024)}`, 'application/x-www-form-urlencoded')).statusCode).toBe(413)
  })

  test('has at most 200 fields, and 10,000 values in all', async () => {
    const keys = Object.fromEntries(Array.from({ length: 201 }, (_, n) => [`k${n}`, 1]))
    expect((await post(JSON.stringify(keys))).json()).toMatchObject(refusedBody)
    expect(
      (await post(new URLSearchParams(keys as never).toString(), 'application/x-www-form-urlencoded')).json(),
    ).toMatchObject(refusedBody)
    expect((await post(JSON.stringify({ a: Array.from({ length: 10_001 }, () => 0) }))).json()).toMatchObject(
      refusedBody,
    )
    expect((await post(`{"a":${'['.repeat(60_000)}${']'.repeat(60_000)}}`)).json()).toMatchObject({
      errorCode: 10009,
      detail: [{ reason: 'body.tooMuch' }],
    })
  })

  test('of a call during shutdown is answered with 503 and the envelope', async () => {
    product.health.draining = true
    const response = await product.app.inject({ url: `${basePath}${userInfo.path}` })
    expect(response.statusCode).toBe(503)
    expect(response.headers['retry-after']).toBe('2')
    expect(response.json()).toEqual({ code: 500, errorCode: 10001, errorMsg: 'server busy (draining)' })
    product.health.draining = false
  })
})
