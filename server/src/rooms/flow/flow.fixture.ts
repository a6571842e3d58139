// A product with transfers of one day.
import * as flow from '@greenroom/contract/flow'
import { afterAll, beforeAll } from 'vitest'
import { type Client, startProduct, type TestProduct } from '../../../test/product.ts'
import { settled } from '../../../test/settled.ts'
import { inTransaction } from '../../kit/database/database.ts'
import { newId } from '../../kit/random.ts'
import {
  bonus,
  type Item,
  type Leg,
  ofPlatform,
  paid,
  post,
  promo,
  takeTokens,
  takingLegs,
} from '../../ledger/index.ts'

export let product: TestProduct
export let admin: Client
/** Noon of a separate day. */
export let noon: Date
export let day: string

const issue = ofPlatform('issue', 'TOKEN')
const burn = ofPlatform('burn', 'TOKEN')
const issueBonus = ofPlatform('issue', 'BONUS')
export const minutes = (count: number) => new Date(noon.getTime() + count * 60_000)

const single = (kind: string, reference: string, at: Date, legs: Leg[], usd: Leg[] = []): Item => ({
  id: newId(at),
  kind,
  phase: 'single',
  reference,
  occurredAt: at,
  request: reference,
  accounts: legs.map((leg) => leg.account),
  decide: () => legs,
  usd: () => usd,
})

export const recharge = (userId: bigint, tokens: bigint, at: Date) =>
  single('recharge', `order ${userId}`, at, [
    { account: issue, amount: -tokens },
    { account: paid(userId), amount: tokens, costMicros: tokens * 9_000n },
  ])

export const gift = (from: bigint, to: bigint, tokens: bigint, at: Date): Item => ({
  ...single('gift', `gift ${from}-${to}`, at, []),
  accounts: [paid(from), promo(from), bonus(to), burn, issueBonus],
  decide: (balances) => {
    const split = takeTokens(balances, from, tokens)
    if (!split) return 60001
    return [
      ...takingLegs(from, split),
      { account: burn, amount: tokens },
      { account: issueBonus, amount: -tokens },
      { account: bonus(to), amount: tokens },
    ]
  },
  usd: (legs) => {
    const micros = legs.reduce((sum, leg) => sum - (leg.costMicros ?? 0n), 0n)
    return [
      { account: ofPlatform('deferredTokens', 'USD'), amount: -micros },
      { account: ofPlatform('revenue', 'USD'), amount: micros },
    ]
  },
})

export const hold = (userId: bigint, tokens: bigint, at: Date): Item => ({
  ...single('call', 'call c1', at, [{ account: paid(userId), amount: 0n, reserved: tokens }]),
  phase: 'hold',
})

export const run = (at: Date, ...items: Item[]) => inTransaction(product.database, (tx) => post(tx, 'test', at, items))

export let given: Item
export let held: Item
export let freed: Item

export const list = async (payload: Record<string, unknown>) => (await admin.call(flow.flowTokenList, payload)).records

export function startFlow(): void {
  beforeAll(async () => {
    product = await startProduct()
    admin = await product.administrator()
    noon = new Date(product.clock.now().getTime() - 2 * 86_400_000)
    noon.setUTCHours(12, 0, 0, 0)
    day = noon.toISOString().slice(0, 10)
    given = gift(1n, 2n, 30n, minutes(1))
    held = hold(1n, 20n, minutes(2))
    freed = {
      ...single('call', 'call c1', minutes(4), [{ account: paid(1n), amount: 0n, reserved: -20n }]),
      phase: 'void',
      holdId: held.id,
    }
    await run(minutes(0), recharge(1n, 100n, minutes(0)))
    await run(minutes(0), recharge(3n, 50n, minutes(0)))
    await run(minutes(1), given)
    await run(minutes(2), held)
    await run(minutes(3), gift(3n, 2n, 51n, minutes(3)), gift(3n, 2n, 50n, minutes(3)))
    await run(minutes(4), freed)
    await settled(product.database)
  })
  afterAll(() => product.close())
}
