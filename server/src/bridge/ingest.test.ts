import { createHmac } from 'node:crypto'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { answersOf, type Sent } from '../../test/bridge.ts'
import { wallNow } from '../kit/clock.ts'
import { newId } from '../kit/random.ts'
import { aVisit, startBridge, type TestBridge, tallied, tally, tallyTables } from './bridge.fixture.ts'
import { bytesOf } from './clients.ts'

let bridge: TestBridge
beforeAll(async () => {
  bridge = await startBridge([tally])
  await tallyTables.execute(bridge.database)
})
afterAll(() => bridge.close())

let lastUser = 100
const offline = (seconds = 1, userId = ++lastUser): Sent => ({
  id: newId(bridge.clock.now()),
  type: 'live.viewed',
  at: bridge.clock.now(),
  data: aVisit(userId, seconds),
})
const text = (tokens: number, receiverId = ++lastUser): Sent => ({
  id: newId(bridge.clock.now()),
  type: 'text.charged',
  at: bridge.clock.now(),
  data: { senderId: 1, receiverId, tokens },
})
const name = (nickname: string): Sent => ({ type: 'user.updated', data: { userId: ++lastUser, nickname } })
const statuses = (answers: { status: string; errorCode?: number | undefined }[]) =>
  answers.map((answer) => answer.errorCode ?? answer.status)
const ndjson = (lines: readonly unknown[]) =>
  lines.map((line) => `${typeof line === 'string' ? line : JSON.stringify(line)}\n`).join('')
const ago = (minutes: number) => new Date(bridge.clock.now().getTime() - minutes * 60_000)
const days = 24 * 60

/** The library signs text only. */
function signedRaw(body: Buffer) {
  const timestamp = String(Math.floor(wallNow().getTime() / 1_000))
  const mac = createHmac('sha256', bytesOf(bridge.client.secret)).update(`raw.${timestamp}.`).update(body)
  return { 'webhook-id': 'raw', 'webhook-timestamp': timestamp, 'webhook-signature': `v1,${mac.digest('base64')}` }
}

describe('an event', () => {
  it('is applied once, and gets the same answer again', async () => {
    const event = text(40)
    const [first, ...rest] = await bridge.client.send([event, event, event])
    expect(first).toEqual({ id: event.id, status: 'accepted', result: { paid: 40, bonus: 40 } })
    expect(rest).toEqual(rest.map(() => ({ ...first, status: 'duplicate' })))
    await bridge.client.send([text(2, Number((event.data as { receiverId: number }).receiverId))])
    expect(await bridge.client.send([event])).toEqual([{ ...first, status: 'duplicate' }])
  })

  it('that is repeated with other content is refused, and the first remains', async () => {
    const event = text(40)
    const other = { ...event, data: { ...event.data, tokens: 41 } } as Sent
    expect(statuses(await bridge.client.send([event, other]))).toEqual(['accepted', 10027])
    expect(statuses(await bridge.client.send([other, event]))).toEqual([10027, 'duplicate'])
    expect(statuses(await bridge.client.send([{ ...event, at: ago(1) }]))).toEqual([10027])
  })

  it('is the same in any field order, time zone and id case', async () => {
    const event = offline()
    const [line] = bridge.client.linesOf([event])
    await bridge.client.send([event])
    const same = {
      extra: 1,
      data: { more: 2, ...Object.fromEntries(Object.entries(line!.data as object).toReversed()) },
      at: line!.at.replace('Z', '+00:00'),
      type: line!.type,
      id: line!.id.toUpperCase(),
    }
    const answer = await bridge.client.post(ndjson([same]))
    expect(answersOf(answer.body)).toEqual([{ id: same.id, status: 'duplicate' }])
  })

  it('that was refused stays refused, by the room or by the ledger', async () => {
    const events = [offline(5, 13), text(1_001)]
    const first = await bridge.client.send(events)
    expect(first).toMatchObject([
      { status: 'rejected', errorCode: 21001, errorMsg: 'nobody is 13' },
      { status: 'rejected', errorCode: 60001 },
    ])
    expect(await bridge.client.send(events)).toEqual(first)
    const { rows } = await sql<{ n: number }>`
      select count(*)::int as n from ledger.account where owner = ${`user:${(events[1]!.data as { receiverId: number }).receiverId}`}
       and posted <> 0`.execute(bridge.database)
    expect(rows[0]!.n).toBe(0)
  })

  it('in diamonds has its own code for an insufficient balance', async () => {
    const body = ndjson(bridge.client.linesOf([text(1_001)]))
    const answer = await bridge.client.post(body, { headers: { 'greenroom-unit': 'diamonds' } })
    expect(statuses(answersOf(answer.body))).toEqual([1000124])
  })

  it('of an idempotent type stores no row', async () => {
    const beat: Sent = { id: newId(bridge.clock.now()), type: 'live.heartbeat', data: { liveId: 'a', viewers: 3 } }
    expect(statuses(await bridge.client.send([beat, beat]))).toEqual(['accepted', 'accepted'])
    const row = await bridge.database.selectFrom('bridge.event').where('id', '=', beat.id!).select('id').execute()
    expect(row).toEqual([])
  })
})

