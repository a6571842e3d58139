// What the database itself keeps, whoever calls.
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { freshDatabase } from '../../test/database.ts'
import { settled } from '../../test/settled.ts'
import { type Database, inTransaction, openDatabase } from '../kit/database.ts'
import { newId } from '../kit/random.ts'
import { type AccountKey, definitionOf, nameOf, ofPlatform, paid } from './accounts.ts'
import { at, burn, gift, recharge } from './items.fixture.ts'
import { type Item, type Outcome, post } from './post.ts'

let database: Database
beforeAll(async () => {
  database = openDatabase((await freshDatabase()).url, { max: 12 })
})
afterAll(async () => {
  await database.destroy()
})

let lastUser = 0n
let user = 0n
beforeEach(() => {
  user = ++lastUser
})

const run = (...items: Item[]): Promise<Outcome[]> => inTransaction(database, (tx) => post(tx, 'test', at, items))

describe('the database itself', () => {
  const accountId = async (key: AccountKey) =>
    (
      await database
        .selectFrom('ledger.account')
        .select('id')
        .where('owner', '=', key.owner)
        .where('purpose', '=', key.purpose)
        .where('currency', '=', key.currency)
        .executeTakeFirstOrThrow()
    ).id
  const raw = (phase: string, legs: [bigint, bigint, bigint][]) =>
    sql`select ledger.post(array[${newId(at)}::uuid], array['\\x00'::bytea], array['test'], array[${phase}], array[null::uuid], array[''],
      array[null::int], array[${at}::timestamptz], 'test', ${at}, ${legs.map(() => 1)}::int[], ${legs.map((l) => l[0])}::bigint[],
      ${legs.map((l) => l[1])}::bigint[], ${legs.map((l) => l[2])}::bigint[], ${legs.map(() => 0)}::bigint[])`.execute(
      database,
    )

  it('refuses what does not net to zero, an overdraft, a foreign currency and a broken phase', async () => {
    await run(recharge(100n, 0n, user))
    const wallet = await accountId(paid(user))
    await run(gift(1n, 9_006n, user))
    const burned = await accountId(burn)
    const bonusIssue = await accountId(ofPlatform('issue', 'BONUS'))
    await expect(
      raw('single', [
        [wallet, -5n, 0n],
        [burned, 4n, 0n],
      ]),
    ).rejects.toThrow(/unbalanced/)
    await expect(
      raw('single', [
        [wallet, -500n, 0n],
        [burned, 500n, 0n],
      ]),
    ).rejects.toThrow(/overdraft/)
    await expect(
      raw('single', [
        [wallet, -5n, 0n],
        [bonusIssue, 5n, 0n],
      ]),
    ).rejects.toThrow(/unbalanced/)
    await expect(
      raw('single', [
        [wallet, -5n, 5n],
        [burned, 5n, 0n],
      ]),
    ).rejects.toThrow(/phase/)
    await expect(raw('hold', [[wallet, 0n, 500n]])).rejects.toThrow(/overdraft/)
  })

  it('refuses every change of what stands, on the tables and on their partitions', async () => {
    await run(recharge(100n, 0n, user))
    const partitions = await sql<{ name: string }>`select inhrelid::regclass::text as name from pg_inherits
      where inhparent in ('ledger.entry'::regclass, 'ledger.transfer'::regclass, 'ledger.hold_resolution'::regclass)`.execute(
      database,
    )
    const tables = [
      'ledger.entry',
      'ledger.transfer',
      'ledger.hold_resolution',
      ...partitions.rows.map((row) => row.name),
    ]
    expect(tables.length).toBe(3 + 3 * 5)
    for (const table of tables) {
      await expect(sql.raw(`delete from ${table}`).execute(database)).rejects.toThrow(/append-only/)
      await expect(sql.raw(`truncate ${table}`).execute(database)).rejects.toThrow(/append-only/)
    }
    await expect(sql`update ledger.entry set amount = amount + 1`.execute(database)).rejects.toThrow(/append-only/)
  })

  it('folds platform accounts once each, and finds them equal to their entries', async () => {
    await run(recharge(100n, 0n, user))
    await sql`select ledger.fold()`.execute(database)
    await run(recharge(50n, 0n, user))
    await settled(database)
    await Promise.all(Array.from({ length: 4 }, () => sql`select ledger.fold()`.execute(database)))
    const { rows } = await sql<{ folded: string; entries: string }>`
      select (select sum(credit - debit) from ledger.folded)::text as folded,
             (select sum(amount) from ledger.entry where version is null)::text as entries`.execute(database)
    expect(rows[0]!.folded).toBe(rows[0]!.entries)
  })
})

it('knows no account that the chart does not have', () => {
  expect(() => definitionOf({ owner: 'user:1', purpose: 'secret', currency: 'TOKEN' })).toThrow(
    nameOf({ owner: 'user:1', purpose: 'secret', currency: 'TOKEN' }),
  )
})
