import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { Webhook } from 'standardwebhooks'
import { afterEach, expect, test } from 'vitest'
import { createClient } from './client.ts'
import { NotACommand } from './errors.ts'
import { secret } from './greenroom.fixture.ts'
import type { Handlers, ReceiveOptions } from './receive.ts'

const old = `whsec_${Buffer.alloc(32, 8).toString('base64')}`
const client = createClient({ url: 'http://127.0.0.1:1', secret: [secret, old] })

const banned = {
  id: 'c1',
  type: 'user.banned',
  at: '2026-01-02T03:04:05.000Z',
  subject: 'user:42',
  data: { userId: 42, kind: 'id', deviceIds: [], until: null, reason: 'spam' },
}

function signed(body: string, { by = secret, at = new Date(), id = 'c1' } = {}) {
  return {
    'webhook-id': id,
    'webhook-timestamp': String(Math.floor(at.getTime() / 1_000)),
    'webhook-signature': new Webhook(by).sign(id, at, body),
  }
}

let server: Server | undefined
afterEach(() => {
  server?.closeAllConnections()
  server?.close()
})

async function receiver(handlers: Handlers, options?: ReceiveOptions) {
  server = createServer(client.receive(handlers, options))
  await new Promise<void>((resolve) => server!.listen(0, '127.0.0.1', resolve))
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/`
  return async (command: unknown, signing = {}, method = 'POST') => {
    const body = typeof command === 'string' ? command : JSON.stringify(command)
    const headers = signed(body, signing)
    return (await fetch(url, { method, headers, ...(method === 'POST' && { body }) })).status
  }
}

test('a command is verified and typed', () => {
  const body = JSON.stringify(banned)
  const command = client.verifyCommand(signed(body), body)
  expect(command).toEqual({ ...banned, at: new Date(banned.at) })
  expect(client.verifyCommand(signed(body, { by: old }), Buffer.from(body)).id).toBe('c1')
})

test.each([
  ['a changed body', `${JSON.stringify(banned)} `, signed(JSON.stringify(banned)), 401],
  [
    'a foreign secret',
    JSON.stringify(banned),
    signed(JSON.stringify(banned), { by: `whsec_${Buffer.alloc(32, 9).toString('base64')}` }),
    401,
  ],
  [
    'an old signature',
    JSON.stringify(banned),
    signed(JSON.stringify(banned), { at: new Date(Date.now() - 6 * 60_000) }),
    401,
  ],
  ['no headers', JSON.stringify(banned), {}, 401],
  ['no JSON', 'x', signed('x'), 400],
  ['a body that is no command', '{}', signed('{}'), 400],
])('refuses %s', (_, body, headers, status) => {
  expect(() => client.verifyCommand(headers, body)).toThrow(NotACommand)
  try {
    client.verifyCommand(headers, body)
  } catch (error) {
    expect((error as NotACommand).status).toBe(status)
  }
})

test('refuses data that does not match its type', () => {
  const body = JSON.stringify({ ...banned, data: { userId: 'x' } })
  expect(() => client.verifyCommand(signed(body), body)).toThrow(/does not match user\.banned/)
})

test('the listener calls the handler once, however often a command arrives', async () => {
  const received: string[] = []
  let arrived = 0
  let letGo = () => {}
  const both = new Promise<void>((resolve) => (letGo = resolve))
  const post = await receiver({
    'user.banned': async ({ userId }, { id }) => {
      await both
      received.push(`${id} ${userId}`)
    },
  })
  server!.on('request', (request) => request.on('end', () => ++arrived === 2 && letGo()))
  expect(await Promise.all([post(banned), post(banned)])).toEqual([204, 204])
  expect(await post(banned)).toBe(204)
  expect(received).toEqual(['c1 42'])
})

test('a failed command comes again, and is then accepted', async () => {
  let tries = 0
  const errors: unknown[] = []
  const post = await receiver(
    {
      'user.banned': () => {
        if (++tries === 1) throw new Error('no room')
      },
    },
    { onError: (error) => errors.push(error) },
  )
  expect(await post(banned)).toBe(500)
  expect(await post(banned)).toBe(204)
  expect(tries).toBe(2)
  expect(errors).toHaveLength(1)
})

test('commands without a handler are accepted, and unknown ones go to `others`', async () => {
  const others: string[] = []
  const post = await receiver({ others: ({ type }) => others.push(type) })
  expect(await post(banned)).toBe(204)
  expect(await post({ ...banned, id: 'c2', type: 'user.teleported' })).toBe(204)
  expect(others).toEqual(['user.banned', 'user.teleported'])
})

test('what is not a command gets the right status', async () => {
  const post = await receiver({})
  expect(await post(banned, { by: `whsec_${Buffer.alloc(32, 9).toString('base64')}` })).toBe(401)
  expect(await post('{}')).toBe(400)
  expect(await post(banned, {}, 'GET')).toBe(405)
  expect(await post('x'.repeat(1024 * 1024 + 1))).toBe(413)
})

test('forgets the oldest ids when its memory is full', async () => {
  let calls = 0
  const post = await receiver({ 'user.banned': () => calls++ }, { remember: 2 })
  for (const id of ['a', 'b', 'c', 'a', 'c']) await post({ ...banned, id })
  expect(calls).toBe(4)
})
