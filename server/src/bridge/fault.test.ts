// A fault of the server is never a verdict: nothing is lost, applied twice, or remembered as an answer.
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { answersOf, type Sent } from '../../test/bridge.ts'
import { testSeals } from '../../test/seals.ts'
import { inTransaction } from '../kit/database/database.ts'
import { newId } from '../kit/random.ts'
import { aVisit, startBridge, type TestBridge, tallied, tally, tallyTables } from './bridge.fixture.ts'
import { type AnyHandler, defineHandler } from './bridge.handler.ts'
import { heldOwner, renewHeldEvents, triesBeforeHeld } from './held.ts'
import { registryOf } from './registry.ts'
import { openReplay } from './replay.ts'

let broken: (() => Error) | null = null
const breaking: AnyHandler = {
  ...tally,
  async plan(chunk, events) {
    if (broken && events.some((event) => event.type === 'live.viewed' && event.data.seconds === 999)) throw broken()
    return tally.plan(chunk, events)
  },
}

let bridge: TestBridge
beforeAll(async () => {
  bridge = await startBridge([breaking])
  await tallyTables.execute(bridge.database)
})
afterAll(() => bridge.close())

const offline = (seconds: number): Sent => {
  const at = bridge.clock.now()
  return { id: newId(at), at, type: 'live.viewed', data: aVisit(5, seconds) }
}
const bodyOf = (events: readonly Sent[]) =>
  bridge.client
    .linesOf(events)
    .map((line) => `${JSON.stringify(line)}\n`)
    .join('')

it.each([
  ['57P01', 'terminating connection due to administrator command'],
  ['53100', 'could not extend file: No space left on device'],
  ['ECONNREFUSED', 'connect ECONNREFUSED'],
])('%s: the batch is 503, is accepted when repeated, and applied once', async (code, message) => {
  const before = await tallied(bridge)
  const events = [...Array.from({ length: 600 }, () => offline(1)), offline(999), offline(1)]
  broken = () => Object.assign(new Error(message), { code })
  const refused = await bridge.client.post(bodyOf(events), { webhookId: code })
  expect([refused.statusCode, refused.headers['retry-after']]).toEqual([503, '2'])
  expect(refused.headers['content-type']).toBe('application/problem+json')
  expect(refused.body).not.toContain(message)
  broken = null
  const again = answersOf((await bridge.client.post(bodyOf(events), { webhookId: code })).body)
  expect(again.map((answer) => answer.status)).toEqual(
    events.map((_, index) => (index < 500 ? 'duplicate' : 'accepted')),
  )
  const seconds = (rows: string[]) => Number(rows.find((row) => row.startsWith('online 5'))?.split(' ')[2] ?? 0)
  expect(seconds(await tallied(bridge)) - seconds(before)).toBe(601 + 999)
})

it('a lasting conflict is retried, then its lines one by one', async () => {
  let times = 0
  broken = () => {
    times++
    return Object.assign(new Error('deadlock detected'), { code: '40P01' })
  }
  const answers = await bridge.client.send([offline(1), offline(999)])
  broken = null
  expect(answers.map((answer) => answer.status)).toEqual(['accepted', 'failed'])
  expect(times).toBeGreaterThan(3)
})

const missingTable = () => Object.assign(new Error('relation "promotion.dirty_day" does not exist'), { code: '42P01' })
const statusesOf = (body: string) => answersOf(body).map(({ status }) => status)
const heldRow = (id: string) =>
  bridge.database.selectFrom('bridge.held_event').selectAll().where('id', '=', id).executeTakeFirst()

it('a fault fails its line only, and is never remembered: the same batch is taken once the fault is mended', async () => {
  const before = await tallied(bridge)
  const body = bodyOf([offline(1), offline(999), offline(1)])
  broken = missingTable
  const failed = await bridge.client.post(body, { webhookId: 'a faulty deploy' })
  broken = null
  expect(failed.statusCode).toBe(200)
  expect(answersOf(failed.body)[1]).toMatchObject({ status: 'failed', errorCode: 10001 })
  expect(statusesOf(failed.body)).toEqual(['accepted', 'failed', 'accepted'])
  expect(failed.body).not.toContain('dirty_day')
  const mended = await bridge.client.post(body, { webhookId: 'a faulty deploy' })
  expect(statusesOf(mended.body)).toEqual(['duplicate', 'accepted', 'duplicate'])
  // From now on the batch has an answer, which it keeps.
  const again = await bridge.client.post(body, { webhookId: 'a faulty deploy' })
  expect(again.rawPayload.equals(mended.rawPayload)).toBe(true)
  const { id } = JSON.parse(body.split('\n')[1]!) as { id: string }
  expect(await heldRow(id)).toMatchObject({ state: 'replayed', tries: 1, sealed: null })
  expect(await tallied(bridge)).not.toEqual(before)
})

