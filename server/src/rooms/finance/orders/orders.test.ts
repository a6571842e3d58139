// Recharge orders over HTTP: the list, an order's history, notifying the app again, and refunds with and without a second member of staff.
import type { EventData, EventType } from '@greenroom/contract/bridgeEvents.schema'
import { rechargeInfo, rechargeList, rechargeRefund, rechargeResend } from '@greenroom/contract/finance'
import { approvalDecide } from '@greenroom/contract/system'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { type BridgeConnection, connect, type Sent } from '../../../../test/bridge.ts'
import { everyMenu, person } from '../../../../test/people.ts'
import { type Client, startProduct, type TestProduct } from '../../../../test/product.ts'
import { verifyLedger } from '../../../ledger/index.ts'
import { appUser } from '../../users/people.fixture.ts'

let product: TestProduct
let bridge: BridgeConnection
let admin: Client
let checker: Client
beforeAll(async () => {
  product = await startProduct()
  bridge = await connect(product, { endpoint: 'https://app.example/commands' })
  admin = await product.administrator()
  checker = (await person(product, { permissions: { 'finance.recharge': 1, 'system.approval': 3 } })).client
})
afterAll(async () => {
  expect(await verifyLedger(product.database)).toEqual([])
  await product.close()
})

const maker = async () => (await person(product, { permissions: { 'finance.recharge': 3 } })).client
const at = (seconds: number) => new Date(product.clock.now().getTime() - 3_600_000 + seconds * 1_000)
let last = 0
let userId = 0
beforeEach(async () => {
  userId = await appUser(product, {})
})

const send = <T extends EventType>(type: T, moment: Date, data: EventData<T>) =>
  bridge.accepted({ type, at: moment, data } as Sent)
/** The commands sent to the app about an order. */
const commandsAbout = (orderId: string) =>
  product.database
    .selectFrom('bridge.command')
    .select(['type', 'data'])
    .where('subject', '=', `order:${orderId}`)
    .orderBy('id')
    .execute()

/** A paid order of this many USD cents. */
async function anOrder(usdCents = 499, paid = true): Promise<string> {
  const orderId = `ord-${++last}`
  await send('recharge.created', at(0), {
    orderId,
    userId,
    product: 'coins',
    tokens: usdCents,
    promoTokens: 10,
    usdCents,
    gateway: 'card',
  })
  if (paid) await send('recharge.paid', at(1), { orderId, gatewayReference: `g-${orderId}`, feeUsdCents: 15 })
  return orderId
}
const of = async (orderId: string, client = admin) => (await client.call(rechargeList, { orderId })).records[0]!
const codes = ({ outcomes }: { outcomes: { errorCode?: number | undefined; reason?: string | undefined }[] }) =>
  outcomes.map(({ errorCode, reason }) => (errorCode === undefined ? null : `${errorCode} ${reason ?? ''}`.trim()))
const refundCommands = async (orderId: string) =>
  (await commandsAbout(orderId)).filter(({ type }) => type === 'recharge.refund')

test('an order is listed with its fields, found by every filter, and its history has each step', async () => {
  const orderId = await anOrder()
  expect(await of(orderId)).toMatchObject({
    user: { userId },
    state: 'success',
    usdCents: 499,
    tokens: 499,
    promoTokens: 10,
    feeUsdCents: 15,
    gateway: 'card',
    firstRecharge: true,
    refund: 'none',
    refundState: null,
    can: { resend: true, refund: true },
  })
  for (const filter of [
    { userId },
    { orderId, state: 'success' as const },
    { orderId, refund: 'none' as const },
    { orderId, gateway: 'card' },
    { orderId, product: 'coins' },
    { userId, firstRecharge: true },
  ])
    expect((await admin.call(rechargeList, filter)).records.map((one) => one.orderId)).toEqual([orderId])
  expect((await admin.call(rechargeList, { orderId, state: 'failure' })).records).toEqual([])
  const { story, transfers } = await admin.call(rechargeInfo, { orderId })
  expect(story.map(({ what, detail }) => [what, detail])).toEqual([
    ['created', 'card'],
    ['paid', `g-${orderId}`],
    ['credited', ''],
  ])
  expect(story[2]!.transferId).toBe(transfers[0]!.transferId)
  // The price less the gateway's fee.
  expect(transfers).toMatchObject([{ kind: 'recharge', tokens: 509, cashUsdMicros: 4_840_000, debtTokens: 0 }])
  expect(await admin.refused(rechargeInfo, { orderId: 'none' })).toMatchObject({ code: 10032, reason: 'order.unknown' })
})

