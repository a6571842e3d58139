// Writes `server/test/releases/<version>.sql.zst`: a database as this version leaves it, which later versions must migrate
// (`server/test/release.test.ts`). Run it once at a release, on the database that `release-base.ts` begins:
//
//   node server/scripts/release-fixture.ts /tmp/release
//
// The file holds the migrations and functions as they are now, and the rows; beside it, `<version>.keys` holds the made-up installation's keys, without
// which its log could not be verified. Sessions and secrets stay out. It is written once: the script overwrites none. A table without rows would
// prove nothing, so the script refuses for each that is not named below with its reason.
import { copyFileSync, existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { constants, zstdCompressSync } from 'node:zlib'
import pg from 'pg'
import product from '../../package.json' with { type: 'json' }
import { openEmbedded } from '../src/kit/embedded/embedded.open.ts'
import { migrations } from '../src/migrations/index.ts'

/** Keys and sessions: what a database holds, but a file in the repository should not. What refers to them is left out as well. */
const secret = ['kit.secret', 'access.session', 'access.login_challenge', 'access.sms_code', 'bridge.client_secret']

const some = (column: string) => `hashtext(${column}::text) % 8 = 0`
const keptReview = `(item_id is null or id in (select review_id from audits.report) or ${some('item_id')})`

/**
 * Large tables of which a part proves as much: nothing refers to the rows that are cut, and neither the verifiers nor the reconciliation reads
 * them. The file stays small, and its test short.
 */
const cut: Record<string, string> = {
  'audits.item': `id in (select item_id from audits.review where ${keptReview}) or ${some('id')}`,
  'audits.review': keptReview,
  'bridge.batch': some('webhook_id'),
  'bridge.delivery': some('seq'),
  'bridge.event': `type = 'text.charged' or refused is not null or ${some('id')}`,
  'bridge.traffic': some('minute'),
  'community.comment': some('id'),
  'community.dynamic': some('id'),
  'indicators.cell': 'day > (select max(day) from indicators.cell) - 2',
  'indicators.people': 'day > (select max(day) from indicators.people) - 2',
  'indicators.user_day': 'day > (select max(day) from indicators.user_day) - 7',
  'live.match': some('id'),
  'live.view': some('id'),
  'users.active_day': some('user_id'),
}

/** Tables that a filled village leaves empty, by reason. */
const mayBeEmpty = new Set(
  Object.values({
    'is emptied by work within seconds': [
      'community.topic_delta',
      'guilds.refold',
      'indicators.due',
      'indicators.new_tokens',
      'indicators.touched',
      'indicators.touched_install',
      'promotion.dirty_day',
    ],
    'lasts for minutes or days': ['access.captcha', 'access.login_freeze', 'access.provider_flow', 'bridge.batch'],
    'only an installation in set-up has it': [
      'access.setup',
      'access.setup_account',
      'access.setup_decider',
      'system.setup_step',
    ],
    'only something wrong makes it': [
      'bridge.pause',
      'chain.moved',
      'kit.parked_work',
      'ledger.finding',
      'notify.fault',
      'notify.finding',
    ],
    'takes more months than the village has': [
      'guilds.anchor_debt',
      'indicators.packed',
      'indicators.people_long',
      'ledger.month',
    ],
    'takes thirty days': ['privacy.erased', 'privacy.kept_hash', 'privacy.removal', 'privacy.stayed'],
    'only a provider of log-ins makes it': [
      'access.provider_given',
      'access.provider_logout',
      'access.provider_mapping',
    ],
    'nobody in the village does it': [
      'notify.preference',
      'privacy.read_day',
      'audits.appeal',
      'finance.refund',
      'finance.sanctions_address',
      'finance.sanctions_progress',
      'indicators.board_role',
      'official.message_read',
      'topup_agents.payment',
      'users.device_follow',
    ],
  }).flat(),
)

const [dataDir] = process.argv.slice(2)
if (!dataDir) throw new Error('name the data directory')
const target = new URL(`../test/releases/${product.version}.sql.zst`, import.meta.url)
if (existsSync(target))
  throw new Error(`${product.version} has its file already, which nothing may change: raise the version`)
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

const left = new Set(
  (
    await rows<{ name: string }>(`
      with recursive gone as (
        select oid from unnest('{${secret.join(',')}}'::regclass[]) as oid
        union
        select k.conrelid from pg_constraint k join gone on k.confrelid = gone.oid where k.contype = 'f')
      select oid::regclass::text as name from gone`)
  ).map(({ name }) => name),
)

type Column = { name: string; type: string }

const tables = await rows<{ name: string; columns: Column[] }>(`
  select c.oid::regclass::text as name,
         (select json_agg(json_build_object('name', quote_ident(a.attname), 'type', format_type(a.atttypid, a.atttypmod)) order by a.attnum)
            from pg_attribute a where a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped and a.attgenerated = '') as columns
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

/** A table's rows as texts, column by column, which packs far better than row by row; some thousands in a part. */
const partsOf = (name: string, columns: Column[]): string => `
  select json_build_array(${columns.map((column) => `json_agg(${column.name}::text order by nth)`).join(', ')})::text as part
    from (select *, row_number() over () as nth from ${name} where ${cut[name] ?? 'true'}) t group by nth / 20000 order by min(nth)`

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
  const found = await rows<{ part: string }>(partsOf(name, columns))
  if (found.length === 0 && !mayBeEmpty.has(name)) empty.push(name)
  const names = columns.map((column) => column.name).join(', ')
  const values = columns.map((column) => `r.${column.name}::${column.type}`).join(', ')
  const lists = columns.map((_, at) => `json_array_elements_text(dumped.lists->${at})`).join(', ')
  for (const { part } of found)
    parts.push(
      `insert into ${name} (${names}) overriding system value select ${values}
         from (select $rows$${part}$rows$::json as lists) dumped, rows from (${lists}) as r (${names});`,
    )
}
parts.push(
  ...sequences.map(({ name, last }) => `select setval('${name}', ${last});`),
  'reset session_replication_role;',
)
await client.end()
await database.stop()
if (empty.length > 0) throw new Error(`nothing is in ${empty.join(', ')}: fill them, or name them above`)
const { ZSTD_c_compressionLevel: level, ZSTD_c_windowLog: window, ZSTD_c_enableLongDistanceMatching: far } = constants
writeFileSync(target, zstdCompressSync(parts.join('\n'), { params: { [level]: 19, [window]: 27, [far]: 1 } }))
copyFileSync(join(dataDir, 'seal.keys'), new URL(`../test/releases/${product.version}.keys`, import.meta.url))
