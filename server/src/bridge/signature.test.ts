import fc from 'fast-check'
import { Webhook } from 'standardwebhooks'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { signedWith } from '../../test/bridge.ts'
import { testSeals } from '../../test/seals.ts'
import { wallNow } from '../kit/clock.ts'
import { startBridge, type TestBridge } from './bridge.fixture.ts'
import { addClientSecret, bytesOf, newClientSecret } from './clients.ts'
import { signedHeaders, signerOf } from './signature.ts'

let bridge: TestBridge
beforeAll(async () => {
  bridge = await startBridge([])
})
afterAll(() => bridge.close())

const status = async (posting: Parameters<typeof bridge.client.post>[1], body = '') =>
  (await bridge.client.post(body, posting)).statusCode

const addSecret = async (expiresAt: Date | null, here = true) => {
  const secret = newClientSecret()
  const { clientId } = bridge.client
  await bridge.database
    .transaction()
    .execute((tx) => addClientSecret(tx, testSeals, { clientId, secret, by: 'test', at: wallNow(), expiresAt }))
  if (here) await bridge.bridge.clients.refresh()
  return secret
}

const inMinutes = (minutes: number) => new Date(Date.now() + minutes * 60_000)

describe('a batch', () => {
  it('is accepted when a secret of an enabled client signed it', async () => {
    expect(await status({})).toBe(200)
  })

  it('is refused without a right signature', async () => {
    const answer = await bridge.client.post('', { secret: newClientSecret() })
    expect(answer.statusCode).toBe(401)
    expect(answer.headers['content-type']).toBe('application/problem+json')
    expect(answer.json()).toEqual({
      type: 'about:blank',
      title: expect.any(String),
      status: 401,
      detail: expect.any(String),
      code: 'signature',
    })
    expect(await status({ headers: { 'webhook-id': 'another' } })).toBe(401)
    expect(await status({ headers: { 'webhook-timestamp': String(Math.floor(Date.now() / 1_000) + 1) } })).toBe(401)
    expect(await status({ headers: { 'webhook-signature': 'v1,' } })).toBe(401)
    expect(await status({ headers: { 'webhook-signature': 'v1a,AAAA' } })).toBe(401)
    expect(await status({ headers: { 'webhook-signature': '' } })).toBe(401)
    expect(await status({ webhookId: 'x'.repeat(257) })).toBe(401)
  })

  it('is accepted by every process as soon as another has created the secret, even right after a cache read', async () => {
    for (let turn = 0; turn < 5; turn++) {
      await bridge.bridge.clients.refresh()
      expect(await status({ secret: await addSecret(null, false) })).toBe(200)
    }
  })

  it('is told what is wrong by a code, so that a program keeps what a wrong clock refused', async () => {
    const codeOf = async (options: object) => (await bridge.client.post('', options)).json<{ code?: string }>().code
    expect(await codeOf({ at: inMinutes(60) })).toBe('clock')
    expect(await codeOf({ at: inMinutes(-60) })).toBe('clock')
    expect(await codeOf({ secret: newClientSecret() })).toBe('signature')
    expect(await codeOf({ headers: { 'webhook-timestamp': 'now' } })).toBe('headers')
  })

  it('is refused when the content differs from what was signed', async () => {
    const headers = signedWith(bridge.client.secret, 'one')
    expect((await bridge.client.post('two', { headers })).statusCode).toBe(401)
  })

  it.each([
    [-6, 401],
    [-4, 200],
    [4, 200],
    [6, 401],
  ])('signed %i minutes from now is answered %i', async (minutes, expected) => {
    expect(await status({ at: inMinutes(minutes) })).toBe(expected)
  })

  it('may be signed with the old and the new secret while both are valid', async () => {
    const added = await addSecret(inMinutes(5))
    expect(await status({ secret: added })).toBe(200)
    expect(await status({})).toBe(200)
    expect(await status({ secret: await addSecret(inMinutes(-1)) })).toBe(401)
    // A client that rotates signs with both; one valid signature is enough.
    const signed = signedWith(added, '')
    const other = new Webhook(newClientSecret()).sign(signed['webhook-id'], new Date(), Buffer.from(''))
    const headers = { ...signed, 'webhook-signature': `${other} ${signed['webhook-signature']}` }
    expect((await bridge.client.post('', { headers })).statusCode).toBe(200)
  })

  it('is refused from a disabled client, and accepted again once enabled', async () => {
    const set = async (enabled: boolean) => {
      await bridge.database
        .updateTable('bridge.client')
        .set({ enabled })
        .where('id', '=', bridge.client.clientId)
        .execute()
      await bridge.bridge.clients.refresh()
    }
    await set(false)
    expect(await status({})).toBe(401)
    await set(true)
    expect(await status({})).toBe(200)
  })
})

it('agrees with the Standard Webhooks library', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary' }), fc.uint8Array({ minLength: 24, maxLength: 64 }), (body, bytes) => {
      const secret = `whsec_${Buffer.from(bytes).toString('base64')}`
      const headers = signedHeaders(signedWith(secret, body))
      if ('why' in headers) throw new Error(headers.why)
      const client = {
        id: 1,
        name: 'a',
        endpoint: '',
        historyDays: 30,
        history: false,
        stopped: null,
        secrets: [{ id: 1, key: bytesOf(secret), expiresAt: null }],
      }
      expect(signerOf([client], headers, Buffer.from(body))).toBe(client)
      expect(signerOf([client], headers, Buffer.from(`${body} `))).toBeNull()
    }),
  )
})
