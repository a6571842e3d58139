// The Society area with many guilds: the drafts of a week, each list and the leader's Home. `node bench/guilds.ts
// [--guilds=100000] [--anchors=1000000] [--runs=60]`. Fills a database of its own with set statements, triggers off.
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { basePath } from '@greenroom/contract/call'
import * as figures from '@greenroom/contract/guildFigures'
import * as members from '@greenroom/contract/guildMembers'
import * as guilds from '@greenroom/contract/guilds'
import * as settlement from '@greenroom/contract/settlement'
import { openSession } from '../server/src/access/session.ts'
import { openDatabase } from '../server/src/kit/database.ts'
import { openParams } from '../server/src/params/index.ts'
import { makeDrafts } from '../server/src/rooms/guilds/settlement/drafts.ts'
import { ensureWeeks } from '../server/src/rooms/guilds/weeks/service.ts'
import { withClient } from '../server/test/server.ts'
import { logIn } from './lib/list.ts'
import { openDatabaseForBench } from './lib/place.ts'
import { startProduct } from './lib/process.ts'

process.env['BENCH_DATA_DIR'] ??= '/var/tmp/greenroom-bench-guilds'
const { values } = parseArgs({
  options: {
    guilds: { type: 'string', default: '100000' },
    anchors: { type: 'string', default: '1000000' },
    runs: { type: 'string', default: '60' },
  },
})
const [guildCount, anchorCount, runs] = [Number(values.guilds), Number(values.anchors), Number(values.runs)]
const now = new Date()
const clock = { now: () => now } as never

/** Guild g leads to user `anchors + g`; user u is in guild `1 + u % guilds`; every tenth guild is below the one before. */
const fill = [
  `insert into users.app_user (id, nickname, sex, created_at, registered_at)
   select n, 'Person ' || n, 'woman', now() - interval '90 days', now() - interval '90 days'
     from generate_series(1, $1::bigint + $2::bigint) n`,
  `insert into guilds.guild (id, name, parent_id, leader_user_id, leader_name, leader_email, area_code, phone, state,
                             registered_at, approved_at, members, settlement_method)
   overriding system value
   select n, 'Guild ' || n, case when n % 10 = 0 then n - 1 end, $1::bigint + n, 'Leader ' || n, 'l' || n || '@example.com', '86',
          (13000000000 + n)::text, 'normal', now() - interval '80 days',
          (select starts_at + interval '1 hour' from guilds.week where ends_at <= now() order by week desc limit 1),
          $1::bigint / $2::bigint, case when n % 3 = 0 then 'anchor withdrawal' else 'guild pickup' end
     from generate_series(1, $2::int) n`,
  `insert into guilds.member (guild_id, user_id, state, since, invited_at)
   select 1 + n % $2::int, n, 'active', now() - interval '70 days', now() - interval '71 days' from generate_series(1, $1::bigint) n`,
  `insert into guilds.anchor_day (guild_id, week, day, user_id, live_seconds, call_seconds, calls_received, calls_answered,
                                  gift_bonus, call_bonus, bonus_micros, base_micros)
   select 1 + n % $2::int, w.week, w.week + d, n, 3000 + n % 2000, n % 900, 3, 2, n % 9000, 100, (n % 9000 + 100) * 10000,
          (n % 9000 + 100) * 9000
     from guilds.week w, generate_series(0, 3) d, generate_series(1, $1::bigint) n
    where w.week = (select max(week) from guilds.week where ends_at <= now()) and $2::int > 0`,
  `insert into guilds.anchor_week (guild_id, week, user_id, live_seconds, call_seconds, calls_received, calls_answered,
                                   gift_bonus, call_bonus, bonus_micros, base_micros)
   select guild_id, week, user_id, sum(live_seconds), sum(call_seconds), sum(calls_received), sum(calls_answered),
          sum(gift_bonus), sum(call_bonus), sum(bonus_micros), sum(base_micros)
     from guilds.anchor_day where $1::bigint > 0 and $2::int > 0 group by 1, 2, 3`,
  `insert into guilds.guild_day (guild_id, week, day, live_seconds, call_seconds, calls_received, calls_answered, gift_bonus,
                                 call_bonus, bonus_micros, base_micros, anchors)
   select guild_id, week, day, sum(live_seconds), sum(call_seconds), sum(calls_received), sum(calls_answered),
          sum(gift_bonus), sum(call_bonus), sum(bonus_micros), sum(base_micros), count(*)
     from guilds.anchor_day where $1::bigint > 0 and $2::int > 0 group by 1, 2, 3`,
  `insert into guilds.guild_week (guild_id, week, live_seconds, call_seconds, calls_received, calls_answered, gift_bonus,
                                  call_bonus, bonus_micros, base_micros, anchors)
   select guild_id, week, sum(live_seconds), sum(call_seconds), sum(calls_received), sum(calls_answered), sum(gift_bonus),
          sum(call_bonus), sum(bonus_micros), sum(base_micros), count(*)
     from guilds.anchor_week where $1::bigint > 0 and $2::int > 0 group by 1, 2`,
]

