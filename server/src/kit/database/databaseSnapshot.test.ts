import { sql } from 'kysely'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { freshDatabase } from '../../../test/database.ts'
import { type Database, openDatabase } from './database.ts'
import { type Frozen, openFrozen } from './databaseSnapshot.ts'
import { type Keyset, pageOf, type ReadWhole } from './paging.ts'

let url: string
let database: Database

beforeAll(async () => {
  url = (await freshDatabase()).url
  database = openDatabase(url, { max: 5 })
})
afterAll(() => database.destroy())

const count = async (reader: Database) =>
  (await sql<{ count: number }>`select count(*)::int as count from kit.reader`.execute(reader)).rows[0]!.count

const using = async (work: (snapshot: Frozen) => Promise<void>, seconds = 30) => {
  const snapshot = await openFrozen(url, seconds)
  try {
    await work(snapshot)
  } finally {
    await snapshot.close()
  }
}

it('reads one snapshot, whatever is written meanwhile', () =>
  using(async (snapshot) => {
    const before = await count(snapshot.database)
    await sql`insert into kit.reader (name, boundary) values ('snapshot-test', '0')`.execute(database)
    expect(await count(snapshot.database)).toBe(before)
    expect(await count(database)).toBe(before + 1)
  }))

it('can’t write', () =>
  using(async (snapshot) => {
    await expect(sql`delete from kit.reader`.execute(snapshot.database)).rejects.toThrow('read-only transaction')
  }))

it('is ended by the database after its time limit', () =>
  using(async (snapshot) => {
    await expect(sql`select pg_sleep(30)`.execute(snapshot.database)).rejects.toThrow(/timeout|terminated/)
  }, 1))

it('returns a complete list in order, by one cursor', () =>
  using(async (snapshot) => {
    const keyset: Keyset<{ n: number }> = {
      sorts: { n: { column: 'n', type: 'int', of: (row) => row.n } },
      defaultSort: '-n',
      id: { column: 'n', type: 'int', of: (row) => row.n },
      defaultSize: 20,
    }
    let declared = false
    const whole: ReadWhole = async (query) => {
      if (!declared) await snapshot.declare(query.compile())
      declared = true
      const records = await snapshot.rows()
      return { records, more: records.length > 0 }
    }
    const numbers = snapshot.database
      .selectFrom(sql<{ n: number }>`generate_series(1, ${2_500}::int)`.as<'s'>(sql`s(n)`))
      .select('n')
    const found: number[] = []
    for (let after: string | undefined = 'first'; after; ) {
      const page = await pageOf({ database: snapshot.database, whole }, numbers, keyset, {}, {})
      found.push(...page.records.map(({ n }) => n))
      after = page.next
    }
    expect(found).toEqual(Array.from({ length: 2_500 }, (_, at) => 2_500 - at))
  }))
