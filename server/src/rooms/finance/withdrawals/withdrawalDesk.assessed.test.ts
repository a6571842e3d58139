// A claim during an assessment of the queue, which the server repeats in the background.
import { withdrawalClaim } from '@greenroom/contract/withdrawals'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { person } from '../../../../test/people.ts'
import { startProduct, type TestProduct } from '../../../../test/product.ts'
import { inTransaction } from '../../../kit/database/database.ts'
import { unassessed } from './withdrawalRisk.queries.ts'
import { aNewWithdrawal } from './withdrawals.fixture.ts'

let product: TestProduct
beforeAll(async () => {
  product = await startProduct()
})
afterAll(() => product.close())

/** True while a statement waits for another's lock. */
async function isWaiting(): Promise<boolean> {
  const { rows } = await sql`
    select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`.execute(
    product.database,
  )
  return rows.length > 0
}

test('a claim waits until a running assessment ends, and gets its withdrawals', async () => {
  const { client } = await person(product, { permissions: { 'finance.withdraw': 3 } })
  const withdrawalId = await aNewWithdrawal(product, 20)
  const [assessing, assessed] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
  const assessment = inTransaction(product.database, async (tx) => {
    expect(await unassessed(tx, product.clock.now(), 10)).toEqual([withdrawalId])
    assessing.resolve()
    await assessed.promise
  })
  await assessing.promise
  const claiming = client.call(withdrawalClaim, { size: 10, sort: 'waiting' })
  // Ends the assessment in any case, or closing the product would wait for it.
  await vi.waitUntil(isWaiting, { timeout: 10_000 }).finally(() => assessed.resolve())
  await assessment
  const { withdrawals, more } = await claiming
  expect([withdrawals.map((one) => one.withdrawalId), more]).toEqual([[withdrawalId], 0])
})
