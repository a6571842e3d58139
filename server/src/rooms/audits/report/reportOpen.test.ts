import { afterAll, beforeAll, expect, test } from 'vitest'
import { startProduct, type TestProduct } from '../../../../test/product.ts'
import { openReportsOn } from './reportOpen.queries.ts'

let product: TestProduct
const minutes = (count: number) => new Date(Date.UTC(2026, 0, 1, 0, count))

beforeAll(async () => {
  product = await startProduct()
  const at = product.clock.now()
  await product.database
    .insertInto('users.app_user')
    .values([1n, 2n].map((id) => ({ id, nickname: `Person ${id}`, created_at: at })))
    .execute()
  const report = { reporter_id: 1n, user_id: 2n, reason: 'abuse' }
  await product.database
    .insertInto('audits.report')
    .values([
      ...Array.from({ length: 7 }, (_, index) => ({
        ...report,
        id: `live-${index}`,
        live_id: 'room',
        text: `No. ${index}`,
        reported_at: minutes(index),
      })),
      { ...report, id: 'call-1', call_id: 'talk', reported_at: minutes(1) },
      // A broadcast and a call with the same id are kept apart.
      { ...report, id: 'call-2', call_id: 'room', reported_at: minutes(2) },
      { ...report, id: 'closed', live_id: 'room', reported_at: minutes(9), state: 'processed' },
      { ...report, id: 'other', live_id: 'elsewhere', reported_at: minutes(9) },
    ])
    .execute()
})
afterAll(() => product.close())

test('open reports about a broadcast: the count and the newest five', async () => {
  const { lives, calls } = await openReportsOn(product.database, { liveIds: ['room', 'quiet'], callIds: [] })
  expect([...lives.keys()]).toEqual(['room'])
  expect(lives.get('room')).toMatchObject({ count: 7 })
  expect(lives.get('room')!.newest.map(({ reportId }) => reportId)).toEqual([6, 5, 4, 3, 2].map((n) => `live-${n}`))
  expect(lives.get('room')!.newest[0]).toEqual({
    reportId: 'live-6',
    reason: 'abuse',
    text: 'No. 6',
    reportedAt: minutes(6).toISOString(),
  })
  expect(calls.size).toBe(0)
})

test('calls are counted separately', async () => {
  const { lives, calls } = await openReportsOn(product.database, { liveIds: ['room'], callIds: ['talk', 'room'] })
  expect(lives.get('room')!.count).toBe(7)
  expect([...calls].map(([id, { newest }]) => [id, newest.map(({ reportId }) => reportId)])).toEqual([
    ['room', ['call-2']],
    ['talk', ['call-1']],
  ])
})

test('no ids give an empty result', async () => {
  expect(await openReportsOn(product.database, { liveIds: [], callIds: [] })).toEqual({
    lives: new Map(),
    calls: new Map(),
  })
})