test('orders of a few, of thousands and of very many users are found alike, by creation and by day of payment', async () => {
  const ids: string[] = []
  for (let one = 0; one < 2; one++) {
    userId = await appUser(product, {})
    ids.unshift(await anOrder(100 + one))
    await sql`update users.app_user set channel = 'crowd' where id = ${userId}`.execute(product.database)
  }
  userId = await appUser(product, {})
  const other = await anOrder()
  await sql`update users.app_user set channel = 'alone' where id = ${userId}`.execute(product.database)
  const day = at(1).toISOString().slice(0, 10)
  const listed = async (filter: object) => {
    const { records, total, next } = await admin.call(rechargeList, { userChannel: ['crowd'], size: 1, ...filter })
    const second = await admin.call(rechargeList, { userChannel: ['crowd'], size: 1, ...filter, after: next })
    return [total, ...[...records, ...second.records].map(({ orderId }) => orderId)]
  }
  // Together with the first two, 2, 1,500 and 43,500 users are of this channel.
  for (const more of [0, 1_498, 42_000]) {
    await sql`
      insert into users.app_user (id, nickname, channel, created_at)
      select 50000000 + ${more}::int * 10 + n, '', 'crowd', now() from generate_series(1, ${more}::int) n`.execute(
      product.database,
    )
    await sql`analyze users.app_user`.execute(product.database)
    expect(await listed({})).toEqual([2, ...ids])
    expect(await listed({ moment: 'paid', sort: '-paidAt', startTimeStr: day, endTimeStr: day })).toEqual([2, ...ids])
    expect(
      (await admin.call(rechargeList, { userChannel: ['alone'] })).records.map(({ orderId }) => orderId),
    ).toContain(other)
  }
})

test('the app is notified of an order again; an unknown order is 10032, and readers may not', async () => {
  const orderId = await anOrder(100, false)
  expect(codes(await admin.call(rechargeResend, { ids: [orderId, 'none'] }))).toEqual([null, '10032'])
  expect((await commandsAbout(orderId)).map(({ type, data }) => [type, data])).toEqual([
    ['recharge.changed', { orderId, userId, state: 'not paid' }],
  ])
  expect(await checker.refused(rechargeResend, { ids: [orderId] })).toMatchObject({
    code: 10026,
    reason: 'menu.missing',
  })
  expect((await of(orderId, checker)).can).toEqual({ resend: 'readOnly', refund: 'readOnly' })
})

test('an order whose user the app has not reported can be neither resent nor refunded', async () => {
  const orderId = await anOrder(100)
  await sql`update finance.recharge_order set user_id = null where id = ${orderId}`.execute(product.database)
  expect(codes(await admin.call(rechargeResend, { ids: [orderId] }))).toEqual(['1000002 order.incomplete'])
  expect(codes(await admin.call(rechargeRefund, { ids: [orderId], reason: 'asked for' }))).toEqual([
    '1000002 order.incomplete',
  ])
})

