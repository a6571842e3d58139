// Migrations: forward only, once each, with concurrent starts; and the generated types match the migrated database.
import { execFile } from 'node:child_process'
import { readdirSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { describe, expect, inject, test } from 'vitest'
import { openDatabase } from '../src/kit/database/database.ts'
import { checkUpToDate, migrate } from '../src/kit/database/migrate.ts'
import { checkMigrated, MigrationProblem } from '../src/kit/database/migrated.ts'
import { applyFunctions } from '../src/migrations/functions.ts'
import { migrations, stepOf } from '../src/migrations/index.ts'
import { hashOf, isOlder, released } from '../src/migrations/release.ts'
import { statementsOf } from '../src/migrations/statements.ts'
import { freshDatabase } from './database.ts'
import { operator } from './programs.ts'
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

test('a migration that lands after one with a higher number runs too, once', async () => {
  const { url } = await freshDatabase()
  const later = { '9998_two': stepOf('create table kit.two (id int)') }
  await migrate(url, { ...migrations, ...later })
  const steps = { ...migrations, '9997_one': stepOf('create table kit.one (id int)'), ...later }
  expect((await migrate(url, steps)).run).toEqual(['9997_one'])
  expect((await migrate(url, steps)).run).toEqual([])
})

test('a second start changes nothing', async () => {
  const { url } = await freshDatabase()
  const before = await shape(url)
  await migrate(url)
  expect(await shape(url)).toEqual(before)
})

const with9999 = (text: string) => ({ ...migrations, '9999_next': stepOf(text) })
/** Does not wait long. */
const hasty = { of: { lockMs: 100, tries: 3, pauseMs: 50 } }
const problem = (work: Promise<unknown>) =>
  work.then(
    () => new Error('migrated'),
    (error: Error) => error,
  )

test.each([
  [
    'a statement that cannot run',
    `-- A comment; with a semicolon.
     create table kit.left_over (id int);
     create function kit.left() returns text language sql return 'a; b';
     alter table kit.nowhere
       add column x int;`,
    'migration 9999_next failed at "alter table kit.nowhere add column x int": relation "kit.nowhere" does not exist (42P01).',
  ],
  [
    'data that a new rule refuses',
    `create table kit.left_over (id int);
     alter table access.role add constraint few check (id < 2);
     create table kit.more (id int);`,
    'migration 9999_next failed at "alter table access.role add constraint few check (id < 2)": check constraint "few" of relation',
  ],
])('%s is said in one line, and nothing is changed', async (_, text, message) => {
  const { url } = await freshDatabase()
  const before = await shape(url)
  const failed = await problem(migrate(url, with9999(text)))
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
  const env = operator({ DATABASE_URL: url, PORT: '0', SIMULATE: 'off', LOG_FORMAT: 'text' })
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

test('what a release contains is as it was released', () => {
  const now = Object.fromEntries(Object.entries(migrations).map(([name, { hash }]) => [name, hash]))
  expect(now).toMatchObject(released)
  expect(hashOf('a\r\nb')).toBe(hashOf('a\nb'))
})

test('each applied migration has its hash and its release in the database', async () => {
  const { url } = await freshDatabase()
  const { rows } = await withClient(url, (client) => client.query('select name, hash from kit.migration order by name'))
  expect(rows).toEqual(Object.entries(migrations).map(([name, { hash }]) => ({ name, hash })))
})

describe('an update that can’t be is refused in one sentence, and changes nothing', () => {
  const noFunctions = 'create table kit.left_over (id int)'
  test.each<[string, string, Record<string, string>, string]>([
    [
      'a database of a later version',
      `insert into kysely_migration values ('9998_later', 'now');
       insert into kit.migration (name, hash, release) values ('9998_later', 'x', '9.8.0')`,
      {},
      'This database was updated by Greenroom 9.8.0, and this is ',
    ],
    ['a database from before 0.1.0', 'drop table kit.migration', {}, 'This database is from before Greenroom 0.1.0'],
    ['one whose first migration is not noted', `delete from kit.migration where name = '0001_kit'`, {}, 'from before'],
    [
      'another form of a released migration',
      `update kit.migration set hash = 'other' where name = '0007_guilds'`,
      { '0007_guilds': migrations['0007_guilds']!.hash },
      'Migration 0007_guilds ran on this database in another form than Greenroom ',
    ],
  ])('%s', async (_, change, promised, message) => {
    const { url } = await freshDatabase()
    await withClient(url, (client) => client.query(change))
    const before = await shape(url)
    const steps = with9999(noFunctions)
    const failed = await problem(migrate(url, steps, { known: { steps, released: promised } }))
    expect(failed).toBeInstanceOf(MigrationProblem)
    expect(failed.message).toContain(message)
    expect(failed.message).toContain('Nothing was changed.')
    expect(failed.message).not.toContain('\n')
    expect(await shape(url)).toEqual(before)
  })

  test('but a migration that is still being written is only named', async () => {
    const { url } = await freshDatabase()
    await withClient(url, (client) =>
      client.query(`update kit.migration set hash = 'x' where name = '0022_indicators'`),
    )
    const known = { steps: migrations, released: {} }
    expect(await migrate(url, migrations, { known })).toEqual({ run: [], drifted: ['0022_indicators'] })
  })
})

test('a server that does not migrate refuses to start while something waits', async () => {
  const { url } = await freshDatabase()
  const database = openDatabase(url, { max: 1 })
  const steps = with9999('create table kit.waiting (id int)')
  try {
    await checkUpToDate(url)
    const failed = await problem(checkMigrated(database, { steps, released: {} }))
    expect(failed.message).toContain('migration 9999_next of Greenroom')
    expect(failed.message).toContain('Run "npm run migrate"')
    await withClient(url, (client) => client.query(`update kit.function_file set hash = 'x' where name = 'ledger'`))
    const functions = await problem(checkMigrated(database, { steps: migrations, released: {} }))
    expect(functions.message).toContain('the functions of ledger')
  } finally {
    await database.destroy()
  }
})

test('npm run migrate brings a new database up to date, and says so', async () => {
  const url = await emptyDatabase('by_command')
  const command = fileURLToPath(new URL('../src/cli/migrate-database.ts', import.meta.url))
  const told = () => run(process.execPath, [command], { env: operator({ DATABASE_URL: url }) })
  const first = (await told()).stdout.split('\n')
  expect(first).toEqual([
    ...Object.keys(migrations).map((name) => `${name} was run.`),
    expect.stringMatching(/^The database is up to date with Greenroom [\d.]+\.$/),
    '',
  ])
  expect((await told()).stdout.split('\n')).toHaveLength(2)
})

test('an older server takes back no function of a newer one', async () => {
  const { url } = await freshDatabase()
  const database = openDatabase(url, { max: 1 })
  const written = async () => {
    const { rows } = await withClient(url, (client) =>
      client.query(`select hash, release from kit.function_file where name = 'log'`),
    )
    return rows[0] as { hash: string; release: string }
  }
  try {
    await withClient(url, (client) =>
      client.query(`update kit.function_file set hash = 'newer', release = '0.10.0' where name = 'log'`),
    )
    await applyFunctions(database, ['log'], '0.9.1')
    expect(await written()).toEqual({ hash: 'newer', release: '0.10.0' })
    await applyFunctions(database, ['log'], '0.10.0')
    expect(await written()).toMatchObject({ hash: expect.not.stringMatching('newer'), release: '0.10.0' })
  } finally {
    await database.destroy()
  }
  expect([isOlder('0.9.1', '0.10.0'), isOlder('0.10.0', '0.10.0'), isOlder('1.0.0', '0.10.0')]).toEqual([
    true,
    false,
    false,
  ])
})

describe('beside those who serve', () => {
  test('a migration waits briefly for a lock, tries again, and then says what to do', async () => {
    const { url } = await freshDatabase()
    const steps = with9999('alter table access.role add column waited int')
    await withClient(url, async (client) => {
      await client.query('begin')
      await client.query('lock table access.role in access share mode')
      const failed = await problem(migrate(url, steps, hasty))
      expect(failed.message).toContain('(55P03). Nothing was changed')
      expect(failed.message).toContain('try again in a quieter hour')
      const running = migrate(url, steps, { of: { lockMs: 50, tries: 1_000, pauseMs: 20 } })
      await client.query('commit')
      expect(await running).toMatchObject({ run: ['9999_next'] })
    })
  })

  const large = `-- outside a transaction
create index concurrently if not exists role_name on access.role (name);
create index concurrently if not exists role_updated on access.role (updated_at);`
  const indexes = async (url: string) => {
    const { rows } = await withClient(url, (client) =>
      client.query(`
        select indexrelid::regclass::text as name, indisvalid as valid from pg_index
         where indexrelid in (to_regclass('access.role_name'), to_regclass('access.role_updated')) order by 1`),
    )
    return rows
  }
  const both = [
    { name: 'access.role_name', valid: true },
    { name: 'access.role_updated', valid: true },
  ]

  test('indexes are built outside the transaction, between the migrations before and after them', async () => {
    const { url } = await freshDatabase()
    const steps = {
      ...migrations,
      '9997_before': stepOf('create table kit.before (id int)'),
      '9998_large': stepOf(large),
      '9999_after': stepOf('create table kit.after (id int)'),
    }
    expect(await migrate(url, steps)).toMatchObject({ run: ['9997_before', '9998_large', '9999_after'] })
    expect(await indexes(url)).toEqual(both)
    expect(await migrate(url, steps)).toMatchObject({ run: [] })
  })

  test('what an interrupted run left is built again, and what it finished is kept', async () => {
    const { url } = await freshDatabase()
    await withClient(url, (client) =>
      client.query('create table kit.large (a int, b int); insert into kit.large values (1, 1), (1, 2)'),
    )
    const steps = {
      ...migrations,
      '9998_before': stepOf('create table kit.before (id int)'),
      '9999_large': stepOf(`-- outside a transaction
        create index concurrently if not exists large_b on kit.large (b);
        create unique index concurrently if not exists large_a on kit.large (a);`),
    }
    const found = async () =>
      (
        await withClient(url, (client) =>
          client.query(`
            select indexrelid::regclass::text as name, indisvalid as valid, indexrelid::text as id from pg_index
             where indrelid = 'kit.large'::regclass order by 1`),
        )
      ).rows as { name: string; valid: boolean; id: string }[]
    const failed = await problem(migrate(url, steps))
    expect(failed.message).toContain('migration 9999_large failed at "create unique index concurrently')
    expect(failed.message).toContain('the next start goes on from there')
    const [unfinished, kept] = await found()
    expect([unfinished, kept]).toMatchObject([
      { name: 'kit.large_a', valid: false },
      { name: 'kit.large_b', valid: true },
    ])
    await withClient(url, (client) => client.query('delete from kit.large where b = 2'))
    expect(await migrate(url, steps)).toMatchObject({ run: ['9999_large'] })
    expect(await found()).toEqual([{ name: 'kit.large_a', valid: true, id: expect.anything() }, kept])
  })

  test('nothing else may stand in such a file', async () => {
    const { url } = await freshDatabase()
    const failed = await problem(migrate(url, with9999('-- outside a transaction\ndrop table access.role')))
    expect(failed.message).toContain('migration 9999_next failed at "drop table access.role"')
  })
})

test('their names are numbered in order, each number once; those of the first release without gaps', () => {
  const numbers = Object.keys(migrations).map((name) => Number(/^(\d{4})_/.exec(name)?.[1]))
  expect(numbers).toEqual([...new Set(numbers)].toSorted((one, other) => one - other))
  expect(numbers.slice(0, 23)).toEqual(numbers.slice(0, 23).map((_, index) => index + 1))
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
