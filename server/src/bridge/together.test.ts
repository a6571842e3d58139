// Small concurrent batches are combined, and each gets the answer it would get alone.
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, it } from 'vitest'
import type { Sent } from '../../test/bridge.ts'
import { newId } from '../kit/random.ts'
import { verifyLedger } from '../ledger/ledger.verify.ts'
import { startBridge, type TestBridge, tallied, tally, tallyTables } from './bridge.fixture.ts'

let bridge: TestBridge
beforeAll(async () => {
  bridge = await startBridge([tally])
  await tallyTables.execute(bridge.database)
})
afterAll(() => bridge.close())

let lastUser = 500
const text = (tokens: number, receiverId: number): Sent => ({
  id: newId(bridge.clock.now()),
  type: 'text.charged',
  at: bridge.clock.now(),
  data: { senderId: 1, receiverId, tokens },
})
const name = (nickname: string): Sent => ({
  id: newId(bridge.clock.now()),
  type: 'user.updated',
  at: bridge.clock.now(),
  data: { userId: ++lastUser, nickname },
})
/** Sends each as its own batch, all at once. */
const atOnce = async (events: readonly Sent[]) =>
  (await Promise.all(events.map((event) => bridge.client.send([event])))).flat()
const statuses = (answers: { status: string; errorCode?: number | undefined }[]) =>
  answers.map((answer) => answer.errorCode ?? answer.status)

it('takes far fewer transactions than batches', async () => {
  const receiver = ++lastUser
  const events = Array.from({ length: 60 }, () => text(2, receiver))
  expect(new Set(statuses(await atOnce(events)))).toEqual(new Set(['accepted']))
  expect(await tallied(bridge)).toContain(`bonus user:${receiver} 120`)
  const ids = events.map(({ id }) => id!)
  const { rows } = await sql<{ n: number; transfers: number }>`
    select count(distinct xid)::int as n, count(*)::int as transfers
      from ledger.transfer where id = any(${ids}::uuid[])`.execute(bridge.database)
  expect(rows[0]!.transfers).toBe(60)
  expect(rows[0]!.n).toBeLessThan(30)
})

it('refuses or fails one without the others', async () => {
  bridge.errors.length = 0
  const receiver = ++lastUser
  const events = Array.from({ length: 30 }, (_, index) =>
    index === 7 ? text(1_001, receiver) : index === 13 ? name('boom') : text(1, receiver),
  )
  expect(statuses(await atOnce(events))).toEqual(
    events.map((_, index) => (index === 7 ? 60001 : index === 13 ? 10001 : 'accepted')),
  )
  expect(bridge.errors.map(({ where }) => where)).toEqual([`event user.updated ${events[13]!.id}`])
  expect(await tallied(bridge)).toContain(`bonus user:${receiver} 28`)
  // Failures are not remembered; everything else is.
  expect(statuses(await atOnce(events))).toEqual(
    events.map((_, index) => (index === 7 ? 60001 : index === 13 ? 10001 : 'duplicate')),
  )
  expect(await tallied(bridge)).toContain(`bonus user:${receiver} 28`)
})

it('takes an id once even if many of them contain it', async () => {
  const receiver = ++lastUser
  const event = text(5, receiver)
  const other = { ...event, data: { ...event.data, tokens: 6 } } as Sent
  const answers = await atOnce(Array.from({ length: 6 }, () => event))
  expect(answers.filter(({ status }) => status === 'accepted')).toHaveLength(1)
  expect(answers.filter(({ status }) => status === 'duplicate')).toHaveLength(5)
  expect(new Set(answers.map(({ result }) => JSON.stringify(result))).size).toBe(1)
  expect(statuses(await atOnce([other, event, other]))).toEqual([10027, 'duplicate', 10027])
  expect(await tallied(bridge)).toContain(`bonus user:${receiver} 5`)
  expect(await verifyLedger(bridge.database)).toEqual([])
})
