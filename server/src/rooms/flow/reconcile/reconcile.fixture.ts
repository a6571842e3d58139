// A product with some of everything that reconciliation compares.
import { flowReconcile } from '@greenroom/contract/flow'
import { sql } from 'kysely'
import { afterAll, beforeAll } from 'vitest'
import { type Client, startProduct, type TestProduct } from '../../../../test/product.ts'
import { settled } from '../../../../test/settled.ts'
import { inTransaction } from '../../../kit/database/database.ts'
import { newId } from '../../../kit/random.ts'
import { bonus, foldPlatform, type Item, post, verifyNew } from '../../../ledger/index.ts'
import { gift, grant, hold, recharge } from '../../../ledger/items.fixture.ts'
import { foldDays } from '../flowDaily.service.ts'

export let product: TestProduct
let admin: Client
export const ids: Record<string, string> = {}

export const run = (...items: Item[]) =>
  inTransaction(product.database, (tx) => post(tx, 'test', product.clock.now(), items))

/** Runs all rounds to completion. */
export async function caughtUp(): Promise<void> {
  await settled(product.database)
  while (await foldDays(product.database, 'UTC'));
  while ((await foldPlatform(product.database)) > 0);
  while (await verifyNew(product.database, product.clock.now()));
}

export const answer = async () => {
  const { checks } = await admin.call(flowReconcile, {})
  return new Map(checks.map((check) => [check.key, check]))
}
export const differing = async () =>
  [...(await answer()).values()].filter(({ differences }) => differences.length > 0).map(({ key }) => key)

export function startReconciled(): void {
  beforeAll(async () => {
    product = await startProduct()
    admin = await product.administrator()
    const now = product.clock.now()
    const id = (name: string) => (ids[name] = newId(now))
    const asks: Item = {
      ...hold(10n, 2n, id('withdrawal')),
      kind: 'withdrawal',
      reference: 'withdrawal w1',
      accounts: [bonus(2n)],
      decide: () => [{ account: bonus(2n), amount: 0n, reserved: 10n }],
    }
    await run(
      { ...recharge(100n, 900_000n, 1n, id('recharge')), reference: 'order o1' },
      grant(10n, 1n),
      gift(50n, 2n, 1n, id('gift')),
      hold(5n, 1n),
      asks,
    )
    for (const user of [1, 2, 3])
      await product.database
        .insertInto('users.app_user')
        .values({ id: BigInt(user), nickname: `n${user}`, created_at: now })
        .execute()
    await sql`update users.wallet set paid_tokens = 60, promo_tokens = 0 where user_id = 1`.execute(product.database)
    await sql`update users.wallet set bonus = 20 where user_id = 2`.execute(product.database)
    await sql`insert into finance.recharge_order (id, user_id, tokens, state, created_at, paid_at, recharge_id)
    values ('o1', 1, 100, 'success', ${now}, ${now}, ${ids['recharge']})`.execute(product.database)
    await sql`with a as (
      insert into finance.payee_account (user_id, kind, digest, sealed, last_four, first_used_at)
      values (2, 'bank', 'd', 's', '1', ${now}) returning id)
    insert into finance.withdrawal (id, user_id, bonus, usd_cents, method, account_id, hold_id, requested_at)
    select 'w1', 2, 10, 10, 'bank', id, ${ids['withdrawal']}, ${now} from a`.execute(product.database)
    await sql`insert into live.gift (id, at, gift_id, sender_id, receiver_id, count, tokens, promo_tokens, bonus)
    values (${ids['gift']}, ${now}, 1, 1, 2, 1, 50, 10, 20)`.execute(product.database)
  })
  afterAll(() => product.close())
}
