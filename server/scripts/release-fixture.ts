// Writes `server/test/releases/<version>.sql.gz`: a database as this version leaves it, which later versions must migrate
// (`server/test/release.test.ts`). Run it once at a release:
//
//   DATA_DIR=/tmp/release SIMULATE=village npm start        until some thousand events have come in; then stop it
//   node server/scripts/release-fixture.ts /tmp/release
//
// The file holds the migrations and functions as they are now, and the rows. Keys, sessions and secrets stay out. It is written once: the script
// overwrites none. A table without rows would prove nothing, so the script names those and refuses; `--empty=schema.table,…` lets them be.
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { parseArgs } from 'node:util'
import { gzipSync } from 'node:zlib'
import pg from 'pg'
import product from '../../package.json' with { type: 'json' }
import { openEmbedded } from '../src/kit/embedded/embedded.open.ts'
import { migrations } from '../src/migrations/index.ts'

const left = new Set([
  'kit.secret',
  'access.session',
  'access.login_challenge',
  'access.sms_code',
  'bridge.client_secret',
])

const { positionals, values } = parseArgs({ allowPositionals: true, options: { empty: { type: 'string' } } })
const [dataDir] = positionals
if (!dataDir) throw new Error('name the data directory')
const target = new URL(`../test/releases/${product.version}.sql.gz`, import.meta.url)
if (existsSync(target))
  throw new Error(`${product.version} has its file already, which nothing may change: raise the version`)
const mayBeEmpty = new Set(values.empty?.split(',') ?? [])
const sqlOf = (name: string) => new URL(`../src/migrations/${name}.sql`, import.meta.url)

/** Everything that creates the tables, in order. Countries come as rows. */
const definitions = Object.keys(migrations).flatMap((name) => {
  const functions = sqlOf(`functions/${name.slice('0000_'.length)}`)
  return [sqlOf(name), functions].filter((file) => existsSync(file)).map((file) => readFileSync(file, 'utf8'))
})

const database = await openEmbedded({ dataDir, database: 'greenroom', log: () => {} })
const client = new pg.Client({ connectionString: database.url })
await client.connect()
const rows = async <T>(text: string): Promise<T[]> => (await client.query({ text })).rows as T[]

/** Schemas that are not ours; pg-boss creates and migrates its own. */
const others = "('pg_catalog', 'information_schema', 'jobs')"

const tables = await rows<{ name: string; columns: string; parted: boolean }>(`
  select c.oid::regclass::text as name, c.relkind = 'p' as parted,
         (select string_agg(quote_ident(a.attname), ', ' order by a.attnum) from pg_attribute a
           where a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped and a.attgenerated = '') as columns
    from pg_class c join pg_namespace n on n.oid = c.relnamespace
   where c.relkind in ('r', 'p') and not c.relispartition and n.nspname not in ${others}
   order by c.oid`)
const months = await rows<{ parent: string; first: string; months: number; kept: boolean }>(`
  select parent, to_char(min(month), 'YYYY-MM-DD') as first, count(*)::int as months, bool_or(kept) as kept
    from (select i.inhparent::regclass::text as parent, to_date(right(c.relname, 6), 'YYYYMM') as month,
                 exists (select from pg_trigger t where t.tgrelid = c.oid and t.tgname = 'keep') as kept
            from pg_inherits i join pg_class c on c.oid = i.inhrelid and c.relkind = 'r'
           where c.relname ~ '_[0-9]{6}$') p
   group by parent order by parent`)
const sequences = await rows<{ name: string; last: string }>(`
  select quote_ident(schemaname) || '.' || quote_ident(sequencename) as name, last_value::text as last
    from pg_sequences where last_value is not null and schemaname not in ${others} order by 1`)

const parts = [
  'create table kysely_migration (name varchar(255) primary key, timestamp varchar(255) not null);',
  'create table kysely_migration_lock (id varchar(255) primary key, is_locked integer not null default 0);',
  ...definitions,
  ...months.map(({ parent, first, months: count, kept }) =>
    // Its partitions have another trigger: erasing deletes from them.
    parent === 'log.personal'
      ? `select log.ensure_personal_months('${first}', ${count});`
      : `select kit.ensure_months('${parent}', '${first}', ${count}, ${kept});`,
  ),
  // Rows are loaded as is, without triggers and keys, after deleting those of the first start.
  "set session_replication_role = 'replica';",
  `truncate ${tables.map(({ name }) => name).join(', ')};`,
]
const empty: string[] = []
for (const { name, columns } of tables) {
  if (left.has(name)) continue
  const [row] = await rows<{ all: string | null }>(`select jsonb_agg(to_jsonb(t))::text as all from ${name} t`)
  if (row?.all)
    parts.push(
      `insert into ${name} (${columns}) overriding system value
       select ${columns} from jsonb_populate_recordset(null::${name}, $rows$${row.all}$rows$);`,
    )
  else if (!mayBeEmpty.has(name)) empty.push(name)
}
parts.push(
  ...sequences.map(({ name, last }) => `select setval('${name}', ${last});`),
  'reset session_replication_role;',
)
await client.end()
await database.stop()
if (empty.length > 0) throw new Error(`nothing is in ${empty.join(', ')}: fill them, or name them with --empty=`)
writeFileSync(target, gzipSync(parts.join('\n'), { level: 9 }))