test('a refund is requested from the app and done when it confirms: tokens go back, the rest is owed', async () => {
  const orderId = await anOrder(300)
  const client = await maker()
  expect(codes(await client.call(rechargeRefund, { ids: [orderId], reason: 'bought twice' }))).toEqual([null])
  expect(await of(orderId)).toMatchObject({ refund: 'none', refundState: 'asked', can: { refund: 'refundOpen' } })
  const [command] = await refundCommands(orderId)
  expect(command!.data).toMatchObject({ orderId, userId, usdCents: 300, reason: 'bought twice' })
  // Requested once: neither again nor by someone else.
  expect(codes(await admin.call(rechargeRefund, { ids: [orderId], reason: 'again' }))).toEqual([
    '20000 order.refundOpen',
  ])
  const { refundId } = command!.data as { refundId: string }
  await send('recharge.refunded', at(5), { orderId, kind: 'refund', refundId, usdCents: 300, outcome: 'refunded' })
  expect(await of(orderId)).toMatchObject({
    refund: 'refund',
    refundState: 'done',
    debtTokens: 0,
    can: { refund: 'givenBack' },
  })
  const { story, transfers } = await admin.call(rechargeInfo, { orderId })
  expect(story.map(({ what }) => what)).toEqual(['created', 'paid', 'refunded', 'credited', 'refundAsked'])
  expect(transfers.at(-1)).toMatchObject({ kind: 'refund', tokens: -300, cashUsdMicros: -3_000_000 })
  expect(codes(await client.call(rechargeRefund, { ids: [orderId], reason: 'again' }))).toEqual([
    '20000 order.givenBack',
  ])
})

test('the gateway refunds what was charged back meanwhile: the request is done and counts for its account, nothing moves twice', async () => {
  const orderId = await anOrder(200)
  const by = await person(product, { permissions: { 'finance.recharge': 3 } })
  await by.client.call(rechargeRefund, { ids: [orderId], reason: 'a mistake' })
  const { refundId } = (await refundCommands(orderId))[0]!.data as { refundId: string }
  await send('recharge.refunded', at(5), { orderId, kind: 'chargeback' })
  const booked = (await admin.call(rechargeInfo, { orderId })).transfers
  await send('recharge.refunded', at(6), { orderId, kind: 'refund', refundId, outcome: 'refunded' })
  expect(await of(orderId)).toMatchObject({ refund: 'chargeback', refundState: 'done', can: { refund: 'givenBack' } })
  expect((await admin.call(rechargeInfo, { orderId })).transfers).toEqual(booked)
  const counted = await product.database
    .selectFrom('access.alone')
    .select(['amount', 'taken_back_at'])
    .where('staff_id', '=', by.staffId)
    .execute()
  expect(counted).toMatchObject([{ taken_back_at: null }])
})

test('the gateway refuses: nothing moves, the order shows it, and the refund may be requested again', async () => {
  const orderId = await anOrder(200)
  const client = await maker()
  await client.call(rechargeRefund, { ids: [orderId], reason: 'a mistake' })
  const { refundId } = (await refundCommands(orderId))[0]!.data as { refundId: string }
  await send('recharge.refunded', at(5), {
    orderId,
    kind: 'refund',
    refundId,
    outcome: 'failed',
    reason: 'card closed',
  })
  expect(await of(orderId)).toMatchObject({ refund: 'none', refundState: 'failed', can: { refund: true } })
  const { story } = await admin.call(rechargeInfo, { orderId })
  expect(story.find(({ what }) => what === 'refundFailed')).toMatchObject({ detail: 'card closed' })
  expect(codes(await client.call(rechargeRefund, { ids: [orderId], reason: 'again' }))).toEqual([null])
})

test('only the full price of a paid order is refunded', async () => {
  const unpaid = await anOrder(100, false)
  const orderId = await anOrder(100)
  expect(codes(await admin.call(rechargeRefund, { ids: [unpaid, 'none'], reason: 'x' }))).toEqual([
    '1000002 order.notPaid',
    '10032',
  ])
  expect(await admin.refused(rechargeRefund, { ids: [orderId], reason: '' })).toMatchObject({ code: 11004 })
  const partly = { type: 'recharge.refunded', at: at(5), data: { orderId, kind: 'refund', usdCents: 50 } } as const
  expect(await bridge.rejected(partly)).toBe(1000002)
  expect(await of(orderId)).toMatchObject({ refund: 'none' })
})

