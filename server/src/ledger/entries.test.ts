// The lower bound of the number of entries: never too high.
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { freshDatabase } from '../../test/database.ts'
import { settled } from '../../test/settled.ts'
import { type Database, inTransaction, openDatabase } from '../kit/database.ts'
import { entriesAtLeast } from './entries.ts'
import { type EntryFilters, plainEntries } from './entry-source.ts'
import { at, gift, hold, recharge } from './items.fixture.ts'
import { foldPlatform } from './new-entries.ts'
import { post } from './post.ts'

let database: Database
beforeAll(async () => {
  database = openDatabase((await freshDatabase()).url, { max: 4 })
  await inTransaction(database, (tx) =>
    post(tx, 'test', at, [
      recharge(100n, 900_000n, 1n),
      gift(30n, 2n, 1n),
      gift(20n, 2n, 1n),
      hold(10n, 1n),
      // Refused: too many tokens.
      gift(1_000n, 2n, 1n),
    ]),
  )
  await settled(database)
})
afterAll(() => database.destroy())

const known: [EntryFilters, number][] = [
  [{ purpose: 'paid' }, 4],
  [{ owner: 'user:1', span: {} }, 4],
  [{ owner: 'user:2', purpose: 'bonus' }, 2],
  [{ owner: 'user:2', purpose: 'paid' }, 0],
  [{ purpose: 'burn' }, 2],
  [{ owner: 'platform', currency: 'TOKEN' }, 3],
  [{ purpose: 'issue' }, 3],
  // Owned accounts have no index by currency alone.
  [{ currency: 'TOKEN' }, 3],
  // Accounts don't count these.
  [{ purpose: 'paid', kind: 'gift' }, 0],
  [{ purpose: 'paid', reference: 'order' }, 0],
  [{ purpose: 'paid', span: { from: new Date(0) } }, 0],
  [{ purpose: 'paid', span: { to: at } }, 0],
]

test('before platform entries are folded, only those of owned accounts are known', async () => {
  expect(await entriesAtLeast(database, { purpose: 'paid' })).toBe(4)
  expect(await entriesAtLeast(database, { purpose: 'burn' })).toBe(0)
})

test.each(known)('%j has at least %i', async (where, least) => {
  while ((await foldPlatform(database)) > 0);
  expect(await entriesAtLeast(database, where)).toBe(least)
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from (${plainEntries(where)}) e`.execute(database)
  expect(rows[0]!.count).toBeGreaterThanOrEqual(least)
})
