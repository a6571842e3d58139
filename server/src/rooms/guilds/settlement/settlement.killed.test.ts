// The weekly run, killed with `kill -9` in the middle and started again: complete, without duplicates.
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { setTimeout as pause } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { freshDatabase } from '../../../../test/database.ts'
import { operator } from '../../../../test/programs.ts'
import { type Database, inTransaction, openDatabase } from '../../../kit/database/database.ts'
import { emptyGuilds, testWeek } from './settlement.fixture.ts'

const guilds = 200
const anchorsEach = 3
const program = fileURLToPath(new URL('settlement.killed.fixture.ts', import.meta.url))
let url: string
let database: Database

/** Guilds with three anchors each: 1,000 bonus, all paid for, on four valid days. */
beforeAll(async () => {
  url = (await freshDatabase()).url
  database = openDatabase(url, { max: 2 })
  await emptyGuilds(database)
  await sql`
    insert into users.app_user (id, nickname, sex, created_at)
    select n, 'Person ' || n, 'woman', '2026-01-01' from generate_series(1, ${guilds * (anchorsEach + 1)}::int) n`.execute(
    database,
  )
  await sql`
    insert into guilds.guild (name, leader_user_id, leader_name, leader_email, area_code, phone, state, registered_at, approved_at)
    select 'Guild ' || n, n, 'Leader', 'l@example.com', '86', n::text, 'normal', '2026-01-01', '2026-01-01'
      from generate_series(1, ${guilds}::int) n`.execute(database)
  await sql`
    with own as (select id, leader_user_id from guilds.guild)
    insert into guilds.anchor_week (guild_id, week, user_id, live_seconds, gift_bonus, bonus_micros, base_micros)
    select id, ${testWeek}::date, ${guilds}::int * a + leader_user_id, 14400, 1000, 10000000, 10000000
      from own, generate_series(1, ${anchorsEach}::int) a`.execute(database)
  await sql`
    insert into guilds.guild_week (guild_id, week, live_seconds, gift_bonus, bonus_micros, base_micros, anchors)
    select guild_id, week, sum(live_seconds), sum(gift_bonus), sum(bonus_micros), sum(base_micros), count(*)
      from guilds.anchor_week group by 1, 2`.execute(database)
})
afterAll(() => database.destroy())

const start = () =>
  spawn(process.execPath, ['--disable-warning=ExperimentalWarning', program, url, '2026-11-23T02:00:00Z'], {
    stdio: ['ignore', 'ignore', 'inherit'],
    env: operator(),
  })
const drafted = async () => {
  const { rows } = await sql<{ count: number }>`select count(*)::int as count from guilds.settlement`.execute(database)
  return rows[0]!.count
}
const isOver = (child: ChildProcess) => child.exitCode !== null || child.signalCode !== null

/** Runs until this many guilds have their draft, then kills the process. */
const killAfter = (made: number): Promise<number> =>
  inTransaction(database, async (tx) => {
    // Holds a guild in the middle, which the process waits for: on a busy machine it might end before it is killed.
    await sql`select from guilds.guild
               where id = (select id from guilds.guild order by id offset ${guilds / 2}::int limit 1) for update`.execute(
      tx,
    )
    const child = start()
    const exited = once(child, 'exit')
    while (!isOver(child) && (await drafted()) < made) await pause(2)
    child.kill('SIGKILL')
    await exited
    // Its connection would notice only after that wait.
    await sql`select pg_terminate_backend(pid) from pg_stat_activity
               where datname = current_database() and wait_event_type = 'Lock'`.execute(tx)
    return drafted()
  })

test('is complete afterwards, with one draft for each guild', { timeout: 60_000 }, async () => {
  const made = await killAfter(1)
  expect([made > 0, made < guilds]).toEqual([true, true])
  const last = start()
  const [code] = await once(last, 'exit')
  expect(code).toBe(0)
  const { rows } = await sql`
    select count(*)::int as settlements, count(distinct s.guild_id)::int as guilds, min(s.sum_version) as least,
           max(s.sum_version) as most, min(s.payable_cents)::int as poorest, max(s.payable_cents)::int as richest,
           (select count(*)::int from guilds.settlement_version) as versions,
           (select count(*)::int from guilds.settlement_line where kind = 'anchor') as anchors,
           (select count(*)::int from guilds.settlement_run where finished_at is not null) as runs
      from guilds.settlement s`.execute(database)
  // 30 USD of base at 5 %, and the bonus itself.
  expect(rows).toEqual([
    {
      settlements: guilds,
      guilds,
      least: 1,
      most: 1,
      poorest: 3_150,
      richest: 3_150,
      versions: guilds,
      anchors: guilds * anchorsEach,
      runs: 1,
    },
  ])
})
