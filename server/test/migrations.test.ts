// Migrations: forward only, once each, with concurrent starts; and the generated types match the migrated database.
import { execFile } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { expect, inject, test } from 'vitest'
import { migrate } from '../src/kit/migrate.ts'
import { migrations } from '../src/migrations/index.ts'
import { freshDatabase } from './database.ts'
import { databaseAt, withClient } from './server.ts'

const run = promisify(execFile)
const script = fileURLToPath(new URL('../scripts/generate-types.ts', import.meta.url))
const bin = fileURLToPath(new URL('../../node_modules/.bin', import.meta.url))

async function emptyDatabase(name: string): Promise<string> {
  const full = `${inject('databasePrefix')}${name}`
  await withClient(inject('serverUrl'), (client) => client.query(`CREATE DATABASE ${full}`))
  return databaseAt(inject('serverUrl'), full)
}

/** A database's content: tables with their columns, and how many rows the first migration writes. */
const shape = (url: string) =>
  withClient(url, async (client) => {
    const columns = await client.query(`
      select table_schema, table_name, column_name, data_type, is_nullable from information_schema.columns
       where table_schema not in ('pg_catalog', 'information_schema') order by 1, 2, 3`)
    const seeded = await client.query(`
      select (select count(*) from access.menu)::int as menus, (select count(*) from access.role)::int as roles,
             (select count(*) from system.country)::int as countries, (select count(*) from kit.clock)::int as clocks`)
    const done = await client.query('select name from kysely_migration order by name')
    return { columns: columns.rows, seeded: seeded.rows[0], done: done.rows.map((row: { name: string }) => row.name) }
  })

test('five concurrent starts migrate once', async () => {
  const url = await emptyDatabase('together')
  await Promise.all(Array.from({ length: 5 }, () => migrate(url)))
  const { url: template } = await freshDatabase()
  const made = await shape(url)
  expect(made).toEqual(await shape(template))
  expect(made.done).toEqual(Object.keys(migrations))
})

test('a second start changes nothing', async () => {
  const { url } = await freshDatabase()
  const before = await shape(url)
  await migrate(url)
  expect(await shape(url)).toEqual(before)
})

test('their names are numbered without gaps, in order', () => {
  const numbers = Object.keys(migrations).map((name) => Number(/^(\d{4})_/.exec(name)?.[1]))
  expect(numbers).toEqual(numbers.map((_, index) => index + 1))
})

test('no migration can be reverted', () => {
  expect(Object.values(migrations).filter((migration) => migration.down !== undefined)).toEqual([])
})

test('the generated types match the migrated database', async () => {
  const { url } = await freshDatabase()
  const environment = { ...process.env, TYPES_DATABASE_URL: url, PATH: `${bin}:${process.env['PATH'] ?? ''}` }
  const outcome = await run(process.execPath, [script, '--verify'], { env: environment }).then(
    () => 'up to date',
    (error: { stdout: string; stderr: string }) => `${error.stdout}${error.stderr}`,
  )
  expect(outcome).toBe('up to date')
})
