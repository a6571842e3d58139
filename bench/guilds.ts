// The Society area with many guilds: the drafts of a week, each list, the leader's Home, and the approval of a week. `node
// bench/guilds.ts [--guilds=100000] [--anchors=1000000] [--entries=50000000] [--runs=60] [--parts=drafts,calls,approve]
// [--approve=2000] [--callers=1] [--kills=10]`. The part `kill` approves while the server is killed; `verify` verifies the ledger and reconciles. Fills a database of its own, kept in `BENCH_DATA_DIR`; with `--parts=fill` it does nothing else.
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { type Answer, basePath } from '@greenroom/contract/call'
import { flowReconcile } from '@greenroom/contract/flow'
import * as figures from '@greenroom/contract/guildFigures'
import * as members from '@greenroom/contract/guildMembers'
import * as money from '@greenroom/contract/guildMoney'
import * as guilds from '@greenroom/contract/guilds'
import * as payouts from '@greenroom/contract/payouts'
import * as settlement from '@greenroom/contract/settlement'
import { openSession } from '../server/src/access/session.ts'
import { proveLedger } from '../server/src/cli/proofs.ts'
import { type Database, openDatabase } from '../server/src/kit/database/database.ts'
import { openParams } from '../server/src/params/index.ts'
import { makeDrafts } from '../server/src/rooms/guilds/settlement/settlement.drafts.ts'
import { ensureWeeks } from '../server/src/rooms/guilds/weeks/weeks.service.ts'
import { withClient } from '../server/test/server.ts'
import { approveKilled } from './lib/approve-killed.ts'
import { approveAll } from './lib/approve-weeks.ts'
import { fillGuilds } from './lib/fill-guilds.ts'
import { fillLedger } from './lib/fill-ledger.ts'
import { logIn } from './lib/list.ts'
import { openDatabaseForBench, sealedForBench } from './lib/place.ts'
import { startProduct } from './lib/process.ts'
import { caughtUp } from './lib/rounds.ts'

const { values } = parseArgs({
  options: {
    guilds: { type: 'string', default: '100000' },
    anchors: { type: 'string', default: '1000000' },
    entries: { type: 'string', default: '50000000' },
    runs: { type: 'string', default: '60' },
    /** Settlements to approve; by default all. */
    approve: { type: 'string', default: '1000000000' },
    /** Concurrent approving requests. */
    callers: { type: 'string', default: '1' },
    /** How often the server is killed in the part `kill`. */
    kills: { type: 'string', default: '10' },
    parts: { type: 'string', default: 'drafts,calls,approve' },
  },
})
const [guildCount, anchorCount, runs] = [Number(values.guilds), Number(values.anchors), Number(values.runs)]
const now = new Date()
const clock = { now: () => now } as never

const folder = mkdtempSync(join(tmpdir(), 'greenroom-bench-'))
const place = await openDatabaseForBench()
try {
  const database = openDatabase(place.url, { max: 6 })
  const params = await openParams(database, 60_000)
  await ensureWeeks(database, now, 'UTC')
  await fillGuilds(place.url, { guilds: guildCount, anchors: anchorCount, sealed: await sealedForBench(place.url) })
  await fillLedger(place.url, { users: anchorCount, entries: Number(values.entries) }, { whale: 0, sums: false })

  const parts = new Set(values.parts.split(','))
  if (parts.has('drafts')) {
    const began = performance.now()
    while (await makeDrafts({ database, clock, params }));
    const drafted = (performance.now() - began) / 1_000
    const { rows } = await withRows(place.url, 'select count(*)::int as count from guilds.settlement')
    console.log(`drafts: ${drafted.toFixed(1)} s, ${rows[0]!.count} settlements in all`)
    console.log(`peak memory of this process: ${Math.round(process.resourceUsage().maxRSS / 1_024)} MiB`)
  }

  params.close()
  if (parts.has('calls') || parts.has('approve')) await withServer(await leaderToken(database), parts)
  if (parts.has('kill'))
    await approveKilled(() => startProduct(place.url, folder, [], { SIMULATE: 'off' }), {
      databaseUrl: place.url,
      most: Number(values.approve),
      kills: Number(values.kills),
    })
  if (parts.has('verify')) await verifyAll(database)
  await database.destroy()
} finally {
  await place.close()
  rmSync(folder, { recursive: true, force: true })
}

function withRows<R extends object = { count: number }>(url: string, query: string) {
  return withClient(url, (client) => client.query<R>(query))
}

async function weekOf(url: string): Promise<string> {
  const { rows } = await withClient(url, (client) =>
    client.query<{ week: string }>(`select to_char(max(week), 'YYYY-MM-DD') as week from guilds.settlement`),
  )
  return rows[0]!.week
}

