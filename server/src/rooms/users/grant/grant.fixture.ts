// A product, users with tokens, and staff who grant.
import { userDetail } from '@greenroom/contract/users'
import { afterAll, beforeAll, expect } from 'vitest'
import { person } from '../../../../test/people.ts'
import { type Client, startProduct, type TestProduct } from '../../../../test/product.ts'
import { inTransaction } from '../../../kit/database/database.ts'
import { newId } from '../../../kit/random.ts'
import { bonus, ofPlatform, paid, post, promo, takeTokens, takingLegs, verifyLedger } from '../../../ledger/index.ts'
import { anApp } from '../people.fixture.ts'

export let product: TestProduct
export let admin: Client
export let checker: Client

/** A member of staff with no grants today. */
export const maker = () => person(product, { permissions: { 'users.list': 1, 'users.grant': 3 } })
export const reason = 'an apology'
export const kind = 'compensation' as const
export const anId = () => newId(product.clock.now())
export const walletOf = async (userId: number) => {
  const { paidTokens, promoTokens } = (await admin.call(userDetail, { userId })).user.wallet
  return [promoTokens, paidTokens]
}
export const codes = ({ outcomes }: { outcomes: { errorCode?: number | undefined }[] }) =>
  outcomes.map((outcome) => outcome.errorCode)
export const logged = (userId: number) =>
  product.database.selectFrom('log.readable').selectAll().where('target', '=', `user ${userId}`).orderBy('id').execute()
/** The operation's USD micros on platform accounts, by account; credit-positive. */
export async function usdOf(operationId: string): Promise<Record<string, bigint>> {
  const rows = await product.database
    .selectFrom('ledger.entry as e')
    .innerJoin('ledger.transfer as t', 't.id', 'e.transfer_id')
    .innerJoin('ledger.account as a', 'a.id', 'e.account_id')
    .select(['a.purpose', 'e.amount'])
    .where('t.reference', '=', `operation ${operationId}`)
    .where('e.currency', '=', 'USD')
    .execute()
  return rows.reduce<Record<string, bigint>>(
    (sums, { purpose, amount }) => ({ ...sums, [purpose]: (sums[purpose] ?? 0n) + amount }),
    {},
  )
}
/** Sends a gift of this many tokens. */
export const spend = (userId: number, tokens: number) =>
  inTransaction(product.database, async (tx) => {
    const [id, at, burn] = [BigInt(userId), product.clock.now(), ofPlatform('burn', 'TOKEN')]
    const [outcome] = await post(tx, 'test', at, [
      {
        id: newId(at),
        kind: 'gift',
        phase: 'single',
        reference: 'gift',
        occurredAt: at,
        request: {},
        accounts: [promo(id), paid(id), bonus(id), burn],
        decide: (balances) => {
          const split = takeTokens(balances, id, BigInt(tokens))
          return split ? [...takingLegs(id, split), { account: burn, amount: BigInt(tokens) }] : 60001
        },
      },
    ])
    return outcome!.status
  })

export function startGrants(): void {
  beforeAll(async () => {
    product = await startProduct()
    admin = await product.administrator()
    checker = (await person(product, { permissions: { 'users.grant': 3, 'system.approval': 3 } })).client
    await anApp(product)
  })
  afterAll(async () => {
    expect(await verifyLedger(product.database)).toEqual([])
    await product.close()
  })
}
