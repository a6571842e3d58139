// Deposits of users as orders: debts are repaid first, as with any gateway; a deposit lost by the chain is owed in turn.
import { chargebackList, repeatList } from '@greenroom/contract/chargebacks'
import { rechargeList, rechargeRefund } from '@greenroom/contract/finance'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type BridgeConnection, connect } from '../../../../test/bridge.ts'
import { startProduct, type TestProduct } from '../../../../test/product.ts'
import { inTransaction } from '../../../kit/database/database.ts'
import { newId } from '../../../kit/random.ts'
import { balancesOfUsers, verifyLedger } from '../../../ledger/index.ts'
import type { FinalDeposit } from '../../chain/chain.payer.ts'
import { giveAddresses } from '../../chain/keys.fixture.ts'
import { appUser } from '../../users/people.fixture.ts'

let product: TestProduct
let app: BridgeConnection
beforeAll(async () => {
  product = await startProduct()
  app = await connect(product)
})
afterAll(async () => {
  expect(await verifyLedger(product.database)).toEqual([])
  await product.close()
})

const user = () => product.watching.payers.find(({ kind }) => kind === 'user')!
const deposited = (payerId: number, usdt: number): FinalDeposit => {
  const at = new Date(product.clock.now().getTime() - 60_000)
  const id = newId(at)
  return { id, chain: 'trc20', payerId, usdtMicros: BigInt(usdt) * 1_000_000n, at, transaction: `0x${id}` }
}
const credit = (deposits: readonly FinalDeposit[]) =>
  inTransaction(product.database, (tx) => user().credit(tx, product.clock.now(), deposits))
const walletOf = async (userId: number) => {
  const { paidTokens = 0n, debtTokens = 0n } =
    (await balancesOfUsers(product.database, [BigInt(userId)])).get(BigInt(userId)) ?? {}
  return [Number(paidTokens), Number(debtTokens)]
}

test('a deposit repays its payer’s debt, the rest is credited; two concurrent ones share the debt', async () => {
  const [payer, anchor] = [await appUser(product), await appUser(product)]
  await sql`update users.app_user set sex = 'woman' where id = ${anchor}`.execute(product.database)
  const at = (seconds: number) => new Date(product.clock.now().getTime() - 3_600_000 + seconds * 1_000)
  const price = { tokens: 1_500, promoTokens: 0, usdCents: 1_500 }
  const order = { orderId: 'o1', userId: payer, product: 'coins', gateway: 'card' }
  await app.accepted({ type: 'recharge.created', at: at(0), data: { ...order, ...price } })
  await app.accepted({
    type: 'recharge.paid',
    at: at(1),
    data: { orderId: 'o1', gatewayReference: 'g', feeUsdCents: 0 },
  })
  await app.accepted({
    type: 'gift.sent',
    at: at(2),
    data: { senderId: payer, receiverId: anchor, giftId: 1, count: 1, tokens: 1_400 },
  })
  await app.accepted({ type: 'recharge.refunded', at: at(3), data: { orderId: 'o1', kind: 'chargeback' } })
  expect(await walletOf(payer)).toEqual([0, 1_400])

  const deposits = [deposited(payer, 10), deposited(payer, 11)]
  const outcomes = await credit(deposits)
  expect([...outcomes.values()].map(({ ok }) => ok)).toEqual([true, true])
  expect(await walletOf(payer)).toEqual([700, 0])
  const admin = await product.administrator()
  expect((await admin.call(chargebackList, { orderId: 'o1' })).records).toMatchObject([
    { state: 'recovered', repaidTokens: 1_400, owedTokens: 0 },
  ])

  // The chain loses both: the available part is taken, the rest is owed, once.
  const lose = () => inTransaction(product.database, (tx) => user().vanished(tx, product.clock.now(), deposits))
  await lose()
  await lose()
  expect(await walletOf(payer)).toEqual([0, 1_400])
  // A refund, not a chargeback: nobody claimed the money back.
  const owed = (await admin.call(chargebackList, { userId: payer, owing: true })).records
  expect(owed.map(({ kind, can }) => [kind, can.contest, can.reverse])).toEqual([
    ['refund', 'state', 'state'],
    ['refund', 'state', 'state'],
  ])
  const [repeated] = (await admin.call(repeatList, { by: 'user' })).records
  expect(repeated).toBeUndefined()

  // It returns, and repays the debt.
  await credit([{ ...deposits[1]!, id: newId(product.clock.now()) }, deposited(payer, 10)])
  expect(await walletOf(payer)).toEqual([700, 0])
  expect((await admin.call(chargebackList, { userId: payer, owing: true })).records).toEqual([])
})

test('a user keeps an address on each chain; a chain without a free one hides none of the other', async () => {
  await giveAddresses(product.database, 'trc20', 1)
  await giveAddresses(product.database, 'erc20', 2)
  const addressesOf = async (userId: number) => {
    const response = await app.state(`users/${userId}/depositAddresses`)
    expect(response.statusCode).toBe(200)
    return response.json<{ addresses: { chain: string; address: string }[] }>().addresses
  }
  const [first, second] = [await appUser(product), await appUser(product)]
  const both = await addressesOf(first)
  expect(both.map(({ chain }) => chain).toSorted()).toEqual(['erc20', 'trc20'])
  expect(await addressesOf(second)).toMatchObject([{ chain: 'erc20' }])
  await sql`update users.app_user set market_audit = true where id = ${first}`.execute(product.database)
  expect(await addressesOf(first)).toEqual(both)
})

test('an order by a deposit is refunded neither by staff nor by the app', async () => {
  const payer = await appUser(product)
  const deposit = deposited(payer, 10)
  await credit([deposit])
  const admin = await product.administrator()
  const [order] = (await admin.call(rechargeList, { userId: payer })).records
  expect(order).toMatchObject({ orderId: `usdt-${deposit.id}`, can: { refund: 'usdtStays', resend: true } })
  const { outcomes } = await admin.call(rechargeRefund, { ids: [order!.orderId], reason: 'a mistake' })
  expect(outcomes).toMatchObject([{ ok: false, errorCode: 1000002, reason: 'order.usdtStays' }])
  const refunded = { orderId: order!.orderId, kind: 'refund' as const }
  expect(await app.rejected({ type: 'recharge.refunded', at: product.clock.now(), data: refunded })).toBe(1_000_002)
  expect(await walletOf(payer)).toEqual([1_000, 0])
})

test('banned and unknown payers are not credited', async () => {
  const banned = await appUser(product)
  await sql`update users.app_user set state = 'ban ID' where id = ${banned}`.execute(product.database)
  const deposits = [deposited(banned, 10), deposited(99, 10)]
  const outcomes = await credit(deposits)
  expect(deposits.map(({ id }) => outcomes.get(id))).toMatchObject([
    { ok: false },
    { ok: false, reason: 'usdt.unknownPayer' },
  ])
  expect(await walletOf(banned)).toEqual([0, 0])
})
