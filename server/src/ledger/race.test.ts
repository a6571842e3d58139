// Many clients at once on accounts that don't exist yet: each gets an answer, none an error.
import { afterAll, beforeAll, expect, it } from 'vitest'
import { freshDatabase } from '../../test/database.ts'
import { type Database, inTransaction, openDatabase } from '../kit/database/database.ts'
import { at, gift, recharge } from './items.fixture.ts'
import { post } from './ledger.post.ts'
import type { Item } from './ledger.types.ts'
import { verifyLedger } from './ledger.verify.ts'

let database: Database
beforeAll(async () => {
  database = openDatabase((await freshDatabase()).url, { max: 16 })
})
afterAll(() => database.destroy())

const run = (...items: Item[]) => inTransaction(database, (tx) => post(tx, 'test', at, items))
const reasons = (settled: PromiseSettledResult<unknown>[]) =>
  settled.flatMap((one) => (one.status === 'rejected' ? [String(one.reason)] : []))

it('answers every client that sends one id while its accounts are being created', async () => {
  for (let round = 1n; round <= 25n; round++) {
    const from = 100_000n + round
    await run(recharge(100n, 900_000n, from))
    const item = gift(30n, 200_000n + round, from)
    const settled = await Promise.allSettled(Array.from({ length: 16 }, () => run(item)))
    expect(reasons(settled)).toEqual([])
    const outcomes = settled.flatMap((one) => (one.status === 'fulfilled' ? one.value : []))
    expect(outcomes.filter(({ status }) => status === 'accepted')).toHaveLength(1)
    expect(outcomes.filter(({ status }) => status === 'duplicate')).toHaveLength(15)
  }
})

it('does not fail others when the transaction that created their accounts rolls back', async () => {
  for (let round = 1n; round <= 15n; round++) {
    const to = 300_000n + round
    const settled = await Promise.allSettled(
      Array.from({ length: 16 }, (_, index) =>
        inTransaction(database, async (tx) => {
          const outcomes = await post(tx, 'test', at, [recharge(1n, 0n, to)])
          if (index % 3 === 0) throw new Error('rolled back')
          return outcomes
        }),
      ),
    )
    expect(new Set(reasons(settled))).toEqual(new Set(['Error: rolled back']))
    expect(settled.filter(({ status }) => status === 'fulfilled')).toHaveLength(10)
  }
  expect(await verifyLedger(database)).toEqual([])
})
