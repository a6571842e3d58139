// Web Push at a stub of a push service, which decrypts by the library's other half. Run by `notify.test.ts`, on its product.
import { createECDH, randomBytes } from 'node:crypto'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { logout } from '@greenroom/contract/access'
import { pushKey, pushList, pushRemove, pushSubscribe, toldSettings } from '@greenroom/contract/told'
import { decrypt } from 'http_ece'
import { importJWK, jwtVerify } from 'jose'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { person } from '../../test/people.ts'
import { inTransaction } from '../kit/database/database.ts'
import { tell } from './told.service.ts'
import { type On, told } from './told.suite.ts'

type Arrived = { path: string; headers: Record<string, string | string[] | undefined>; body: Buffer }

/** A push service: answers what is asked of it, and keeps what arrives. */
async function pushService() {
  const arrived: Arrived[] = []
  const answers = new Map<string, number>()
  const server = createServer((request, response) => {
    const parts: Buffer[] = []
    request.on('data', (part: Buffer) => parts.push(part))
    request.on('end', () => {
      const path = request.url ?? ''
      arrived.push({ path, headers: request.headers, body: Buffer.concat(parts) })
      response.statusCode = answers.get(path) ?? 201
      response.end()
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  return {
    arrived,
    answers,
    origin: `http://127.0.0.1:${port}`,
    close: () => new Promise<void>((resolve) => server.close(() => resolve())),
  }
}

/** A browser: its keys, and how it reads what arrives. */
function aBrowser(origin: string, name: string) {
  const keys = createECDH('prime256v1')
  const p256dh = keys.generateKeys('base64url')
  const auth = randomBytes(16).toString('base64url')
  return {
    path: `/${name}`,
    sent: { endpoint: `${origin}/${name}`, p256dh, auth },
    read: (body: Buffer) =>
      JSON.parse(decrypt(body, { version: 'aes128gcm', privateKey: keys, authSecret: auth }).toString('utf8')),
  }
}

export function browsers(on: On): void {
  describe('a browser', () => {
    let service: Awaited<ReturnType<typeof pushService>>
    beforeAll(async () => {
      service = await pushService()
    })
    afterAll(() => service.close())

    const ring = async (staffId: number, about: string, reason = about) => {
      const { database, clock } = on.product()
      await inTransaction(database, (tx) =>
        tell(tx, clock.now(), [
          {
            moment: 'requestDecided',
            about,
            to: { staffIds: [staffId] },
            params: { kind: 'withdrawal.pass', state: 'refused', by: 'x', reason },
          },
        ]),
      )
      await told(on)
    }
    const states = async () =>
      (
        await on
          .product()
          .database.selectFrom('notify.message')
          .select('state')
          .where('way', '=', 'push')
          .orderBy('id')
          .execute()
      ).map(({ state }) => state)
    const due = () =>
      sql`update notify.message set next_at = made_at where state = 'waiting'`.execute(on.product().database)

    test('is told in words that only it can read, signed by this installation, and leads to the page', async () => {
      const { client, staffId } = await person(on.product())
      const nobody = await on.product().database.selectFrom('notify.push_key').selectAll().execute()
      expect(nobody).toEqual([])
      const [{ publicKey }, again] = await Promise.all([client.call(pushKey, {}), client.call(pushKey, {})])
      expect(again.publicKey).toBe(publicKey)
      const [kept] = await on.product().database.selectFrom('notify.push_key').selectAll().execute()
      expect(kept).toMatchObject({ public: publicKey, sealed: expect.stringMatching(/^[\w-]+\./) })
      const one = aBrowser(service.origin, 'one')
      const two = aBrowser(service.origin, 'two')
      await client.call(pushSubscribe, one.sent)
      const { id } = await client.call(pushSubscribe, two.sent)
      expect((await client.call(toldSettings, {})).ways.find(({ way }) => way === 'push')).toEqual({
        way: 'push',
        leads: 'yes',
      })
      await ring(staffId, 'first', 'the secret reason')
      await ring(staffId, 'first', 'the secret reason')
      expect(await on.product().letters.round()).toBe(2)
      expect(service.arrived.map(({ path }) => path).toSorted()).toEqual(['/one', '/two'])
      const { headers, body } = service.arrived.find(({ path }) => path === '/one')!
      expect(body.toString('latin1')).not.toContain('secret')
      expect(one.read(body)).toEqual({
        title: 'Greenroom',
        body: 'Your request was rejected: Withdrawal. Reason: the secret reason',
        lang: 'en',
        dir: 'ltr',
        tag: 'requestDecided first',
        href: '/requests?drawer=show:first',
      })
      expect(() => two.read(body)).toThrow()
      expect(headers).toMatchObject({ 'content-encoding': 'aes128gcm', ttl: '86400', urgency: 'normal' })
      const [, token, key] = /^vapid t=([^,]+), k=(.+)$/.exec(String(headers['authorization']))!
      expect(key).toBe(publicKey)
      const raw = Buffer.from(publicKey, 'base64url')
      const jwk = {
        kty: 'EC',
        crv: 'P-256',
        x: raw.subarray(1, 33).toString('base64url'),
        y: raw.subarray(33).toString('base64url'),
      }
      const { payload } = await jwtVerify(token!, await importJWK(jwk, 'ES256'))
      expect(payload).toMatchObject({ aud: service.origin, sub: 'mailto:greenroom@example.com' })
      expect(await states()).toEqual(['sent', 'sent'])

      // One of them is turned off, and the other's session ends: nothing more is sent, to nobody's alarm.
      await client.call(pushRemove, { id })
      expect(await client.refused(pushRemove, { id })).toMatchObject({ code: 10032 })
      await ring(staffId, 'second')
      await client.call(logout, {})
      service.arrived.splice(0)
      await on.product().letters.round()
      expect(service.arrived).toEqual([])
      expect(await states()).toEqual(['sent', 'sent', 'withdrawn'])
      await sql`delete from notify.message`.execute(on.product().database)
    })

    test('that its service no longer knows is forgotten; a service that is busy is asked again, for a day', async () => {
      const { client, staffId } = await person(on.product())
      const gone = aBrowser(service.origin, 'gone')
      const busy = aBrowser(service.origin, 'busy')
      for (const { sent } of [gone, busy]) await client.call(pushSubscribe, sent)
      service.answers.set('/gone', 410).set('/busy', 503)
      await ring(staffId, 'third')
      await on.product().letters.round()
      expect((await client.call(pushList, {})).browsers).toHaveLength(1)
      expect((await states()).toSorted()).toEqual(['waiting', 'withdrawn'])
      service.answers.delete('/busy')
      await due()
      service.arrived.splice(0)
      await on.product().letters.round()
      expect(busy.read(service.arrived[0]!.body)).toMatchObject({ tag: 'requestDecided third' })
      service.answers.set('/busy', 503)
      await ring(staffId, 'fourth')
      await on.product().letters.round()
      await sql`update notify.message set first_at = first_at - interval '24 hours', next_at = made_at where state = 'waiting'`.execute(
        on.product().database,
      )
      await on.product().letters.round()
      expect((await states()).toSorted()).toEqual(['sent', 'withdrawn', 'withdrawn'])
      await sql`delete from notify.message`.execute(on.product().database)
    })

    test('belongs to who turned it on last, is one of ten, and lies behind an address that a push service may have', async () => {
      const [mine, theirs] = [await person(on.product()), await person(on.product())]
      const shared = aBrowser(service.origin, 'shared')
      await mine.client.call(pushSubscribe, shared.sent)
      const { id } = await theirs.client.call(pushSubscribe, shared.sent)
      expect((await mine.client.call(pushList, {})).browsers).toEqual([])
      expect(await mine.client.refused(pushRemove, { id })).toMatchObject({ code: 10032 })
      expect((await theirs.client.call(pushList, {})).browsers).toMatchObject([{ current: true }])
      for (let count = 1; count < 10; count++)
        await theirs.client.call(pushSubscribe, aBrowser(service.origin, `more${count}`).sent)
      expect(await theirs.client.refused(pushSubscribe, aBrowser(service.origin, 'eleventh').sent)).toMatchObject({
        code: 20000,
        reason: 'told.browsers',
      })
      await theirs.client.call(pushSubscribe, shared.sent)
      expect(await mine.client.refused(pushSubscribe, { ...shared.sent, auth: '!' })).toMatchObject({
        code: 10009,
        reason: 'field.invalid',
      })
    })
  })
}