test('over the limit a second member of staff decides; small ones of one person add up', async () => {
  const big = await anOrder(50_001)
  const client = await maker()
  const { approvalId } = await client.call(rechargeRefund, { ids: [big], reason: 'fraud' })
  expect(approvalId).toEqual(expect.any(String))
  expect(await of(big)).toMatchObject({ refundState: 'waiting', can: { refund: 'refundOpen' } })
  expect(await refundCommands(big)).toEqual([])
  await checker.call(approvalDecide, { ids: [approvalId!], decision: 'approve', reason: '' })
  expect(await of(big)).toMatchObject({ refundState: 'asked' })
  expect(await refundCommands(big)).toHaveLength(1)

  const half = await anOrder(30_000)
  const rest = await anOrder(30_000)
  const other = await maker()
  expect((await other.call(rechargeRefund, { ids: [half], reason: 'x' })).approvalId).toBeUndefined()
  const second = await other.call(rechargeRefund, { ids: [rest], reason: 'x' })
  expect(second.approvalId).toEqual(expect.any(String))
  await checker.call(approvalDecide, { ids: [second.approvalId!], decision: 'refuse', reason: 'not fraud' })
  // The order can be refunded again.
  expect(await of(rest)).toMatchObject({ refundState: 'dropped', can: { refund: true } })
  const again = await other.call(rechargeRefund, { ids: [rest], reason: 'x' })
  // Charged back while it waited: the approval finds nothing to do.
  await send('recharge.refunded', at(9), { orderId: rest, kind: 'chargeback' })
  const { outcomes } = await checker.call(approvalDecide, { ids: [again.approvalId!], decision: 'approve', reason: '' })
  expect(outcomes[0]).toMatchObject({ ok: false, errorCode: 20000, reason: 'approval.notApplied' })
  expect(await refundCommands(rest)).toEqual([])
})

test('a refund that its gateway refused no longer counts for whoever asked for it alone', async () => {
  const client = await maker()
  const [first, second] = [await anOrder(30_000), await anOrder(30_000)]
  expect((await client.call(rechargeRefund, { ids: [first], reason: 'x' })).approvalId).toBeUndefined()
  await send('recharge.refunded', at(9), { orderId: first, kind: 'refund', outcome: 'failed', reason: 'card closed' })
  expect((await client.call(rechargeRefund, { ids: [second], reason: 'x' })).approvalId).toBeUndefined()
  const third = await client.call(rechargeRefund, { ids: [first], reason: 'x' })
  expect(third.approvalId).toEqual(expect.any(String))
})

test('two members of staff at the same moment: one refund', async () => {
  const orderId = await anOrder(400)
  const [one, two] = [await maker(), await maker()]
  const answers = await Promise.all(
    [one, two].map((client) => client.call(rechargeRefund, { ids: [orderId], reason: 'x' })),
  )
  expect(new Set(answers.flatMap(codes))).toEqual(new Set(['20000 order.refundOpen', null]))
  expect(await refundCommands(orderId)).toHaveLength(1)
})

test('guild leaders and agents have no access', async () => {
  const orderId = await anOrder()
  const { client } = await person(product, { permissions: everyMenu(3), agentId: 7 })
  expect(await client.refused(rechargeList, {})).toMatchObject({ code: 10026, reason: 'account.kind' })
  expect(await client.refused(rechargeInfo, { orderId })).toMatchObject({ code: 10026, reason: 'account.kind' })
  expect(await client.refused(rechargeRefund, { ids: [orderId], reason: 'x' })).toMatchObject({
    code: 10026,
    reason: 'account.kind',
  })
})
