// A ban, from the screen to the app: running broadcasts and calls end, open withdrawals are held, and lifting the ban releases them.
import { userBan, userUnban } from '@greenroom/contract/users'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type BridgeConnection, connect, registered } from '../../../../test/bridge.ts'
import { type Client, startProduct, type TestProduct } from '../../../../test/product.ts'
import { balancesOfUsers, verifyLedger } from '../../../ledger/index.ts'

let product: TestProduct
let admin: Client
let app: BridgeConnection
const [man, woman] = [31, 32]

beforeAll(async () => {
  product = await startProduct()
  admin = await product.administrator()
  // No app listens there; the test reads the outbox.
  app = await connect(product, { endpoint: 'https://app.example/commands' })
})
afterAll(async () => {
  expect(await verifyLedger(product.database)).toEqual([])
  await product.close()
})

test('ends the broadcast and the call, settles the money, and holds the withdrawal', async () => {
  const answers = await app.send([
    registered(man, 'man'),
    registered(woman, 'woman'),
    {
      type: 'recharge.created',
      data: {
        orderId: 'o1',
        userId: man,
        product: '',
        tokens: 9_000,
        promoTokens: 0,
        usdCents: 9_000,
        gateway: 'card',
      },
    },
    { type: 'recharge.paid', data: { orderId: 'o1', gatewayReference: '', feeUsdCents: 0 } },
    { type: 'live.started', data: { liveId: 'l1', userId: woman, title: '', rate: 0 } },
    { type: 'gift.sent', data: { giftId: 1, senderId: man, receiverId: woman, count: 1, tokens: 5_000, liveId: 'l1' } },
    {
      type: 'withdrawal.requested',
      data: {
        withdrawalId: 'w1',
        userId: woman,
        bonus: 1_000,
        account: { kind: 'bank', holder: 'Mei', bankName: 'Commerzbank', accountNumber: 'DE89370400440532013000' },
      },
    },
    { type: 'call.requested', data: { callId: 'c1', callerId: man, calleeId: woman, kind: 'video', unitPrice: 60 } },
    { type: 'call.answered', data: { callId: 'c1' } },
  ])
  expect(answers.filter((answer) => answer.status !== 'accepted')).toEqual([])
  const held = async () => (await balancesOfUsers(product.database, [BigInt(man)])).get(BigInt(man))!.reservedTokens
  expect(await held()).toBe(60n)

  await admin.call(userBan, { ids: [woman], kind: 'id', hours: 24, reason: 'nudity' })
  expect(await held()).toBe(0n)
  const { database } = product
  expect(await database.selectFrom('live.session').selectAll().execute()).toMatchObject([
    { id: 'l1', end_reason: 'banned', ended_by: 'platform' },
  ])
  expect(await database.selectFrom('live.call').selectAll().execute()).toMatchObject([
    { id: 'c1', end_reason: 'banned', ended_by: 'platform', tokens: 0n, minute_held: null },
  ])
  const withdrawal = () => database.selectFrom('finance.withdrawal').select(['state', 'held']).execute()
  expect(await withdrawal()).toEqual([{ state: 'in review', held: 'nudity' }])
  const commands = await database.selectFrom('bridge.command').select('type').execute()
  expect(
    commands
      .map(({ type }) => type)
      .filter((type) => type !== 'user.banned')
      .toSorted(),
  ).toEqual(['call.stopped', 'live.stopped', 'withdrawal.changed'])
  // The user can neither broadcast nor spend.
  expect(await app.rejected({ type: 'live.started', data: { liveId: 'l2', userId: woman, title: '', rate: 0 } })).toBe(
    1000002,
  )
  expect(
    await app.rejected({
      type: 'gift.sent',
      data: { giftId: 1, senderId: woman, receiverId: man, count: 1, tokens: 1 },
    }),
  ).toBe(1000002)

  await admin.call(userUnban, { ids: [woman], reason: 'appeal' })
  expect(await withdrawal()).toEqual([{ state: 'in review', held: '' }])
})