const folder = mkdtempSync(join(tmpdir(), 'greenroom-bench-'))
const place = await openDatabaseForBench()
try {
  const database = openDatabase(place.url, { max: 6 })
  const params = await openParams(database, 60_000)
  await ensureWeeks(database, now, 'UTC')
  await withClient(place.url, async (client) => {
    const { rows } = await client.query<{ count: number }>('select count(*)::int as count from guilds.guild')
    if (rows[0]!.count >= guildCount) return
    console.log(`Writing ${guildCount} guilds with ${anchorCount} anchors …`)
    await client.query('set statement_timeout = 0')
    await client.query('set synchronous_commit = off')
    const triggered = ['users.app_user', 'guilds.guild', 'guilds.member']
    for (const table of triggered) await client.query(`alter table ${table} disable trigger user`)
    for (const statement of fill) await client.query(statement, [anchorCount, guildCount])
    for (const table of triggered) await client.query(`alter table ${table} enable trigger user`)
    for (const table of ['guild', 'member', 'anchor_day', 'anchor_week', 'guild_day', 'guild_week'])
      await client.query(`vacuum analyze guilds.${table}`)
    await client.query('vacuum analyze users.app_user')
    // Nothing is left to fold.
    await client.query(`insert into kit.reader (name, boundary) values ('guilds.figures', '9999999999999'), ('guilds.times', '9999999999999')
      on conflict (name) do update set boundary = excluded.boundary`)
  })

  const began = performance.now()
  // The weeks before had no guild yet.
  while (await makeDrafts({ database, clock, params }));
  const drafted = (performance.now() - began) / 1_000
  const { rows } = await withRows(place.url, 'select count(*)::int as count from guilds.settlement')
  console.log(`drafts: ${drafted.toFixed(1)} s, ${rows[0]!.count} settlements in all`)
  console.log(`peak memory of this process: ${Math.round(process.resourceUsage().maxRSS / 1_024)} MiB`)

  const leader = await leaderToken()
  params.close()
  const product = await startProduct(place.url, folder, [], { SIMULATE: 'off' })
  const staff = await logIn(product.url)
  const week = await weekOf(place.url)
  const ask = async (name: string, path: string, query: Record<string, string>, token: string) => {
    const took: number[] = []
    for (let run = 0; run < runs; run++) {
      const started = performance.now()
      const response = await fetch(`${product.url}${basePath}${path}?${new URLSearchParams(query)}`, {
        headers: { token },
      })
      const body = (await response.json()) as { code: number }
      if (body.code !== 200) throw new Error(`${name}: ${JSON.stringify(body)}`)
      took.push(performance.now() - started)
    }
    const sorted = took.toSorted((a, b) => a - b)
    const at = (share: number) => sorted[Math.floor(share * (sorted.length - 1))]!.toFixed(1)
    console.log(`| ${name} | ${at(0.5)} | ${at(0.95)} |`)
  }
  console.log('| call | p50 ms | p95 ms |\n|---|---|---|')
  const one = { size: '50' }
  await ask('guilds', guilds.guildList.path, one, staff)
  await ask('guilds, by part of the name', guilds.guildList.path, { ...one, q: 'Guild 777' }, staff)
  await ask(
    'guilds of a state, by members',
    guilds.guildList.path,
    { ...one, state: 'normal', sort: '-members' },
    staff,
  )
  await ask('one guild', guilds.guildInfo.path, { guildId: '777' }, staff)
  await ask('members', members.memberList.path, one, staff)
  await ask('members of a guild', members.memberList.path, { ...one, guildId: '777' }, staff)
  await ask('daily report', figures.everyDayReport.path, one, staff)
  await ask('weekly report', figures.weekReport.path, one, staff)
  await ask('settlements', settlement.settlementList.path, one, staff)
  await ask('settlements of a week and state', settlement.settlementList.path, { ...one, week, state: 'draft' }, staff)
  await ask('a leader: Home', figures.guildHome.path, {}, leader)
  await ask('a leader: members', members.memberList.path, one, leader)
  await ask('a leader: daily report', figures.everyDayReport.path, one, leader)
  await ask('a leader: settlements', settlement.settlementList.path, one, leader)
  await product.stop()

  /** A session of the leader of guild 9, which has a sub-agency. */
  async function leaderToken(): Promise<string> {
    return database.transaction().execute(async (tx) => {
      const role = await tx
        .selectFrom('access.role')
        .select('id')
        .where('name', '=', 'Guild leader')
        .executeTakeFirstOrThrow()
      await tx.deleteFrom('access.staff').where('username', '=', 'benchleader').execute()
      const { id } = await tx
        .insertInto('access.staff')
        .values({ username: 'benchleader', password_hash: 'none', created_at: now, union_id: 9 })
        .returning('id')
        .executeTakeFirstOrThrow()
      await tx.insertInto('access.staff_role').values({ staff_id: id, role_id: role.id }).execute()
      const opened = await openSession(tx, id, {
        ip: '127.0.0.1',
        userAgent: 'bench',
        previous: { at: null, ip: null },
      })
      return opened.token
    })
  }
} finally {
  await place.close()
  rmSync(folder, { recursive: true, force: true })
}

function withRows(url: string, query: string) {
  return withClient(url, (client) => client.query<{ count: number }>(query))
}

async function weekOf(url: string): Promise<string> {
  const { rows } = await withClient(url, (client) =>
    client.query<{ week: string }>(`select to_char(max(week), 'YYYY-MM-DD') as week from guilds.settlement`),
  )
  return rows[0]!.week
}
