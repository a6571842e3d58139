import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { freshDatabase } from '../../../test/database.ts'
import { type Database, inTransaction, openDatabase } from './database.ts'
import { isReadOnly, readingOnly } from './readOnly.ts'

let database: Database
beforeAll(async () => {
  database = openDatabase((await freshDatabase()).url, { max: 2 })
})
afterAll(() => database.destroy())

const rename = sql`update access.role set remark = 'changed'`

test('reads, also in transactions of its own, which see one snapshot', async () => {
  const counted = await readingOnly(database, async (reader) => {
    const count = () => reader.selectFrom('access.role').select('id').execute()
    const first = await count()
    await sql`insert into access.role (name, updated_at) values ('beside', now())`.execute(database)
    const inside = await reader
      .transaction()
      .setIsolationLevel('repeatable read')
      .setAccessMode('read only')
      .execute((tx) => tx.selectFrom('access.role').select('id').execute())
    return [first.length, (await count()).length, inside.length]
  })
  expect(new Set(counted).size).toBe(1)
})

test.each([
  ['a statement', (reader: Database) => rename.execute(reader)],
  ['a transaction that wants to write', (reader: Database) => inTransaction(reader, (tx) => rename.execute(tx))],
  [
    'a transaction that sets itself to write',
    (reader: Database) =>
      inTransaction(reader, async (tx) => {
        await sql`set transaction read write`.execute(tx)
        return rename.execute(tx)
      }),
  ],
])('%s changes nothing', async (_, work) => {
  const failed = await readingOnly(database, async (reader) => {
    await reader.selectFrom('access.role').select('id').execute()
    return work(reader)
  }).then(
    () => undefined,
    (error: unknown) => error,
  )
  expect(failed).toBeDefined()
  expect(isReadOnly(failed) || (failed as { code?: string }).code === '25001').toBe(true)
  const { rows } = await sql<{ remark: string }>`select remark from access.role where remark = 'changed'`.execute(
    database,
  )
  expect(rows).toEqual([])
})
