// A database with the handlers of money events, and the events of its tests.
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, expect } from 'vitest'
import { anEvent, openChunks } from '../../../test/chunks.ts'
import { freshDatabase } from '../../../test/database.ts'
import { testSeals } from '../../../test/seals.ts'
import { type Database, openDatabase, type ValueOf } from '../../kit/database/database.ts'
import { balancesOfUsers, verifyLedger } from '../../ledger/index.ts'
import { openParams, type Params } from '../../params/index.ts'
import { liveHandlers } from '../live/index.ts'
import { financeHandlers } from './index.ts'

export let database: Database
export let params: Params
export let bridge: ReturnType<typeof openChunks>
export const now = new Date('2026-11-20T12:00:00Z')

export const at = (seconds: number) => new Date(Date.UTC(2026, 10, 20, 10) + seconds * 1_000)
let last = 5_000
export let user = 0
export let order = ''
export async function person(
  more: {
    sex?: ValueOf<'users.app_user', 'sex'>
    state?: ValueOf<'users.app_user', 'state'>
    market_audit?: boolean
  } = {},
): Promise<number> {
  const id = ++last
  await database
    .insertInto('users.app_user')
    .values({ id: BigInt(id), nickname: `Person ${id}`, sex: 'woman', created_at: now, ...more })
    .execute()
  return id
}

export const created = (orderId = order, userId = user, tokens = 1_000, second = 0) =>
  anEvent('recharge.created', at(second), {
    orderId,
    userId,
    product: 'coins',
    tokens,
    promoTokens: 50,
    usdCents: tokens,
    gateway: 'card',
  })
export const paid = (orderId = order, second = 1) =>
  anEvent('recharge.paid', at(second), { orderId, gatewayReference: 'g1', feeUsdCents: 30 })
export const failed = (orderId = order) => anEvent('recharge.failed', at(2), { orderId, reason: 'declined' })
export const refunded = (orderId = order, kind: 'refund' | 'chargeback' = 'refund') =>
  anEvent('recharge.refunded', at(3), { orderId, kind })
const account = {
  kind: 'bank',
  holder: 'Mei',
  bankName: 'Commerzbank',
  accountNumber: 'DE89 3704 0044 0532 0130 00',
} as const
export const won = (orderId: string) =>
  anEvent('recharge.refunded', at(4), { orderId, kind: 'chargeback', outcome: 'reversed' })
export const requested = (bonus: number, withdrawalId = `w${user}`, userId = user) =>
  anEvent('withdrawal.requested', at(9), { withdrawalId, userId, bonus, account })

export const walletOf = async (userId = user) => {
  const found = (await balancesOfUsers(database, [BigInt(userId)])).get(BigInt(userId))
  return {
    paid: found?.paidTokens ?? 0n,
    promo: found?.promoTokens ?? 0n,
    bonus: found?.bonus ?? 0n,
    held: found?.reservedBonus ?? 0n,
    debt: found?.debtTokens ?? 0n,
  }
}
export const orderRow = (id = order) =>
  database.selectFrom('finance.recharge_order').selectAll().where('id', '=', id).executeTakeFirstOrThrow()
export const returnsOf = (id = order) =>
  database.selectFrom('finance.order_return').selectAll().where('order_id', '=', id).orderBy('at').execute()
export const usdOf = async (reference: string) => {
  const { rows } = await sql<{ purpose: string; amount: bigint }>`
    select a.purpose, sum(e.amount)::bigint as amount from ledger.entry e
      join ledger.transfer t on t.id = e.transfer_id join ledger.account a on a.id = e.account_id
     where t.reference = ${reference} and e.currency = 'USD' group by 1`.execute(database)
  return Object.fromEntries(rows.map(({ purpose, amount }) => [purpose, amount]))
}
/** Bonus, earned by a gift from a user with enough tokens. */
export async function earn(bonus: number, userId = user): Promise<void> {
  const giver = await person({ sex: 'man' })
  const tokens = (bonus * 10) / 4
  await bridge.send([
    created(`g${giver}`, giver, tokens),
    paid(`g${giver}`),
    anEvent('gift.sent', at(2), { giftId: 1, senderId: giver, receiverId: userId, count: 1, tokens }),
  ])
}

export function openFinance(): void {
  beforeAll(async () => {
    database = openDatabase((await freshDatabase()).url, { max: 6 })
    params = await openParams(database, 60_000)
    bridge = openChunks(
      database,
      [...liveHandlers({ params }), ...financeHandlers({ params, seals: testSeals })],
      () => now,
    )
  })
  afterAll(async () => {
    expect(await verifyLedger(database)).toEqual([])
    params.close()
    await database.destroy()
  })
  beforeEach(async () => {
    user = await person()
    order = `o${user}`
  })
}
