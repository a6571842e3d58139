// Every released database can be migrated to today's version without loss, ends up like a new one, and passes every check of what it holds.
import { expect, inject, test } from 'vitest'
import { openDatabase } from '../src/kit/database/database.ts'
import { migrate } from '../src/kit/database/migrate.ts'
import { proverAt } from '../src/kit/encryption/index.ts'
import { verifyLedger } from '../src/ledger/ledger.verify.ts'
import { verifyLog } from '../src/log/index.ts'
import { isOlder, release } from '../src/migrations/release.ts'
import { reconcile } from '../src/rooms/flow/reconcile/reconcile.service.ts'
import { freshDatabase } from './database.ts'
import { previousRelease } from './previousRelease.ts'
import { keysOfRelease, loadRelease, releases } from './releaseFiles.ts'
import { databaseAt, withClient } from './server.ts'

async function released(version: string): Promise<string> {
  const name = `${inject('databasePrefix')}release${version.replaceAll('.', '_')}`
  await withClient(inject('serverUrl'), (client) => client.query(`create database ${name}`))
  const url = databaseAt(inject('serverUrl'), name)
  await loadRelease(version, { url, superuserUrl: databaseAt(inject('administratorUrl') || inject('serverUrl'), name) })
  return url
}

const ours = `n.nspname not in ('pg_catalog', 'information_schema', 'pg_toast', 'public', 'jobs')
  and not (c.relispartition and c.relname ~ '_[0-9]{6}')`

/**
 * Columns, constraints, indexes, triggers and functions; without monthly partitions, which differ in an older database.
 */
const catalogue = (url: string) =>
  withClient(url, async (client) => {
    const lines = async (text: string) => (await client.query<{ line: string }>(text)).rows.map(({ line }) => line)
    return {
      columns: await lines(`
        select concat_ws(' ', c.oid::regclass, a.attname, format_type(a.atttypid, a.atttypmod), a.attnotnull, a.attidentity,
                         a.attgenerated, pg_get_expr(d.adbin, d.adrelid)) as line
          from pg_attribute a join pg_class c on c.oid = a.attrelid join pg_namespace n on n.oid = c.relnamespace
          left join pg_attrdef d on d.adrelid = c.oid and d.adnum = a.attnum
         where c.relkind in ('r', 'p') and a.attnum > 0 and not a.attisdropped and ${ours} order by 1`),
      constraints: await lines(`
        select concat_ws(' ', c.oid::regclass, k.conname, pg_get_constraintdef(k.oid)) as line
          from pg_constraint k join pg_class c on c.oid = k.conrelid join pg_namespace n on n.oid = c.relnamespace
         where ${ours} order by 1`),
      indexes: await lines(`
        select pg_get_indexdef(i.indexrelid) as line
          from pg_index i join pg_class c on c.oid = i.indrelid join pg_namespace n on n.oid = c.relnamespace
         where ${ours} order by 1`),
      triggers: await lines(`
        select pg_get_triggerdef(t.oid) as line
          from pg_trigger t join pg_class c on c.oid = t.tgrelid join pg_namespace n on n.oid = c.relnamespace
         where not t.tgisinternal and ${ours} order by 1`),
      functions: await lines(`
        select pg_get_functiondef(p.oid) as line from pg_proc p join pg_namespace n on n.oid = p.pronamespace
         where p.prokind = 'f' and n.nspname not in ('pg_catalog', 'information_schema', 'public', 'jobs') order by 1`),
      migrations: await lines('select name as line from kysely_migration order by 1'),
    }
  })

/** What a server calls: functions by name and arguments, with what they return. */
const signatures = (url: string) =>
  withClient(url, async (client) => {
    const { rows } = await client.query<{ line: string }>(`
      select concat_ws(' ', p.oid::regprocedure, 'returns', pg_get_function_result(p.oid)) as line
        from pg_proc p join pg_namespace n on n.oid = p.pronamespace
       where n.nspname not in ('pg_catalog', 'information_schema', 'public', 'jobs') order by 1`)
    return rows.map(({ line }) => line)
  })

/** How many rows each table has that the release had, whatever columns it got. */
const rowsIn = (url: string) =>
  withClient(url, async (client) => {
    const { rows: tables } = await client.query<{ name: string }>(`
      select c.oid::regclass::text as name from pg_class c join pg_namespace n on n.oid = c.relnamespace
       where c.relkind in ('r', 'p') and ${ours} order by 1`)
    const counts = tables.map(({ name }) => `(select count(*)::int from ${name}) as "${name}"`)
    const { rows } = await client.query<Record<string, number>>(`select ${counts.join(', ')}`)
    return rows[0]!
  })

/** When the database was last written: what is compared with the last days must find some. */
const lastMoment = (url: string) =>
  withClient(url, async (client) => {
    const { rows } = await client.query<{ at: Date }>('select max(at) as at from log.entry')
    return rows[0]!.at
  })

/** New rows are what an update is for. */
const grownByUpdates = new Set([
  'ledger.account',
  'kit.migration',
  'kit.function_file',
  'access.menu',
  'access.role_menu',
])

/** Nothing is lost where an update adds rows, and elsewhere nothing is added either. */
function expectKept(before: Record<string, number>, after: Record<string, number>): void {
  for (const [table, count] of Object.entries(before)) {
    const now = after[table] ?? -1
    if (grownByUpdates.has(table) ? now < count : now !== count)
      expect.fail(`${table} had ${count} rows and has ${now}`)
  }
}

test.each(releases)('%s migrates to the schema of a new database, and keeps its rows', async (version) => {
  const url = await released(version)
  const before = await rowsIn(url)
  expect(Object.values(before).filter((count) => count > 0).length).toBeGreaterThan(190)
  const called = await signatures(url)
  await migrate(url)
  expectKept(before, await rowsIn(url))
  // Its servers still serve while the database is updated: what they call is there, and answers the same type.
  const there = new Set(await signatures(url))
  if (version === previousRelease()) expect(called.filter((one) => !there.has(one))).toEqual([])
  expect(await catalogue(url)).toEqual(await catalogue((await freshDatabase()).url))

  const database = openDatabase(url, { max: 2 })
  try {
    expect(await verifyLedger(database)).toEqual([])
    const log = await verifyLog(database, await proverAt(keysOfRelease(version)))
    expect(log).toMatchObject({ broken: null, unproved: null })
    expect(log.rows).toBeGreaterThan(1_000)
    const now = await lastMoment(url)
    const context = { now, scope: { kind: 'platform' }, timeZone: 'UTC', database } as Parameters<typeof reconcile>[0]
    const { checks } = await reconcile(context)
    expect(checks.filter(({ differences }) => differences.length > 0)).toEqual([])
    expect(checks.length).toBeGreaterThan(50)
  } finally {
    await database.destroy()
  }
})

test('every release before this one has its database', () => {
  expect(releases).toContain('0.1.0')
  for (const version of releases) expect(isOlder(release, version), version).toBe(false)
})