describe('a line', () => {
  const bad: [string, () => unknown][] = [
    ['not JSON', () => '{"id":'],
    ['no JSON object', () => '[1]'],
    ['NUL in the middle', () => '{"a":"\0"}'],
    ['an id of another kind', () => ({ ...line(), id: '5f2d3c1e-0000-4000-8000-000000000000' })],
    ['an unknown type', () => ({ ...line(), type: 'user.teleported' })],
    ['the name of an object property as type', () => ({ ...line(), type: 'constructor' })],
    ['a type without a handler', () => ({ ...line(), type: 'live.ended', data: { liveId: 'a', reason: '' } })],
    ['data that is null', () => ({ ...line(), data: null })],
    ['a number that is text', () => ({ ...line(), data: { ...aVisit(5, 1), userId: '5' } })],
    ['a NUL in a text', () => ({ ...line(), type: 'user.updated', data: { userId: 1, nickname: 'a\0b' } })],
    [
      'a lone surrogate',
      () =>
        `{"id":"${newId(bridge.clock.now())}","type":"user.updated","at":"${bridge.clock.now().toISOString()}","data":{"userId":1,"nickname":"\\ud83d"}}`,
    ],
    ['an invalid time', () => ({ ...line(), at: 'yesterday' })],
    ['a day that does not exist', () => ({ ...line(), at: '2026-13-40T00:00:00Z' })],
    ['a time 31 days ago', () => ({ ...line(), at: ago(31 * days).toISOString() })],
    ['a time 6 minutes ahead', () => ({ ...line(), at: ago(-6).toISOString() })],
    ['an id of 31 days ago', () => ({ ...line(), id: newId(ago(31 * days)) })],
    ['an id of 6 minutes ahead', () => ({ ...line(), id: newId(ago(-6)) })],
  ]
  const line = () => bridge.client.linesOf([offline()])[0]!

  it.each(bad)('with %s is 10009, and its neighbours are accepted', async (_, make) => {
    const answer = await bridge.client.post(ndjson([line(), make(), line()]))
    expect(answer.statusCode).toBe(200)
    expect(answer.headers['content-type']).toBe('application/x-ndjson')
    expect(statuses(answersOf(answer.body))).toEqual(['accepted', 10009, 'accepted'])
  })

  it('with invalid UTF-8 fails alone', async () => {
    const body = Buffer.concat([
      Buffer.from(ndjson([line()])),
      Buffer.from([0x22, 0xff, 0x22, 0x0a]),
      Buffer.from(ndjson([{ ...line(), type: 'user.updated', data: { userId: 1, nickname: 'Zoë 🎈' } }])),
    ])
    const answer = await bridge.client.post(body, { headers: signedRaw(body) })
    expect(statuses(answersOf(answer.body))).toEqual(['accepted', 10009, 'accepted'])
  })

  it('within 30 days and 5 minutes is accepted', async () => {
    const answers = await bridge.client.send([
      { ...offline(), id: newId(ago(29 * days)), at: ago(29 * days) } as Sent,
      { ...offline(), id: newId(ago(-4)), at: ago(-4) } as Sent,
    ])
    expect(statuses(answers)).toEqual(['accepted', 'accepted'])
  })

  it('of a client that sends its first history may be older', async () => {
    const old = () => ({ ...offline(), id: newId(ago(45 * days)), at: ago(45 * days) }) as Sent
    expect(statuses(await bridge.client.send([old()]))).toEqual([10009])
    const set = async (historyDays: number) => {
      await sql`update bridge.client set history_days = ${historyDays}`.execute(bridge.database)
      await bridge.clients.refresh()
    }
    await set(90)
    expect(statuses(await bridge.client.send([old()]))).toEqual(['accepted'])
    // It is recorded when the newest event of the chunk happened.
    const texts = [46, 44, 45].map((of) => ({ ...text(3), id: newId(ago(of * days)), at: ago(of * days) }) as Sent)
    await bridge.client.send(texts)
    const { rows } = await sql<{ at: Date }>`
      select distinct recorded_at as at from ledger.transfer where id > ${texts[0]!.id}::uuid and id < ${newId(ago(40 * days))}::uuid`.execute(
      bridge.database,
    )
    expect(rows).toEqual([{ at: texts[1]!.at }])
    await set(30)
    expect(statuses(await bridge.client.send([old()]))).toEqual([10009])
  })

  it('may end with a carriage return; empty lines are ignored', async () => {
    const answer = await bridge.client.post(`\r\n${JSON.stringify(line())}\r\n\n  \n${JSON.stringify(line())}`)
    expect(statuses(answersOf(answer.body))).toEqual(['accepted', 'accepted'])
    expect((await bridge.client.post('')).body).toBe('')
  })
})

