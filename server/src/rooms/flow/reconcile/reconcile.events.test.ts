// Reconciliation of texts, calls and paid rooms, from the app's events to the comparison.
import { flowReconcile } from '@greenroom/contract/flow'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type BridgeConnection, connect } from '../../../../test/bridge.ts'
import { type Client, startProduct, type TestProduct } from '../../../../test/product.ts'

let product: TestProduct
let admin: Client
let app: BridgeConnection
const [payer, anchor] = [9_001, 9_002]

const check = async (key: string) => (await admin.call(flowReconcile, {})).checks.find((one) => one.key === key)!

beforeAll(async () => {
  product = await startProduct()
  admin = await product.administrator()
  app = await connect(product)
  const at = product.clock.now()
  const person = { nickname: 'n', country: 'BR', language: 'pt', platform: 'ios' } as const
  await app.accepted({ type: 'user.registered', at, data: { userId: payer, sex: 'man', deviceId: 'd1', ...person } })
  await app.accepted({ type: 'user.registered', at, data: { userId: anchor, sex: 'woman', deviceId: 'd2', ...person } })
  const order = { orderId: 'o1', userId: payer, product: 'p', tokens: 1_000, promoTokens: 0, usdCents: 999 }
  await app.accepted({ type: 'recharge.created', at, data: { ...order, gateway: 'g' } })
  await app.accepted({ type: 'recharge.paid', at, data: { orderId: 'o1', gatewayReference: 'r', feeUsdCents: 0 } })
  const minute = (count: number) => new Date(at.getTime() - 600_000 + count * 60_000)
  await app.accepted({ type: 'text.charged', at, data: { senderId: payer, receiverId: anchor, tokens: 7 } })
  await app.rejected({ type: 'text.charged', at, data: { senderId: payer, receiverId: anchor, tokens: 5_000 } })
  const call = { callId: 'c1', callerId: payer, calleeId: anchor, kind: 'video', unitPrice: 30 } as const
  await app.accepted({ type: 'call.requested', at: minute(0), data: call })
  await app.accepted({ type: 'call.answered', at: minute(0), data: { callId: 'c1' } })
  await app.accepted({ type: 'call.minute', at: minute(1), data: { callId: 'c1', minute: 1 } })
  const ended = { callId: 'c1', reason: 'caller', seconds: 90, minutes: 2 }
  await app.accepted({ type: 'call.ended', at: minute(2), data: ended })
  const live = { liveId: 'l1', userId: anchor, title: 't', rate: 60 } as const
  await app.accepted({ type: 'live.started', at: minute(3), data: live })
  for (const count of [1, 2])
    await app.accepted({
      type: 'live.minute',
      at: minute(3 + count),
      data: { liveId: 'l1', userId: payer, minute: count },
    })
})
afterAll(() => product.close())

test('agrees with the app’s events', async () => {
  for (const [key, tokens] of [
    ['texts', 7],
    ['calls', 60],
    ['rooms', 120],
  ] as const)
    expect(await check(key)).toMatchObject({ left: tokens, right: tokens, differences: [] })
})

test.each([
  [
    'a call recorded with fewer tokens',
    'calls',
    sql`update live.call set tokens = 30 where id = 'c1'`,
    { subject: 'call c1', left: '60', right: '30', href: '/flow/token?reference=call%20c1' },
  ],
  [
    'a call without a record',
    'calls',
    sql`delete from live.call where id = 'c1'`,
    { subject: 'call c1', left: '60', right: '-' },
  ],
  [
    'a paid minute without its transfer',
    'rooms',
    sql`insert into live.paid_minute (live_id, user_id, minute, tokens, at) values ('l1', 9001, 9, 60, now())`,
    { subject: 'live l1', left: '120', right: '180' },
  ],
  [
    'a text that was accepted but moved nothing',
    'texts',
    sql`insert into bridge.event (id, client_id, type, hash, result)
        select uuidv7(), 1, 'text.charged', '', '{"tokens": 9}'`,
    { left: '-', right: '9' },
  ],
])('finds %s', async (_, key, change, difference) => {
  await change.execute(product.database)
  expect((await check(key)).differences).toEqual([expect.objectContaining(difference)])
})

test('leaves out what began before the compared period', async () => {
  await sql`insert into live.call (id, caller_id, callee_id, requested_at, heard_at, tokens)
            values ('c1', 9001, 9002, now() - interval '4 days', now(), 90)`.execute(product.database)
  expect(await check('calls')).toMatchObject({ left: 0, right: 0, differences: [] })
  await sql`update live.session set started_at = now() - interval '4 days' where id = 'l1'`.execute(product.database)
  expect(await check('rooms')).toMatchObject({ left: 0, right: 0, differences: [] })
})

test('names an order that is paid and was never created, once its creation should be here', async () => {
  const at = product.clock.now()
  const minutesAgo = (minutes: number) => new Date(at.getTime() - minutes * 60_000)
  const paid = (orderId: string, minutes: number) =>
    app.accepted({
      type: 'recharge.paid',
      at: minutesAgo(minutes),
      data: { orderId, gatewayReference: `r-${orderId}`, feeUsdCents: 0 },
    })
  const order = { userId: payer, product: 'p', tokens: 10, promoTokens: 0, usdCents: 10, gateway: 'g' }
  await app.rejected({ type: 'recharge.created', at: minutesAgo(12), data: { orderId: 'late', ...order, userId: 1 } })
  expect(await paid('late', 11)).toEqual({ pending: true })
  await paid('just', 9)
  await paid('returned', 11)
  await app.accepted({ type: 'recharge.refunded', at, data: { orderId: 'returned', kind: 'refund' } })
  const href = '/sys/bridge?tab=rejections&type=recharge.created'
  expect(await check('paidWithoutCreated')).toMatchObject({
    left: 1,
    right: 0,
    differences: [{ subject: 'order late', left: '1', right: '-', href }],
  })
  await app.accepted({ type: 'recharge.created', at: minutesAgo(12), data: { orderId: 'late', ...order } })
  expect(await check('paidWithoutCreated')).toMatchObject({ left: 0, right: 0, differences: [] })
})