async function withServer(leader: string, parts: ReadonlySet<string>): Promise<void> {
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
  const [from, to] = [week, new Date(Date.parse(week) + 6 * 86_400_000).toISOString().slice(0, 10)]
  const sub = { startTime: from, endTime: to }
  const { rows: settled } = await withRows<{ id: string }>(
    place.url,
    `select id from guilds.settlement where guild_id = 777 and week = '${week}'`,
  )
  const settlementId = String(settled[0]!.id)
  const calls: [string, string, Record<string, string>][] = [
    ['guilds', guilds.guildList.path, one],
    ['guilds, by part of the name', guilds.guildList.path, { ...one, q: 'Guild 777' }],
    ['guilds of a state, by members', guilds.guildList.path, { ...one, state: 'normal', sort: '-members' }],
    ['one guild', guilds.guildInfo.path, { guildId: '777' }],
    ['a family', guilds.guildFamily.path, { guildId: '9' }],
    ['families', guilds.guildFamilyList.path, one],
    ['sub-agencies', guilds.guildSubList.path, one],
    ['members', members.memberList.path, one],
    ['members of a guild', members.memberList.path, { ...one, guildId: '777' }],
    ['member flow', members.memberFlowList.path, one],
    ['daily report', figures.everyDayReport.path, one],
    ['daily report, a day by anchor', figures.everyDayReportDetail.path, { ...one, id: `777-${from}` }],
    ['weekly report', figures.weekReport.path, one],
    ['weekly report by anchor', figures.weekReportAnchors.path, one],
    ['sub-agencies by day', figures.subAgencyDays.path, one],
    ['sub-agencies of a day', figures.subAgencyDay.path, { ...one, time: from }],
    ['sub-agencies by week', figures.subAgencyWeeks.path, one],
    ['sub-agencies of a week', figures.subAgencyWeek.path, { ...one, ...sub }],
    ['settlements', settlement.settlementList.path, one],
    [
      'settlements of a week and state',
      settlement.settlementList.path,
      { ...one, weekFrom: week, weekTo: week, state: 'draft' },
    ],
    ['settlements by part of the name', settlement.settlementList.path, { ...one, q: 'Guild 777' }],
    ['totals of a week', settlement.settlementTotals.path, { weekFrom: week, weekTo: week }],
    ['totals of all weeks', settlement.settlementTotals.path, {}],
    ['a settlement', settlement.settlementInfo.path, { settlementId }],
    ['its lines', settlement.settlementLineList.path, { ...one, settlementId }],
    ['plans', money.planList.path, one],
    ['deductions', money.deductionList.path, one],
    ['withdrawals', payouts.payoutRequestList.path, one],
    ['withdrawals in review', payouts.payoutRequestList.path, { ...one, state: 'in review' }],
    ['payments', payouts.paymentList.path, one],
    ['money of a guild', payouts.guildMoney.path, { guildId: '777' }],
  ]
  if (parts.has('calls')) for (const [name, path, query] of calls) await ask(name, path, query, staff)
  const own: [string, string, Record<string, string>][] = [
    ['a leader: Home', figures.guildHome.path, {}],
    ['a leader: members', members.memberList.path, one],
    ['a leader: daily report', figures.everyDayReport.path, one],
    ['a leader: weekly report', figures.weekReport.path, one],
    ['a leader: settlements', settlement.settlementList.path, one],
    ['a leader: money', payouts.guildMoney.path, {}],
  ]
  if (parts.has('calls')) for (const [name, path, query] of own) await ask(name, path, query, leader)
  if (parts.has('approve'))
    await approveAll({
      url: product.url,
      databaseUrl: place.url,
      token: staff,
      pid: product.pid,
      most: Number(values.approve),
      callers: Number(values.callers),
    })
  await product.stop()
}

/** Verifies the ledger from its entries, and prints the checks of `/flow/reconcile` that do not agree. */
async function verifyAll(database: Database): Promise<void> {
  await proveLedger(database)
  const product = await startProduct(place.url, folder, [], { SIMULATE: 'off' })
  const token = await logIn(product.url)
  await caughtUp(place.url)
  const began = performance.now()
  const response = await fetch(`${product.url}${basePath}${flowReconcile.path}`, { headers: { token } })
  const { result } = (await response.json()) as { result: Answer<typeof flowReconcile> }
  const differing = result.checks.filter(({ differences }) => differences.length > 0)
  console.log(
    `${result.checks.length - differing.length} of ${result.checks.length} checks agree, ${(performance.now() - began).toFixed(0)} ms`,
  )
  for (const { key, left, right, differences } of differing)
    console.log(JSON.stringify({ key, left, right, differences: differences.slice(0, 2) }))
  await product.stop()
}

/** A session of the leader of guild 9, which has a sub-agency. */
async function leaderToken(database: Database): Promise<string> {
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