it('a fault that cannot even be counted fails its line too, and the others are taken', async () => {
  const body = bodyOf([offline(1), offline(999)])
  broken = missingTable
  await sql`alter table bridge.held_event add constraint uncounted check (tries <> 1) not valid`.execute(
    bridge.database,
  )
  const failed = await bridge.client.post(body, { webhookId: 'uncounted' })
  await sql`alter table bridge.held_event drop constraint uncounted`.execute(bridge.database)
  broken = null
  expect(statusesOf(failed.body)).toEqual(['accepted', 'failed'])
  const { id } = JSON.parse(body.split('\n')[1]!) as { id: string }
  expect(await heldRow(id)).toBeUndefined()
  expect(statusesOf((await bridge.client.post(body, { webhookId: 'uncounted' })).body)).toEqual([
    'duplicate',
    'accepted',
  ])
})

it.each([
  ['a value that the database cannot store', () => Object.assign(new Error('out of range'), { code: '22003' })],
  ['a bug', () => new TypeError('x is not a function')],
  ['a refusal thrown by a handler', () => new Error('10009')],
])('%s is a fault, not a verdict', async (_, error) => {
  broken = error
  const [answer] = await bridge.client.send([offline(999)])
  broken = null
  expect(answer).toMatchObject({ status: 'failed', errorCode: 10001 })
})

it('a code that the contract does not declare for the type is a fault', async () => {
  const odd = await startBridge([
    defineHandler({
      types: ['live.viewed'],
      plan: async (_, events) => events.map(() => ({ refuse: 60001 as const })),
    }),
  ])
  try {
    expect(await odd.client.send([offline(1)])).toMatchObject([{ status: 'failed' }])
    expect(String(odd.errors[0]?.error)).toContain('live.viewed was refused with 60001')
  } finally {
    await odd.close()
  }
})

it('after the fifth failure the server keeps the line, sealed; what staff replay is taken once', async () => {
  const event: Sent = {
    id: newId(bridge.clock.now()),
    at: bridge.clock.now(),
    type: 'live.viewed',
    data: aVisit(77, 999),
  }
  broken = () => new Error('cannot send to ana@example.com')
  const answers = []
  for (let time = 1; time <= triesBeforeHeld + 1; time++) answers.push(...(await bridge.client.send([event, event])))
  broken = null
  const held = answers.filter((_, index) => index % 2 === 0).map((answer) => answer.held ?? false)
  expect(held).toEqual([false, false, false, false, true, true])
  const row = (await heldRow(event.id!))!
  expect(row).toMatchObject({ state: 'held', tries: 6, type: 'live.viewed' })
  expect(row.reason).not.toContain('ana@')
  expect(row.sealed).not.toContain('seconds')
  await inTransaction(bridge.database, (tx) => renewHeldEvents(tx, testSeals))
  const line = testSeals.open((await heldRow(event.id!))!.sealed!, heldOwner(event.id!))
  expect(JSON.parse(line)).toMatchObject({ id: event.id, data: event.data })

  const replay = openReplay([tally])
  const kept = { id: event.id!, clientId: row.client_id, client: 'gone', line }
  // However long it was kept.
  const by = { staff: 'ana', now: new Date(bridge.clock.now().getTime() + 40 * 24 * 3_600_000) }
  for (let time = 1; time <= 2; time++) {
    const endings = await inTransaction(bridge.database, (tx) => replay(tx, by, [kept]))
    expect(endings.get(event.id!)).toEqual({ refused: null, why: null })
  }
  expect(await heldRow(event.id!)).toMatchObject({ state: 'replayed', ended_by: 'ana', sealed: null })
  expect((await tallied(bridge)).filter((one) => one.startsWith('online 77'))).toEqual(['online 77 999'])
  expect(await bridge.client.send([event])).toMatchObject([{ status: 'duplicate' }])
})

it('a held event that the app sends again, and that is taken or refused now, needs no replay', async () => {
  const events = [offline(999), offline(999)].map((event, index) => ({
    ...event,
    data: aVisit(index === 0 ? 78 : 13, 999),
  })) as Sent[]
  broken = () => new Error('down')
  for (let time = 1; time <= triesBeforeHeld; time++) await bridge.client.send(events)
  broken = null
  expect(await bridge.client.send(events)).toMatchObject([
    { status: 'accepted' },
    { status: 'rejected', errorCode: 21001 },
  ])
  expect(await heldRow(events[0]!.id!)).toMatchObject({ state: 'replayed', code: null, sealed: null })
  expect(await heldRow(events[1]!.id!)).toMatchObject({ state: 'refused', code: 21001, sealed: null })
})

it('too few plans, or two handlers for one type, are reported as bugs', async () => {
  const short = await startBridge([{ types: ['live.viewed'], plan: async () => [] }])
  try {
    expect(await short.client.send([offline(1)])).toMatchObject([{ status: 'failed', errorCode: 10001 }])
    expect(short.errors).toHaveLength(1)
  } finally {
    await short.close()
  }
  const one = defineHandler({ types: ['live.ended'], plan: async () => [] })
  expect(() => registryOf([one, one])).toThrow('two handlers take live.ended')
})
