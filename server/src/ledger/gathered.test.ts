// Transfers of many callers in one batch (`kit/work/gather.ts`), as the bridge posts events: each caller gets the answer it would
// get alone.
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { freshDatabase } from '../../test/database.ts'
import { type Database, inTransaction, openDatabase } from '../kit/database/database.ts'
import { gather } from '../kit/work/gather.ts'
import { balancesOfUsers } from './balances.ts'
import { at, gift, recharge, revenue } from './items.fixture.ts'
import { post } from './ledger.post.ts'
import type { Item, Outcome } from './ledger.types.ts'
import { verifyLedger } from './ledger.verify.ts'

let database: Database
beforeAll(async () => {
  database = openDatabase((await freshDatabase()).url, { max: 4 })
})
afterAll(() => database.destroy())

let user = 0n
beforeEach(async () => {
  user++
  await postAll([recharge(100n, 900_000n, user)])
})

const postAll = (items: Item[]) => inTransaction(database, (tx) => post(tx, 'test', at, items))

/** A function that posts one transfer, and the sizes of the batches it made. */
function openPoster(work: (items: Item[]) => Promise<Outcome[]> = postAll) {
  const sizes: number[] = []
  const one = gather<Item, Outcome>({
    atOnce: 1,
    most: 500,
    sizeOf: () => 1,
    isSystemic: () => false,
    work: (items) => {
      sizes.push(items.length)
      return work(items)
    },
  })
  return { one, sizes }
}

const settled = async (posting: Promise<Outcome>) => {
  try {
    const outcome = await posting
    return outcome.status === 'refused' ? outcome.code : outcome.status
  } catch (error) {
    return String(error)
  }
}
const paidOf = async (userId: bigint) => (await balancesOfUsers(database, [userId])).get(userId)?.paidTokens

it('accepts and refuses each on its own', async () => {
  const { one, sizes } = openPoster()
  const outcomes = await Promise.all([30n, 40n, 50n, 30n, 1n].map((tokens) => settled(one(gift(tokens, 9_101n, user)))))
  expect(outcomes).toEqual(['accepted', 'accepted', 60001, 'accepted', 60001])
  expect(sizes).toEqual([1, 4])
  expect(await paidOf(user)).toBe(0n)
})

it('posts an id once, however many callers send it', async () => {
  const { one } = openPoster()
  const item = gift(10n, 9_102n, user)
  const other = { ...gift(11n, 9_102n, user), id: item.id }
  const outcomes = await Promise.all([item, item, other, item].map((same) => settled(one(same))))
  expect(outcomes).toEqual(['accepted', 'duplicate', 10027, 'duplicate'])
  expect(await paidOf(user)).toBe(90n)
})

it('answers a caller once its transfer is committed', async () => {
  const { one } = openPoster()
  const seen = await Promise.all(
    Array.from({ length: 20 }, async () => {
      const item = gift(1n, 9_103n, user)
      await one(item)
      return database.selectFrom('ledger.transfer').select('id').where('id', '=', item.id).execute()
    }),
  )
  expect(seen.map((rows) => rows.length)).toEqual(seen.map(() => 1))
})

it('fails only the transfer that the database refuses or whose decision throws', async () => {
  const { one, sizes } = openPoster()
  const unbalanced: Item = { ...gift(1n, 9_104n, user), usd: () => [{ account: revenue, amount: 1n }] }
  const broken: Item = {
    ...gift(1n, 9_104n, user),
    decide: () => {
      throw new Error('a mistake')
    },
  }
  const items = [gift(1n, 9_104n, user), gift(2n, 9_104n, user), unbalanced, broken, gift(3n, 9_104n, user)]
  expect(await Promise.all(items.map((item) => settled(one(item))))).toEqual([
    'accepted',
    'accepted',
    expect.stringContaining('unbalanced'),
    'Error: a mistake',
    'accepted',
  ])
  expect(sizes).toEqual([1, 4, 2, 1, 1, 2, 1, 1])
  expect(await paidOf(user)).toBe(94n)
})

it('posts nothing twice when the answer to a commit was lost', async () => {
  let lost = 0
  const { one } = openPoster(async (items) => {
    const outcomes = await postAll(items)
    if (items.length > 1 && lost++ === 0) throw new Error('the answer was lost')
    return outcomes
  })
  const outcomes = await Promise.all([1n, 2n, 3n, 4n].map((tokens) => settled(one(gift(tokens, 9_105n, user)))))
  expect(outcomes).toEqual(['accepted', 'duplicate', 'duplicate', 'duplicate'])
  expect(await paidOf(user)).toBe(90n)
  expect(await verifyLedger(database)).toEqual([])
})
