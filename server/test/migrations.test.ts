// Migrations: forward only, once each, with concurrent starts; and the generated types match the migrated database.
import { execFile } from 'node:child_process'
import { readdirSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import type { Kysely } from 'kysely'
import { expect, inject, test } from 'vitest'
import { MigrationProblem, migrate } from '../src/kit/database/migrate.ts'
import { migrations } from '../src/migrations/index.ts'
import { runStatements, statementsOf } from '../src/migrations/statements.ts'
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

const broken = (text: string) => ({
  ...migrations,
  '9999_broken': { up: (database: Kysely<unknown>) => runStatements(database, text) },
})

test.each([
  [
    'a statement that cannot run',
    `-- A comment; with a semicolon.
     create table kit.left_over (id int);
     create function kit.left() returns text language sql return 'a; b';
     alter table kit.nowhere
       add column x int;`,
    'migration 9999_broken failed at "alter table kit.nowhere add column x int": relation "kit.nowhere" does not exist (42P01).',
  ],
  [
    'data that a new rule refuses',
    `create table kit.left_over (id int);
     alter table access.role add constraint few check (id < 2);
     create table kit.more (id int);`,
    'migration 9999_broken failed at "alter table access.role add constraint few check (id < 2)": check constraint "few" of relation',
  ],
])('%s is said in one line, and nothing is changed', async (_, text, message) => {
  const { url } = await freshDatabase()
  const before = await shape(url)
  const failed = await migrate(url, broken(text)).then(
    () => new Error('migrated'),
    (error: Error) => error,
  )
  expect(failed).toBeInstanceOf(MigrationProblem)
  expect(failed.message).toContain(message)
  expect(failed.message).toContain('Nothing was changed')
  expect(failed.message).not.toContain('\n')
  expect(await shape(url)).toEqual(before)
  await migrate(url)
})

test('a server that cannot migrate prints that line, without a stack, and ends', async () => {
  const { url } = await freshDatabase()
  // A function of this version stands in the way of a name that a migration wants.
  await withClient(url, (client) =>
    client.query(`
      delete from kit.function_file where name = 'kit';
      drop function kit.remove_sums() cascade;
      create function kit.remove_sums() returns int language sql return 1`),
  )
  const main = fileURLToPath(new URL('../src/main.ts', import.meta.url))
  const env = { ...process.env, DATABASE_URL: url, PORT: '0', SIMULATE: 'off' }
  const outcome = await run(process.execPath, [main], { env }).then(
    () => '',
    (error: { stderr: string }) => error.stderr,
  )
  const lines = outcome.split('\n').filter((line) => line.startsWith('The database could not be updated'))
  expect(lines).toEqual([expect.stringContaining('at "create or replace function kit.remove_sums()')])
  expect(outcome).not.toMatch(/^ {4}at /m)
})

test('a file of SQL is split at its semicolons, and nowhere else', () => {
  const folder = new URL('../src/migrations/', import.meta.url)
  const files = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((name) => name.endsWith('.sql'))
  expect(files.length).toBeGreaterThan(30)
  for (const name of files)
    for (const statement of statementsOf(readFileSync(new URL(name, folder), 'utf8')))
      expect([name, statement]).toEqual([
        name,
        expect.stringMatching(
          /^(--[^\n]*\n|\s)*(create|alter|insert|select|do|drop|comment|grant|revoke|update|with)\b/i,
        ),
      ])
  expect(
    statementsOf(`a '; '' ;' ; b "x;y" ; -- no; more\n c $$ ; $$ ; d $x$ ; $$ ; $x$ /* ; */ ; e E'\\'; ' ; -- end;`),
  ).toEqual([`a '; '' ;'`, 'b "x;y"', '-- no; more\n c $$ ; $$', 'd $x$ ; $$ ; $x$ /* ; */', `e E'\\'; '`])
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
