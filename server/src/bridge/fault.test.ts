// A server fault fails the whole batch; nothing is lost or applied twice.
import { afterAll, beforeAll, expect, it } from 'vitest'
import { answersOf, type Sent } from '../../test/bridge.ts'
import { newId } from '../kit/random.ts'
import { startBridge, type TestBridge, tallied, tally, tallyTables } from './bridge.fixture.ts'
import { type AnyHandler, defineHandler } from './handler.ts'
import { registryOf } from './registry.ts'

let broken: (() => Error) | null = null
const breaking: AnyHandler = {
  ...tally,
  async plan(chunk, events) {
    if (broken && events.some((event) => event.type === 'user.offline' && event.data.seconds === 999)) throw broken()
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
  return { id: newId(at), at, type: 'user.offline', data: { userId: 5, seconds } }
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
  expect(answers.map((answer) => answer.errorCode ?? answer.status)).toEqual(['accepted', 10001])
  expect(times).toBeGreaterThan(3)
})

it('too few plans, or two handlers for one type, are reported as bugs', async () => {
  const short = await startBridge([{ types: ['user.offline'], plan: async () => [] }])
  try {
    expect(await short.client.rejected(offline(1))).toBe(10001)
    expect(short.errors).toHaveLength(1)
  } finally {
    await short.close()
  }
  const one = defineHandler({ types: ['live.ended'], plan: async () => [] })
  expect(() => registryOf([one, one])).toThrow('two handlers take live.ended')
})
