// Concurrent events on one broadcast, one call and one wallet: nothing is lost or counted twice.
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type BridgeConnection, connect, registered, type Sent } from '../../../../test/bridge.ts'
import { startProduct, type TestProduct } from '../../../../test/product.ts'
import { newId } from '../../../kit/random.ts'
import { balancesOfUsers, verifyLedger } from '../../../ledger/index.ts'

let product: TestProduct
let app: BridgeConnection
const [man, woman] = [21, 22]

beforeAll(async () => {
  product = await startProduct()
  app = await connect(product)
  await app.send([
    registered(man, 'man'),
    registered(woman, 'woman'),
    {
      type: 'recharge.created',
      data: {
        orderId: 'o1',
        userId: man,
        product: '',
        tokens: 50_000,
        promoTokens: 0,
        usdCents: 50_000,
        gateway: 'card',
      },
    },
    { type: 'recharge.paid', data: { orderId: 'o1', gatewayReference: '', feeUsdCents: 0 } },
  ])
})
afterAll(async () => {
  expect(await verifyLedger(product.database)).toEqual([])
  await product.close()
})

const walletOf = async (userId: number) =>
  (await balancesOfUsers(product.database, [BigInt(userId)])).get(BigInt(userId))!

test('a repeated event gets the same answer as the first time, with the same balances', async () => {
  const gift: Sent = {
    id: newId(product.clock.now()),
    at: product.clock.now(),
    type: 'gift.sent',
    data: { giftId: 1, senderId: man, receiverId: woman, count: 1, tokens: 100 },
  }
  const [first] = await app.send([gift])
  const [again] = await app.send([gift])
  expect(first).toMatchObject({
    status: 'accepted',
    result: { balances: [{ userId: man }, { userId: woman, bonus: 40 }] },
  })
  expect(again).toEqual({ ...first, status: 'duplicate' })
  expect(
    await app.rejected({ ...gift, id: newId(product.clock.now()), data: { ...gift.data, tokens: 60_000 } } as Sent),
  ).toBe(60001)
})

test('all events of one evening are sent concurrently', async () => {
  const before = await walletOf(man)
  const bonus = (await walletOf(woman)).bonus
  const at = product.clock.now()
  const send = (events: readonly Omit<Sent, 'at'>[]) => app.send(events.map((event) => ({ ...event, at }) as Sent))
  const liveId = 'evening'
  const jobs: Omit<Sent, 'at'>[][] = []
  for (let n = 0; n < 12; n++) {
    jobs.push([
      { type: 'live.heartbeat', data: { liveId, viewers: n } },
      { type: 'live.viewed', data: { liveId, viewId: `v${n}`, userId: man, seconds: 5 } },
      { type: 'gift.sent', data: { giftId: 1, senderId: man, receiverId: woman, count: 1, tokens: 10, liveId } },
      { type: 'live.minute', data: { liveId, userId: man, minute: 1 + (n % 6) } },
    ])
    jobs.push([{ type: 'call.minute', data: { callId: 'talk', minute: 1 + (n % 4) } }])
  }
  jobs.push([{ type: 'live.started', data: { liveId, userId: woman, title: '', rate: 30 } }])
  jobs.push([
    { type: 'call.requested', data: { callId: 'talk', callerId: man, calleeId: woman, kind: 'voice', unitPrice: 50 } },
  ])
  jobs.push([{ type: 'call.answered', data: { callId: 'talk' } }])
  jobs.push([{ type: 'call.ended', data: { callId: 'talk', reason: '', seconds: 270, minutes: 5 } }])
  const answers = (await Promise.all(jobs.map(send))).flat()
  expect(answers.filter((answer) => answer.status !== 'accepted')).toEqual([])

  const session = await product.database
    .selectFrom('live.session')
    .selectAll()
    .where('id', '=', liveId)
    .executeTakeFirstOrThrow()
  expect(session).toMatchObject({ gift_tokens: 120n, minute_tokens: 180n, views: 12, peak_viewers: 11 })
  const call = await product.database
    .selectFrom('live.call')
    .selectAll()
    .where('id', '=', 'talk')
    .executeTakeFirstOrThrow()
  expect(call).toMatchObject({ tokens: 250n, bonus: 100n, minute_held: null, minutes_missed: [], seconds: 270 })
  const after = await walletOf(man)
  expect(before.paidTokens - after.paidTokens).toBe(120n + 180n + 250n)
  expect(after.reservedTokens).toBe(0n)
  expect((await walletOf(woman)).bonus - bonus).toBe(48n + 72n + 100n)
})
