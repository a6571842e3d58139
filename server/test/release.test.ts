// Every released database can be migrated to today's version without loss, and ends up like a new one.
import { readdirSync, readFileSync } from 'node:fs'
import { gunzipSync } from 'node:zlib'
import { expect, inject, test } from 'vitest'
import { openDatabase } from '../src/kit/database/database.ts'
import { migrate } from '../src/kit/database/migrate.ts'
import { verifyLedger } from '../src/ledger/ledger.verify.ts'
import { freshDatabase } from './database.ts'
import { databaseAt, withClient } from './server.ts'

const folder = new URL('./releases/', import.meta.url)
const releases = readdirSync(folder).map((name) => name.replace(/\.sql\.gz$/, ''))

async function released(version: string): Promise<string> {
  const name = `${inject('databasePrefix')}release${version.replaceAll('.', '_')}`
  await withClient(inject('serverUrl'), (client) => client.query(`create database ${name}`))
  const url = databaseAt(inject('serverUrl'), name)
  const text = gunzipSync(readFileSync(new URL(`${version}.sql.gz`, folder))).toString()
  const rowsAt = text.indexOf('set session_replication_role')
  await withClient(url, (client) => client.query(text.slice(0, rowsAt)))
  // Only a superuser may bypass triggers and keys. The tables' owner stays the product.
  const superuser = databaseAt(inject('administratorUrl') || inject('serverUrl'), name)
  await withClient(superuser, (client) => client.query(text.slice(rowsAt)))
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

const people = (url: string) =>
  withClient(url, async (client) => {
    const { rows } = await client.query(`
      select (select count(*) from users.app_user)::int as users, (select count(*) from ledger.entry)::int as entries,
             (select count(*) from audits.item)::int as items, (select count(*) from live.gift)::int as gifts`)
    return rows[0] as Record<string, number>
  })

test.each(releases)('%s migrates to the schema of a new database, and keeps its rows', async (version) => {
  const url = await released(version)
  const before = await people(url)
  for (const count of Object.values(before)) expect(count).toBeGreaterThan(10)
  await migrate(url)
  expect(await people(url)).toEqual(before)
  expect(await catalogue(url)).toEqual(await catalogue((await freshDatabase()).url))
  const database = openDatabase(url, { max: 2 })
  expect(await verifyLedger(database)).toEqual([])
  await database.destroy()
})

test('there is at least one release', () => {
  expect(releases.length).toBeGreaterThan(0)
})
