import { healthState } from '@greenroom/contract/installation'
import { logNames } from '@greenroom/contract/system'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { connect, registered } from '../../../../test/bridge.ts'
import { person } from '../../../../test/people.ts'
import { type Client, startProduct, type TestProduct } from '../../../../test/product.ts'
import { takeSample } from '../../../app/telemetry/index.ts'
import { daysLeftOf, growthOf } from './healthScreen.rules.ts'

let product: TestProduct
let admin: Client
beforeAll(async () => {
  product = await startProduct()
  admin = await product.administrator()
})
afterAll(() => product.close())

const again = async () => {
  await sql`update kit.sample set at = at - interval '1 minute'`.execute(product.database)
  await takeSample(product.database, product.clock)
}

test('before the first figures it says so, and what is known of the server', async () => {
  const state = await admin.call(healthState, {})
  expect(state).toMatchObject({
    readAt: null,
    server: { ready: true, reasons: [], connections: { most: 20 } },
    outbox: { paused: false, dead: 0, waiting: [] },
    work: [],
    slow: null,
    backup: { kind: 'embedded', unsent: 0, failure: '', trial: null },
  })
})

test('shows what waits, what fails and what grows', async () => {
  // With pg-boss's tables.
  await product.jobs.openQueues()
  await takeSample(product.database, product.clock)
  const app = await connect(product, { endpoint: 'http://127.0.0.1:9/' })
  await app.send([registered(1, 'man'), registered(1, 'man')])
  await product.bridge.traffic.flush()
  const now = product.clock.now()
  await sql`
    insert into kit.parked_work (job, unit, reason, tries, since, last_at, next_at) values
      ('flow', '', 'x', 4, ${now}, ${now}, ${now}), ('flow', '2', 'x', 1, ${now}, ${now}, ${now})`.execute(
    product.database,
  )
  await sql`insert into bridge.command (id, type, subject, stream, data, at) values
      ('01900000-0000-7000-8000-000000000001', 'user.banned', 'user:1', 'sanctions', '{}', ${now})`.execute(
    product.database,
  )
  await sql`insert into bridge.delivery (client_id, command_id, type, subject, stream, next_at) values
      (${app.clientId}, '01900000-0000-7000-8000-000000000001', 'user.banned', 'user:1', 'sanctions', '2030-01-01')`.execute(
    product.database,
  )
  await sql`update kit.reader set boundary = '0'`.execute(product.database)
  await sql`
    insert into kit.size_day (day, name, bytes)
    select current_date - 10, name, bytes - 1000000 from kit.size_day where name in ('', 'users.app_user')`.execute(
    product.database,
  )
  await again()
  const state = await admin.call(healthState, {})
  expect(state.readAt).not.toBeNull()
  expect(state.work.find(({ kind }) => kind === 'parked')).toEqual({
    kind: 'parked',
    name: 'flow',
    count: 2,
    oldestSeconds: null,
  })
  const [waiting] = state.outbox.waiting
  expect(waiting).toMatchObject({ stream: 'sanctions', count: 1 })
  expect(waiting!.oldestSeconds).toBeGreaterThan(86_400)
  expect(state.events.accepted).toBeGreaterThan(0)
  expect(state.database.dayBytes).toBeGreaterThan(0)
  expect(state.database.daysLeft).toBeGreaterThan(0)
  const { bytes, dayBytes, forecast, tables } = state.database
  expect(forecast.map(({ days }) => days)).toEqual([30, 90, 365])
  expect(forecast[1]!.bytes).toBe(Math.round(bytes + 90 * dayBytes!))
  expect(tables.find(({ name }) => name === 'users.app_user')!.yearBytes).toBeGreaterThan(36_000_000)
  expect(state.database.tables.map(({ name }) => name)).toContain('users.app_user')
})

test('says which months stand in files, as the log does', async () => {
  const away = (what: string, month: string) =>
    sql`
    insert into kit.detached_month (what, month, rows, bytes, file, sha256, detached_at)
    values (${what}, ${`${month}-01`}::date, 5, 7, ${`${what}-${month}`}, '', now())`.execute(product.database)
  for (const month of ['2025-12', '2026-01', '2026-03']) await away('log', month)
  await away('ledger', '2026-01')
  const { detached } = (await admin.call(healthState, {})).database
  expect(detached).toHaveLength(4)
  expect(detached[1]).toEqual({ what: 'ledger', month: '2026-01', rows: 5, bytes: 7, file: 'ledger-2026-01' })
  expect((await admin.call(logNames, {})).detached).toEqual(['2025-12 – 2026-01', '2026-03'])
  await sql`delete from kit.detached_month`.execute(product.database)
})

test('shows how the last backup and the last trial of a restore ended, and not those of the original of a copy', async () => {
  const now = product.clock.now().getTime()
  const at = (minutes: number) => new Date(now - minutes * 60_000)
  const run = (kind: 'backup' | 'restore', minutes: number, failure: string) =>
    sql`insert into kit.backup_run (installation, kind, began_at, ended_at, failure)
        select id, ${kind}, ${at(minutes)}, ${at(minutes)}, ${failure} from kit.installation`.execute(product.database)
  await run('backup', 9, 'no room')
  await run('restore', 8, '')
  await run('restore', 7, 'base/1 is damaged')
  await again()
  expect((await admin.call(healthState, {})).backup).toMatchObject({
    failure: 'no room',
    trial: { at: at(7).toISOString(), failure: 'base/1 is damaged', provedAt: at(8).toISOString() },
  })
  await sql`update kit.backup_run set installation = gen_random_uuid()`.execute(product.database)
  await again()
  expect((await admin.call(healthState, {})).backup).toMatchObject({ failure: '', trial: null })
})

test('names the statements that took the most time where PostgreSQL counts them', async () => {
  await sql`
    create view public.pg_stat_statements as
    select d.oid as dbid, q.query, 10::bigint as calls, 5::float8 as mean_exec_time, q.total as total_exec_time
      from pg_database d, (values ('select * from users.app_user where id = $1', 900::float8), ('create role x password ''secret''', 5000)) q(query, total)
     where d.datname = current_database()`.execute(product.owner)
  await sql`grant select on public.pg_stat_statements to public`.execute(product.owner)
  const { slow } = await admin.call(healthState, {})
  expect(slow).toEqual([
    {
      name: 'select users.app_user',
      statement: 'select * from users.app_user where id = $1',
      calls: 10,
      meanMs: 5,
      totalSeconds: 0.9,
    },
  ])
  await sql`drop view public.pg_stat_statements`.execute(product.owner)
})

test('is for whoever has its menu', async () => {
  const { client } = await person(product, { permissions: { 'system.bridge': 3 } })
  expect(await client.refused(healthState, {})).toMatchObject({ code: 10026, reason: 'menu.missing' })
})

test('growth is taken from the first and the last day that is known', () => {
  const sizes = [
    { name: 'a', day: 3, bytes: 400 },
    { name: 'a', day: 1, bytes: 100 },
    { name: 'a', day: 2, bytes: 900 },
    { name: 'b', day: 1, bytes: 5 },
  ]
  expect([...growthOf(sizes)]).toEqual([['a', 150]])
  expect(daysLeftOf(1_000, 150)).toBe(6)
  expect([daysLeftOf(1_000, 0), daysLeftOf(1_000, -5), daysLeftOf(undefined, 5), daysLeftOf(5, undefined)]).toEqual([
    null,
    null,
    null,
    null,
  ])
})
