import { sql } from 'kysely'
import { describe, expect, test } from 'vitest'
import { limitStatements, openDatabase } from '../src/kit/database/database.ts'
import { openFrozen } from '../src/kit/database/databaseSnapshot.ts'
import { freshDatabase } from './database.ts'
import { withClient } from './server.ts'

const tables = `SELECT count(*)::int AS count FROM information_schema.tables
  WHERE table_schema NOT IN ('pg_catalog', 'information_schema')`

test('a fresh database is migrated', async () => {
  const { url } = await freshDatabase()
  const { rows } = await withClient(url, (client) => client.query<{ count: number }>(tables))
  expect(rows[0]?.count).toBeGreaterThan(0)
})

test('two fresh databases are isolated', async () => {
  const [one, other] = await Promise.all([freshDatabase(), freshDatabase()])
  await withClient(one.url, (client) => client.query('CREATE TABLE only_here (id int)'))
  const { rows } = await withClient(other.url, (client) =>
    client.query<{ found: string | null }>(`SELECT to_regclass('only_here') AS found`),
  )
  expect(rows[0]?.found).toBeNull()
})

describe('statements of the product have a time-out', () => {
  const limitOf = async (url: string) => {
    const database = openDatabase(url, { max: 1 })
    const { rows } = await sql<{ statement_timeout: string; source: string }>`
      select current_setting('statement_timeout') as statement_timeout, source from pg_settings
       where name = 'statement_timeout'`.execute(database)
    await database.destroy()
    return rows[0]
  }

  test('by a setting of the role, also with concurrent starts', async () => {
    const { url } = await freshDatabase()
    await Promise.all([1, 2, 3].map(() => limitStatements(url)))
    expect(await limitOf(url)).toEqual({ statement_timeout: '1min', source: 'database user' })
  })

  test('but an operator’s setting is kept', async () => {
    const { url } = await freshDatabase()
    await withClient(url, async (client) => {
      const { rows } = await client.query<{ name: string }>('select current_database() as name')
      await client.query(`alter role current_user in database ${rows[0]!.name} set statement_timeout = '5s'`)
    })
    await limitStatements(url)
    expect(await limitOf(url)).toMatchObject({ statement_timeout: '5s' })
  })

  test('an export is limited as a whole, not by its statements', async () => {
    const { url } = await freshDatabase()
    await limitStatements(url)
    const frozen = await openFrozen(url, 60)
    const { rows } = await sql<{ statement_timeout: string }>`show statement_timeout`.execute(frozen.database)
    expect(rows).toEqual([{ statement_timeout: '0' }])
    await frozen.close()
  })
})
