// Failovers under load: two servers and their apps on a primary and a standby, which is waited for in every other round. The primary is ended as a
// machine ends, with what is on its way to the standby held for a while where nobody waits for it; the standby is promoted, and the old primary is
// replaced by a standby of it. After each round: what was acknowledged and is lost, what the servers say of it, how long nothing was taken; what was lost is
// sent again, and then nothing may be missing. At the end the ledger and the log must verify.
// `node bench/failover.ts [--rounds=60] [--rate=40] [--behind=3]`
import { spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import { migrate } from '../server/src/kit/database/migrate.ts'
import { type Link, openLink, openStandbys, type Standing, untilStreaming } from '../server/test/standby.ts'
import { makeClient } from './lib/client.ts'
import { openPaying, type Paying } from './lib/paying.ts'
import { type Running, startProduct } from './lib/process.ts'

const { values } = parseArgs({
  options: {
    rounds: { type: 'string', default: '60' },
    rate: { type: 'string', default: '40' },
    behind: { type: 'string', default: '3' },
  },
})
const rounds = Number(values.rounds)
/** Payments a second, of both apps; each is three events. */
const rate = Number(values.rate)
/** Seconds for which a standby that is not waited for is held back, at most. */
const behind = Number(values.behind)

const folder = mkdtempSync(join(tmpdir(), 'greenroom-failover-'))
const keys = join(folder, 'seal.keys')
const standbys = await openStandbys(2)
const url = standbys.urlOf(...standbys.ports)
const servers: Running[] = []
let primary = await standbys.primary()
let place = 1

const apps: Paying[] = []
let people = 0

async function openApp(server: Running, name: string): Promise<Paying> {
  const secret = await makeClient(url, keys, { name, endpoint: '' })
  return openPaying({ url: server.url, secret }, rate / 2, () => ++people)
}

/** Of the acknowledged events, those that the primary does not have. */
async function missing(of: Standing): Promise<number> {
  const ids = apps.flatMap(({ acknowledged }) => [...acknowledged.keys()])
  const rows = await of.ask<{ n: number }>(
    `select count(*)::int as n from unnest('{${ids.join(',')}}'::uuid[]) x(id) where not exists (select from bridge.event e where e.id = x.id)`,
  )
  return rows[0]!.n
}

const lastAnswer = () => Math.max(...apps.flatMap(({ acknowledged }) => [...acknowledged.values()].slice(-1)))

/** The time between the last answer before a moment and the first after it. */
function gapAround(moment: number): number {
  let [before, after] = [Number.NEGATIVE_INFINITY, Number.POSITIVE_INFINITY]
  for (const { acknowledged } of apps)
    for (const at of acknowledged.values()) {
      if (at <= moment) before = Math.max(before, at)
      else after = Math.min(after, at)
    }
  return after - before
}

type Told = { outcome: string; transactions: number; seconds: number; from: Date | null }

async function toldBy(of: Standing): Promise<Told | undefined> {
  const rows = await of.ask<Told>(`
    select outcome, transactions, lost_from as "from", coalesce(extract(epoch from lost_until - lost_from), 0)::float8 as seconds
      from kit.failover order by timeline desc limit 1`)
  return rows[0]
}

const table: Record<string, string | number>[] = []
let wrong = 0
try {
  await migrate(url)
  const settings = { DATABASE_STANDBYS: 'on', SEAL_KEYS: keys, LOG_LEVEL: 'silent' }
  for (const which of ['a', 'b']) servers.push(await startProduct(url, join(folder, which), [], settings))
  for (const [at, server] of servers.entries()) apps.push(await openApp(server, `App ${at}`))

  for (let round = 1; round <= rounds; round++) {
    const isSync = round % 2 === 1
    const link: Link = await openLink(primary.port)
    const standby = await standbys.standbyOf(primary, place, link)
    for (const statement of [
      `alter system set synchronous_standby_names = '${isSync ? '*' : ''}'`,
      'select pg_reload_conf()',
    ])
      await primary.ask(statement)
    await untilStreaming(primary)
    await sleep(1_000)
    const heldMs = isSync ? 0 : Math.round(Math.random() * behind * 1_000)
    if (heldMs > 0) {
      link.hold()
      await sleep(heldMs)
    }
    const killedAt = performance.now()
    await primary.kill()
    await sleep(Math.random() * 500)
    await standby.promote()
    const promotedAt = performance.now()
    while (lastAnswer() < promotedAt) await sleep(20)
    const firstMs = lastAnswer() - promotedAt
    // Each server has said what it knows.
    await sleep(2_500)
    const lost = await missing(standby)
    const told = await toldBy(standby)
    // A transaction whose answer was on its way is lost, too, and the app does not miss it.
    const mayBe = isSync ? ['complete'] : lost > 0 ? ['lost'] : ['lost', 'complete']
    const isTold = told !== undefined && mayBe.includes(told.outcome) && (!isSync || lost === 0)
    let left = lost
    if (told?.outcome === 'lost' && told.from) {
      for (const { queue } of apps) await queue.resend(told.from)
      left = await missing(standby)
      await standby.ask('delete from bridge.pause')
    }
    const paused = await standby.ask('select from bridge.pause')
    if (!isTold || left > 0 || paused.length > 0) wrong++
    const line = {
      round,
      standby: isSync ? 'waited for' : `${(heldMs / 1_000).toFixed(1)} s behind`,
      acknowledged: apps.reduce((sum, { acknowledged }) => sum + acknowledged.size, 0),
      lost,
      told: told
        ? `${told.outcome}${told.outcome === 'lost' ? ` ${told.transactions} in ${told.seconds.toFixed(1)} s` : ''}`
        : 'nothing',
      'lost after resend': left,
      'gap s': Number((gapAround(killedAt) / 1_000).toFixed(2)),
      'after promotion s': Number((firstMs / 1_000).toFixed(2)),
    }
    table.push(line)
    console.log(JSON.stringify(line))
    link.close()
    primary = standby
    place = 1 - place
  }
  for (const { queue, end } of apps) {
    end()
    await queue.close()
  }
  const left = await missing(primary)
  console.table(table)
  const of = (isSync: boolean) => table.filter(({ standby }) => (standby === 'waited for') === isSync)
  const sum = (lines: typeof table, name: string) => lines.reduce((all, line) => all + Number(line[name]), 0)
  for (const isSync of [true, false])
    console.log(
      `${isSync ? 'waited for' : 'not waited for'}: ${of(isSync).length} failovers, lost ${sum(of(isSync), 'lost')}, after the resend ${sum(of(isSync), 'lost after resend')}, ` +
        `longest gap ${Math.max(0, ...of(isSync).map((line) => Number(line['gap s'])))} s`,
    )
  for (const command of ['verify-ledger', 'verify-log']) {
    const { status, stdout } = spawnSync(process.execPath, [`server/src/cli/${command}.ts`], {
      cwd: new URL('../', import.meta.url),
      env: { ...process.env, DATABASE_URL: url, SEAL_KEYS: keys, DATA_DIR: folder },
      encoding: 'utf8',
    })
    console.log(`${command}: ${status === 0 ? 'holds' : stdout}`)
    if (status !== 0) wrong++
  }
  console.log(
    wrong === 0 && left === 0
      ? 'Every loss was reported, and everything lost was sent again.'
      : `${wrong} rounds went wrong, ${left} events missing.`,
  )
  process.exitCode = wrong === 0 && left === 0 ? 0 : 1
} finally {
  for (const { end } of apps) end()
  for (const server of servers) await server.stop()
  await standbys.close()
  rmSync(folder, { recursive: true, force: true })
}
