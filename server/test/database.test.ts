import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { openDatabase } from '../src/kit/database.ts'
import { freshDatabase } from './database.ts'
import { withClient } from './server.ts'

const tables = `SELECT count(*)::int AS count FROM information_schema.tables
  WHERE table_schema NOT IN ('pg_catalog', 'information_schema')`

test('a fresh database is migrated', async () => {
  const { url } = await freshDatabase()
  const { rows } = await withClient(url, (client) => client.query<{ count: number }>(tables))
  expect(rows[0]?.count).toBeGreaterThan(0)
})

test('two fresh databases know nothing of each other', async () => {
  const [one, other] = await Promise.all([freshDatabase(), freshDatabase()])
  await withClient(one.url, (client) => client.query('CREATE TABLE only_here (id int)'))
  const { rows } = await withClient(other.url, (client) =>
    client.query<{ found: string | null }>(`SELECT to_regclass('only_here') AS found`),
  )
  expect(rows[0]?.found).toBeNull()
})

test('no statement of the product runs for ever', async () => {
  const { url } = await freshDatabase()
  const database = openDatabase(url, { max: 1 })
  const { rows } = await sql<{ statement_timeout: string }>`show statement_timeout`.execute(database)
  expect(rows).toEqual([{ statement_timeout: '1min' }])
  await database.destroy()
})