describe('a bug in a handler', () => {
  it('fails only the line that triggers it, is logged, and is not remembered', async () => {
    bridge.errors.length = 0
    const events = Array.from({ length: 41 }, (_, index) => (index === 17 || index === 30 ? name('boom') : offline(7)))
    const answers = await bridge.client.send(events)
    expect(statuses(answers)).toEqual(events.map((_, index) => (index === 17 || index === 30 ? 10001 : 'accepted')))
    expect(bridge.errors.map(({ where }) => where)).toEqual([
      `event user.updated ${answers[17]!.id}`,
      `event user.updated ${answers[30]!.id}`,
    ])
    const again = { ...name('mended'), id: answers[17]!.id } as Sent
    expect(statuses(await bridge.client.send([again]))).toEqual(['accepted'])
  })
})

describe('a batch', () => {
  it('that is repeated gets the same bytes', async () => {
    const body = ndjson(bridge.client.linesOf([text(3), offline(), offline(1, 13)]))
    const first = await bridge.client.post(body, { webhookId: 'once' })
    const again = await bridge.client.post(body, { webhookId: 'once' })
    expect(again.rawPayload.equals(first.rawPayload)).toBe(true)
    expect(statuses(answersOf(again.body))).toEqual(['accepted', 'accepted', 21001])
    const other = await bridge.client.post(body, { webhookId: 'twice' })
    expect(statuses(answersOf(other.body))).toEqual(['duplicate', 'duplicate', 21001])
  })

  it('with a known webhook-id and another body is a conflict', async () => {
    await bridge.client.post('', { webhookId: 'known' })
    expect((await bridge.client.post('\n', { webhookId: 'known' })).statusCode).toBe(409)
  })

  it('sent many times at once is applied once, with equal answers', async () => {
    const receiver = ++lastUser
    const body = ndjson(bridge.client.linesOf(Array.from({ length: 20 }, () => text(1, receiver))))
    const answers = await Promise.all(
      Array.from({ length: 10 }, () => bridge.client.post(body, { webhookId: 'at once' })),
    )
    expect(new Set(answers.map((answer) => answer.body)).size).toBe(1)
    expect(new Set(statuses(answersOf(answers[0]!.body)))).toEqual(new Set(['accepted']))
    expect(await tallied(bridge)).toContain(`bonus user:${receiver} 20`)
  })

  it('that shares ids with concurrent ones applies each once', async () => {
    const receiver = ++lastUser
    const events = Array.from({ length: 60 }, () => text(1, receiver))
    const halves = [events, events.toReversed(), events.slice(0, 40), events.slice(20).toReversed()]
    const answers = (await Promise.all([...halves, ...halves].map((half) => bridge.client.send(half)))).flat()
    expect(answers.filter((answer) => answer.status === 'accepted')).toHaveLength(60)
    expect(answers.filter((answer) => answer.status === 'duplicate')).toHaveLength(340)
    const results = Map.groupBy(answers, (answer) => answer.id)
    for (const same of results.values()) expect(new Set(same.map((a) => JSON.stringify(a.result))).size).toBe(1)
    expect(await tallied(bridge)).toContain(`bonus user:${receiver} 60`)
  })

  it('has at most 10,000 lines and 8 MiB', async () => {
    const line = ndjson(['x'])
    expect((await bridge.client.post(line.repeat(10_000))).statusCode).toBe(200)
    expect((await bridge.client.post(line.repeat(10_001))).statusCode).toBe(400)
    expect((await bridge.client.post(Buffer.alloc(8 * 1024 * 1024, '\n'))).statusCode).toBe(200)
    const large = await bridge.client.post(Buffer.alloc(8 * 1024 * 1024 + 1, '\n'))
    expect([large.statusCode, large.headers['content-type']]).toEqual([413, 'application/problem+json'])
  })

  it('must be NDJSON', async () => {
    const as = async (headers: Record<string, string>) => (await bridge.client.post('', { headers })).statusCode
    expect(await as({ 'content-type': 'application/json' })).toBe(415)
    expect(await as({ 'content-type': 'text/plain' })).toBe(415)
    expect(await as({ 'content-encoding': 'gzip' })).toBe(415)
    expect(await as({ 'content-type': 'application/x-ndjson; charset=utf-8' })).toBe(200)
  })

  it('of many chunks is answered in line order', async () => {
    const events = Array.from({ length: 1_234 }, (_, index) => offline(1, index % 10 === 9 ? 13 : 50))
    const answers = await bridge.client.send(events)
    expect(answers.map((answer) => answer.id)).toEqual(events.map((event) => event.id))
    expect(statuses(answers)).toEqual(events.map((_, index) => (index % 10 === 9 ? 21001 : 'accepted')))
    expect(await tallied(bridge)).toContain(`online 50 ${events.filter((_, index) => index % 10 !== 9).length}`)
  })
})

it('takes nothing while no standby confirms commits, nor answers what it took before', async () => {
  const [before] = bridge.client.linesOf([offline()])
  const body = ndjson([before])
  const webhookId = newId(bridge.clock.now())
  expect((await bridge.client.post(body, { webhookId })).statusCode).toBe(200)
  bridge.standby.isMissing = true
  for (const id of [webhookId, newId(bridge.clock.now())]) {
    const refused = await bridge.client.post(body, { webhookId: id })
    expect([refused.statusCode, refused.json<{ code: string }>().code]).toEqual([503, 'standby'])
  }
  bridge.standby.isMissing = false
  expect((await bridge.client.post(body, { webhookId })).statusCode).toBe(200)
})
