// `vectors.json` holds the published signatures, as this client makes them, so that signing in other languages can be checked.
import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { Webhook } from 'standardwebhooks'
import { expect, test } from 'vitest'
import { batchesOf, type EventLine } from './events.ts'
import { secret } from './greenroom.fixture.ts'
import { keyOf, signatureOf } from './transport.ts'

const file = fileURLToPath(new URL('../vectors.json', import.meta.url))
const at = new Date('2026-01-02T03:04:05.678Z')

const lineAt = (place: number, type: EventLine['type'], data: object): EventLine => ({
  id: `019b7c90-6e2e-7000-8000-00000000000${place}`,
  type,
  at: at.toISOString(),
  data,
})
const registered = (place: number, nickname: string) =>
  lineAt(place, 'user.registered', {
    userId: 600 + place,
    nickname,
    sex: 'woman',
    country: 'BR',
    language: 'pt',
    platform: 'android',
    deviceId: `a60${place}`,
  })
const batch = (...lines: EventLine[]) => batchesOf(lines)[0]!.body

const command = JSON.stringify({
  id: 'c1',
  type: 'user.banned',
  at: at.toISOString(),
  subject: 'user:602',
  data: { userId: 602, kind: 'id', deviceIds: [], until: null, reason: '垃圾信息 — “spam”' },
})

const bodies: [name: string, body: string][] = [
  ['one event', batch(registered(1, 'Ana'))],
  ['Chinese, a surrogate pair and a combining accent', batch(registered(2, '小龙'), registered(3, '🌸 Joa\u0303o'))],
  ['Arabic, and marks that JSON escapes', batch(registered(4, 'ليلى "\\"\n\u2028'))],
  ['money', batch(lineAt(5, 'gift.sent', { giftId: 1, senderId: 602, receiverId: 601, count: 1, tokens: 100 }))],
  ['a command', command],
  ['a GET, which signs method and path', 'GET /app/v1/state/users/602'],
]

const made = bodies.map(([name, body], place) => {
  const id = `msg_${String(place + 1).padStart(32, '0')}`
  return {
    name,
    id,
    timestamp: Math.floor(at.getTime() / 1_000),
    body,
    signature: signatureOf(keyOf(secret), id, at, body),
  }
})

test('the vectors are what the client makes now', async () => {
  const published = {
    secret,
    signed: '<webhook-id>.<webhook-timestamp>.<body>',
    headers: { id: 'webhook-id', timestamp: 'webhook-timestamp', signature: 'webhook-signature' },
    prefix: 'v1,',
    contentType: 'application/x-ndjson',
    vectors: made,
  }
  // After a change that is meant: `npx vitest run -u --project bridge-client vectors`.
  await expect(`${JSON.stringify(published, null, 2)}\n`).toMatchFileSnapshot(file)
})

test('they are signed as Standard Webhooks signs', () => {
  const { vectors } = JSON.parse(readFileSync(file, 'utf8')) as { vectors: typeof made }
  expect(vectors).toHaveLength(bodies.length)
  for (const { id, timestamp, body, signature } of vectors)
    expect(signature).toBe(new Webhook(secret).sign(id, new Date(timestamp * 1_000), body))
})
