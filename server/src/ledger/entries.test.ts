// The lower bound of the number of entries: never too high.
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { freshDatabase } from '../../test/database.ts'
import { settled } from '../../test/settled.ts'
import { type Database, inTransaction, openDatabase } from '../kit/database/database.ts'
import { entriesAtLeast, entryPage } from './entries.ts'
import { type EntryFilters, plainEntries } from './entrySource.ts'
import { at, gift, grant, hold, recharge } from './items.fixture.ts'
import { post } from './ledger.post.ts'
import { foldPlatform } from './newEntries.ts'

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

test('a page is found however many accounts match, and however many transfers are booked late', async () => {
  const users = Array.from({ length: 30 }, (_, index) => BigInt(100 + index))
  const booked = new Date(at.getTime() + 1_800_000)
  const post500 = (round: number) =>
    inTransaction(database, (tx) =>
      post(
        tx,
        'test',
        booked,
        Array.from({ length: 500 }, (_, index) => ({
          ...grant(1n, users[(round * 500 + index) % users.length]!),
          occurredAt: booked,
        })),
      ),
    )
  for (let round = 0; round < 5; round++) await post500(round)
  await settled(database)
  const of = { from: new Date(booked.getTime() - 1_000), to: new Date(booked.getTime() + 1_000) }
  const filters: EntryFilters[] = [
    { purpose: 'promo' },
    { purpose: 'promo', holder: 'user', span: { to: new Date(at.getTime() + 1) } },
    { owner: 'user:100', reference: 'nothing' },
    { owner: 'user:1', reference: (await entryPage({ database }, { owner: 'user:1' }, {}, {})).records[0]!.reference },
    { booked: of },
    { booked: of, owner: 'user:101' },
    { booked: of, purpose: 'promo', kind: 'grant' },
  ]
  for (const where of filters) {
    const { rows } = await sql<{ key: string }>`
      select e.transfer_id || ' ' || e.line as key from (${plainEntries({ ...where, booked: undefined })}) e
        join ledger.transfer b on b.id = e.transfer_id
       where ${where.booked ? sql`b.booked_at >= ${of.from} and b.booked_at < ${of.to} and e.amount <> 0` : sql`true`}
       order by e.transfer_id desc, e.line desc limit 40`.execute(database)
    const keys: string[] = []
    for (let after: string | undefined, round = 0; round < 2; round++) {
      const page = await entryPage({ database }, where, { size: 20, ...(after && { after }) }, {})
      keys.push(...page.records.map((entry) => `${entry.transfer_id} ${entry.line}`))
      after = page.next
      if (after === undefined) break
    }
    expect(keys, JSON.stringify(where)).toEqual(rows.map(({ key }) => key))
    if (where.booked) expect(keys).toHaveLength(40)
  }
})
