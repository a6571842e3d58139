// A stored dump of a made-up old console is moved in by the queries of docs/moving-in.md, word for word: its faults are named, mended, and what is
// applied equals its tables to the unit.
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { gunzipSync } from 'node:zlib'
import { flowReconcile } from '@greenroom/contract/flow'
import * as calls from '@greenroom/contract/moving'
import { sql } from 'kysely'
import pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { foldPlatform, verifyLedger, verifyNew } from '../../src/ledger/index.ts'
import { foldDays } from '../../src/rooms/flow/flowDaily.service.ts'
import { approved, sentImport, worked } from '../../src/rooms/moving/moving.fixture.ts'
import { freshDatabase } from '../database.ts'
import { person } from '../people.ts'
import { type Client, startProduct, type TestProduct } from '../product.ts'
import { settled } from '../settled.ts'

let product: TestProduct
let maker: Client
let checker: Client
/** The old console's own database. */
let old: pg.Client

beforeAll(async () => {
  product = await startProduct()
  maker = (await person(product, { permissions: { 'system.import': 3, 'flow.reconcile': 1 } })).client
  checker = (await person(product, { permissions: { 'system.import': 1, 'system.approval': 3 } })).client
  old = new pg.Client({ connectionString: (await freshDatabase()).url })
  await old.connect()
  await old.query('create schema old; set search_path to old')
  await old.query(gunzipSync(readFileSync(join(import.meta.dirname, 'old.sql.gz'))).toString())
})
afterAll(async () => {
  await old.end()
  await product.close()
})

/** The queries of the document, as `psql` would run them: without `-q` it writes BEGIN and COMMIT around the rows. */
function recipe(): string {
  const text = readFileSync(join(import.meta.dirname, '../../../docs/moving-in.md'), 'utf8')
  const [, block] = /\nPostgreSQL: `psql -qAt [^]*?\n```sql\n([^]*?)\n```\n/.exec(text) ?? []
  if (!block) throw new Error('docs/moving-in.md has no queries for PostgreSQL')
  return block
}

/** What the queries print: a line each row, text as the database writes it. */
async function exported(): Promise<string> {
  const query = { text: recipe(), rowMode: 'array' as const, types: { getTypeParser: () => String } }
  const results: unknown = await old.query(query as pg.QueryArrayConfig)
  return (results as { rows: string[][] }[]).flatMap(({ rows }) => rows.map(([line]) => `${line}\n`)).join('')
}

const inOld = async (query: string) => Number((await old.query<{ sum: string }>(query)).rows[0]!.sum)
const here = async (query: ReturnType<typeof sql<{ sum: bigint }>>) =>
  Number((await query.execute(product.database)).rows[0]!.sum)
const held = (holder: string, purpose: string) =>
  here(sql<{ sum: bigint }>`
    select coalesce(sum(posted), 0)::bigint as sum from ledger.account where owner like ${`${holder}:%`} and purpose = ${purpose}`)

test('its first export is refused, fault by fault', async () => {
  const found = await sentImport(product, maker, { 'old.ndjson': await exported() })
  const { records } = await maker.call(calls.importFaultList, { importId: found.id, size: 200 })
  expect(
    records.map(({ kind, key, fault, field, detail }) => [kind, key, fault, field, detail].join(' ')).toSorted(),
  ).toEqual(
    [
      'user 900300 value country Atlantis',
      'user 900003 double  old.ndjson:4',
      'guild 7001 guildPhone phone 17701000001',
      'guild 7002 guildPhone phone 17701000001',
      'member 900200 noGuild guildId 7999',
      'user  totals bonus 6310320 ≠ 6306475',
      'user  totals paidTokens 2347451 ≠ 2352451',
      'user  totals promoTokens 10952 ≠ 10918',
      'user  totals count 302 ≠ 300',
      'member  totals count 97 ≠ 96',
      'agent  totals count 9 ≠ 8',
    ].toSorted(),
  )
  expect(found.can.apply).toBe('state')
})

test('mended, it is applied by two and equals the old tables to the unit', async () => {
  await old.query(`
    delete from users where nick = 'Twice';
    update users set country_code = 'AE' where nick = 'Nowhere';
    update guilds set mobile = '17701000002' where id = 7002;
    delete from guild_members where guild_id = 7999;
    update report set many = 301, paid = paid - 5000 where kind = 'user';
    update report set many = 9 where kind = 'agent'`)
  const found = await sentImport(product, maker, { 'old.ndjson': await exported() })
  expect(await maker.call(calls.importFaultList, { importId: found.id })).toMatchObject({ records: [] })
  const { approvalId } = await maker.call(calls.importApply, {
    importId: found.id,
    version: found.version,
    reason: 'moving in',
  })
  // The checker reads what it is worth: tokens and bonus at 100 a dollar, and what guilds are owed.
  const worth = sql<{
    sum: bigint
  }>`select (after->>'usdCents')::bigint as sum from access.approval where id = ${approvalId}`
  expect(await here(worth)).toBe(16_299_651)
  await approved(checker, approvalId)
  await worked(product)
  expect(await maker.call(calls.importInfo, { importId: found.id })).toMatchObject({ state: 'applied' })
  const wallets = (column: string) => inOld(`select sum(${column}) as sum from wallets`)
  expect({
    paid: await held('user', 'paid'),
    promo: await held('user', 'promo'),
    bonus: await held('user', 'bonus'),
    debt: -(await held('user', 'debt')),
    stock: await held('agent', 'stock'),
    payable: (await held('guild', 'payable')) / 10_000,
    held: await here(sql`select sum(reserved) as sum from ledger.account where purpose = 'bonus'`),
    users: await here(sql`select count(*) as sum from users.app_user where id between 900000 and 900300`),
    members: await here(sql`select count(*) as sum from guilds.member where state = 'active'`),
    under: await here(sql`select count(*) as sum from guilds.guild where parent_id is not null`),
    orders: await here(
      sql`select count(*) as sum from finance.recharge_order where state = 'not paid' and created_at is not null`,
    ),
  }).toEqual({
    paid: await wallets('paid'),
    promo: await wallets('promo'),
    bonus: await wallets('bonus'),
    debt: await wallets('debt'),
    stock: await inOld('select sum(stock) as sum from agents'),
    payable: await inOld('select sum(owed_cents) as sum from guilds'),
    held: await inOld(`select sum(bonus) as sum from withdrawals where state = 'open'`),
    users: 301,
    members: await inOld('select count(*) as sum from guild_members'),
    under: await inOld('select count(*) as sum from guilds where parent is not null'),
    orders: await inOld('select count(*) as sum from orders where paid is null'),
  })
  const { rows: kept } = await sql<{ id: bigint; nickname: string }>`
    select id, nickname from users.app_user where id between 900000 and 900300 order by id`.execute(product.database)
  const { rows: named } = await old.query<{ id: string; nick: string }>('select id, nick from users order by users.id')
  expect(kept.map(({ id, nickname }) => `${id} ${nickname}`)).toEqual(
    named.map(({ id, nick }) => `${id} ${nick.normalize('NFC')}`),
  )
})

test('the books are right', async () => {
  await settled(product.database)
  while (await foldDays(product.database, 'UTC'));
  while ((await foldPlatform(product.database)) > 0);
  while (await verifyNew(product.database, product.clock.now()));
  expect(await verifyLedger(product.database)).toEqual([])
  const { checks } = await maker.call(flowReconcile, {})
  expect(checks.filter(({ differences }) => differences.length > 0)).toEqual([])
})
