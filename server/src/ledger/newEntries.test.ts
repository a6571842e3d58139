// Jobs read new entries in parts, however large the transaction that wrote them.
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { freshDatabase } from '../../test/database.ts'
import { settled } from '../../test/settled.ts'
import { type Database, inTransaction, openDatabase, type Transaction } from '../kit/database/database.ts'
import { readNew } from '../kit/database/newRows.ts'
import { newId } from '../kit/random.ts'
import { at, gift, recharge } from './items.fixture.ts'
import { post } from './ledger.post.ts'
import type { Item } from './ledger.types.ts'
import { boundedSpan, leavesSome, positionAfter, unreadBy, within } from './newEntries.ts'
import { verifiedSoFar, verifyNew } from './verifyNew.ts'

let database: Database
beforeAll(async () => {
  database = openDatabase((await freshDatabase()).url, { max: 6 })
})
afterAll(() => database.destroy())

const run = (tx: Transaction, ...items: Item[]) => post(tx, 'test', at, items)
const write = (...items: Item[]) => inTransaction(database, (tx) => run(tx, ...items))
const verify = async (entries: number): Promise<number> => {
  await settled(database)
  let turns = 0
  while (await verifyNew(database, at, entries)) turns++
  return turns
}

let user = 100n
beforeEach(async () => {
  user += 2n
  await verify(10_000)
})

/** Gifts whose ids descend as their versions ascend: no part of a split transaction has consecutive versions. */
const gifts = (count: number): Item[] =>
  Array.from({ length: count }, (_, index) => ({
    ...gift(5n, user + 1n, user),
    id: newId(new Date(at.getTime() - index * 1_000)),
  }))

const entryCount = async (): Promise<bigint> =>
  (await sql<{ count: bigint }>`select count(*) from ledger.entry`.execute(database)).rows[0]!.count

test('a transaction larger than a part is verified in parts, each entry once', async () => {
  await write(recharge(1_000n, 0n, user))
  await write(...gifts(40))
  await write(gift(5n, user + 1n, user))
  expect(await verify(10)).toBeGreaterThan(7)
  const { entries, findings } = await verifiedSoFar(database)
  expect(findings).toEqual([])
  expect(entries).toBe(await entryCount())
})

test('reading a part leaves the rest of its transaction unread', async () => {
  await write(recharge(1_000n, 0n, user))
  await verify(10_000)
  await write(...gifts(20))
  await settled(database)
  const unread = async () =>
    (
      await sql<{ id: string }>`
        select distinct transfer_id as id from ledger.entry where ${unreadBy('some')} and version is not null`.execute(
        database,
      )
    ).rows.map(({ id }) => id)
  await sql`insert into kit.reader (name, boundary) select 'some', boundary from kit.reader where name = 'ledger.verify'`.execute(
    database,
  )
  const read: string[] = []
  for (let waiting = await unread(), more = true; more; waiting = await unread()) {
    const before = read.length
    await readNew(database, 'some', async (tx, span) => {
      const part = await boundedSpan(tx, span, 6)
      const { rows } = await sql<{ id: string }>`
        select distinct transfer_id as id from ledger.entry where version is not null and ${within(part)}`.execute(tx)
      read.push(...rows.map(({ id }) => id))
      more = leavesSome(span, part)
      return positionAfter(part)
    })
    expect((await unread()).toSorted()).toEqual(waiting.filter((id) => !read.slice(before).includes(id)).toSorted())
  }
  expect(read).toHaveLength(20)
  expect(new Set(read).size).toBe(20)
})

test('a part that ends between two transactions that waited for each other has no finding', async () => {
  await write(recharge(1_000n, 0n, user))
  await verify(10_000)
  await write(gift(5n, user + 1n, user))
  const early = await database.startTransaction().execute()
  // Its number is assigned first, but it posts after the transaction that starts later.
  await sql`select pg_current_xact_id()`.execute(early)
  await write(gift(5n, user + 1n, user))
  await run(early, gift(5n, user + 1n, user))
  await early.commit().execute()
  await verify(4)
  expect((await verifiedSoFar(database)).findings).toEqual([])
})

test('an entry that is recorded long before the one it follows has no finding, as the first fill writes them', async () => {
  const days = (count: number) => new Date(at.getTime() + count * 86_400_000)
  const writeAt = (recorded: Date, ...items: Item[]) =>
    inTransaction(database, (tx) => post(tx, 'test', recorded, items))
  await writeAt(days(0), recharge(1_000n, 0n, user))
  for (const day of [-3, -2, -9, -1, -5]) {
    await writeAt(days(day), gift(5n, user + 1n, user), gift(6n, user + 1n, user))
    await verify(3)
  }
  expect((await verifiedSoFar(database)).findings).toEqual([])
})

const partitions = async (tx: Transaction) =>
  (
    await sql<{ name: string }>`
      select inhrelid::regclass::text as name from pg_inherits where inhparent = 'ledger.entry'::regclass`.execute(tx)
  ).rows.map(({ name }) => name)

test('a broken chain is found within a part of a transaction, too', async () => {
  await write(recharge(1_000n, 0n, user))
  await write(...gifts(30))
  await inTransaction(database, async (tx) => {
    for (const name of ['ledger.entry', ...(await partitions(tx))])
      await sql.raw(`alter table ${name} disable trigger user`).execute(tx)
    await sql`update ledger.entry set posted_after = posted_after + 1
               where version = 20 and account_id = (select id from ledger.account
                                                     where owner = ${`user:${user}`} and purpose = 'paid')`.execute(tx)
  })
  await verify(10)
  const { findings } = await verifiedSoFar(database)
  expect(findings.map(({ rule }) => rule)).toEqual(['chain', 'chain'])
})
