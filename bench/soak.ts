// Faults over all paths of money: two servers as the application's role on a primary and a standby that is waited for; the app's events, staff, agents
// and a chain (anvil) go on meanwhile. Each round draws a fault: a server is killed, or both; the primary is lost and the standby promoted, alone or
// with a server, or twice while no server looks; the standby falls silent, or ends. After each, every server goes on, what was acknowledged is there,
// just the alarm that the fault deserves was told, once, and ended when it was mended, and each failover is judged once, as complete, and two at once as
// unknown. After every tenth round and the last the ledger verifies, the reconciliation and the chain agree with it, and at the end the log.
// `node bench/soak.ts [--rounds=60] [--every=10] [--seed=1] [--from=1] [--minutes=M] [--lines=FILE]`: a seed draws the same faults; `--from` goes on
// at a later round of it, on a new database, `--minutes` ends it after the round in which they are over, and `--lines` gets a line a round.
import { spawnSync } from 'node:child_process'
import { appendFileSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import type { AlarmKey } from '../contract/src/alarms.ts'
import { openDatabase } from '../server/src/kit/database/database.ts'
import { migrate } from '../server/src/kit/database/migrate.ts'
import { withUser } from '../server/src/kit/standby/hosts.ts'
import { aMoneyChain, connectChain } from '../server/test/moneyChain.ts'
import { type Acknowledged, missing, type Poster, startPoster, verified, withServer } from '../server/test/moneyKill.ts'
import { applicationRole } from '../server/test/server.ts'
import { randomOf } from '../server/test/simulation/random.ts'
import { type Link, openLink, openStandbys, type Standing, untilStreaming } from '../server/test/standby.ts'
import { openAlarmsTold } from './lib/alarms-told.ts'

const { values } = parseArgs({
  options: {
    rounds: { type: 'string', default: '60' },
    every: { type: 'string', default: '10' },
    seed: { type: 'string', default: String(Date.now() % 100_000) },
    from: { type: 'string', default: '1' },
    minutes: { type: 'string', default: 'Infinity' },
    lines: { type: 'string' },
  },
})
const [rounds, every, seed, from] = [values.rounds, values.every, values.seed, values.from].map(Number) as [
  number,
  number,
  number,
  number,
]
/** Within which work goes on after a fault; a busy machine takes longer. */
const longestMs = 180_000

/** Each fault, and the alarms that tell of it; none where nothing is left to be done. */
const alarmsOf = {
  server: [],
  servers: [],
  primary: ['standbyMissing'],
  'primary and server': ['standbyMissing'],
  'primary twice': ['deliveriesOff'],
  'standby silent': [],
  'standby ends': ['standbyMissing'],
} as const satisfies Record<string, readonly AlarmKey[]>
type Fault = keyof typeof alarmsOf
const faults = Object.keys(alarmsOf) as Fault[]

const folder = mkdtempSync(join(tmpdir(), 'greenroom-soak-'))
const password = 'of-the-application'
const standbys = await openStandbys(2)
const owner = standbys.urlOf(...standbys.ports)
const application = withUser(owner, { name: applicationRole, password })
const chain = await aMoneyChain()
Object.assign(chain.settings, { SEAL_KEYS: join(folder, 'seal.keys'), DATABASE_STANDBYS: 'sync', DATABASE_URL: owner })

let primary = await standbys.primary()
const alarms = await openAlarmsTold(() => primary)
let [standby, link]: [Standing?, Link?] = []
let place = 0
const acknowledged: Acknowledged = new Map()
const servers: (Poster | undefined)[] = [undefined, undefined]
let started = 0
/** What the servers have to tell of. */
let failovers = 0
let timeline = 1
/** Behind two at once nobody can say what the first one lost: the servers say so, and keep commands back. */
const doubtful = new Set<number>()

const count = () => [...acknowledged.values()].reduce((sum, ids) => sum + ids.size, 0)

/** A standby of the primary, for which every commit waits; once it is promoted, for its own one from the first moment. */
async function stand(): Promise<void> {
  link = await openLink(primary.port)
  standby = await standbys.standbyOf(primary, 1 - place, link)
  for (const one of [primary, standby]) {
    await one.ask(`alter system set synchronous_standby_names = '*'`)
    await one.ask('select pg_reload_conf()')
  }
  await untilStreaming(primary)
}

/** A start that fails on a busy machine is tried again, as what supervises a server does. */
async function serve(at: number, tries = 5): Promise<void> {
  const start = startPoster(application, ++started, join(folder, String(at)), acknowledged, {
    ...chain.settings,
    ...alarms.settings,
    DATABASE_URL: application,
    MONEY_PATIENT: 'on',
    MONEY_WATCHES: at === 0 ? 'on' : 'off',
  })
  servers[at] = await start.catch((error: unknown) => {
    if (tries === 1) throw error
    console.log(`another start: ${String(error).split('\n')[0]!.slice(0, 200)}`)
    return undefined
  })
  if (!servers[at]) await serve(at, tries - 1)
}

async function kill(at: number): Promise<void> {
  const server = servers[at]
  servers[at] = undefined
  server?.child.kill('SIGKILL')
  await server?.closed
}

/** So many acknowledgements more than there are now, of all servers that run, and a tenth of them of each. @returns after how many ms */
async function goesOn(more: number): Promise<number> {
  const [before, since] = [count(), performance.now()]
  const running = servers.flatMap((server) => (server ? [{ server, before: server.count() }] : []))
  const waits = () =>
    count() < before + more || running.some(({ server, before: own }) => server.count() < own + Math.ceil(more / 10))
  while (waits()) {
    if (performance.now() - since > longestMs) throw new Error(`nothing goes on: ${count() - before} of ${more}`)
    for (const { server } of running)
      if (server.child.exitCode !== null) throw new Error(`a server ended by itself: ${server.output()}`)
    await sleep(20)
  }
  return performance.now() - since
}

/** @param seen whether a server looks, and says that nobody stands by the new primary */
async function promote(seen = true): Promise<void> {
  await primary.kill()
  await sleep(random.whole(0, 500))
  await standby!.promote()
  timeline++
  link!.close()
  primary = standby!
  place = 1 - place
  if (seen) await alarms.stands('standbyMissing')
  await stand()
}

/** Drawn anew for each round, so that one may begin with any. */
let random = randomOf(seed, 0)
const make: Record<Fault, () => Promise<unknown>> = {
  server: async () => {
    const at = random.whole(0, 1)
    await kill(at)
    // The other one goes on alone.
    await goesOn(20)
    await serve(at)
  },
  servers: async () => {
    await Promise.all([kill(0), kill(1)])
    for (const at of [0, 1]) await serve(at)
  },
  primary: async () => {
    await promote()
    failovers++
  },
  // As machines that stand still meanwhile: they find a timeline that is not the next one.
  'primary twice': async () => {
    const signal = (name: 'SIGSTOP' | 'SIGCONT') => servers.forEach((server) => server?.child.kill(name))
    signal('SIGSTOP')
    await promote(false)
    await promote(false)
    doubtful.add(timeline)
    signal('SIGCONT')
    failovers++
    await alarms.stands('deliveriesOff')
    // As staff do once the app has sent again what it sent lately.
    await primary.ask('delete from bridge.pause')
  },
  'primary and server': async () => {
    const at = random.whole(0, 1)
    await Promise.all([kill(at), promote()])
    failovers++
    await serve(at)
  },
  'standby silent': async () => {
    link!.hold()
    await sleep(random.whole(1_000, 8_000))
    link!.letGo()
    await untilStreaming(primary)
  },
  'standby ends': async () => {
    await standby!.kill()
    link!.close()
    await alarms.stands('standbyMissing')
    await sleep(random.whole(0, 2_000))
    await stand()
  },
}

async function lost(caughtUp: boolean): Promise<string[]> {
  const database = openDatabase(standbys.urlOf(primary.port), { max: 2 })
  try {
    return await missing(database, acknowledged, caughtUp)
  } finally {
    await database.destroy()
  }
}

/** What the servers say of the failovers: one line for each, and nothing lost. */
async function misjudged(): Promise<string[]> {
  const rows = await primary.ask<{ timeline: number; outcome: string }>('select timeline, outcome from kit.failover')
  const isRight = ({ timeline: at, outcome }: (typeof rows)[number]) =>
    outcome === 'complete' || (outcome === 'unknown' && doubtful.has(at))
  const wrong = rows.filter((row) => !isRight(row)).map((row) => JSON.stringify(row))
  return rows.length === failovers ? wrong : [...wrong, `${rows.length} failovers are told of, ${failovers} happened`]
}

/** Each fault once, in a drawn order, then again. */
function drawn(round: number): Fault {
  const pass = Math.floor(round / faults.length)
  const order = randomOf(seed, 1 + pass)
  const left = [...faults]
  const shuffled = faults.map(() => left.splice(order.whole(0, left.length - 1), 1)[0]!)
  return shuffled[round % faults.length]!
}

/** How long each part of a round takes, in seconds. */
function laps() {
  let since = performance.now()
  const seconds: Record<string, number> = {}
  const lap = (part: string) => {
    const now = performance.now()
    seconds[part] = Number(((now - since) / 1_000).toFixed(1))
    since = now
  }
  return Object.assign(lap, { seconds })
}

const table: Record<string, string | number>[] = []
let wrong = 0
const say = (what: string, found: readonly string[]) => {
  if (found.length === 0) return
  wrong += found.length
  console.log(what, found.slice(0, 10).join('; '))
}
console.log(`seed ${seed}`)
try {
  await primary.ask(`create role ${applicationRole} login password '${password}'`)
  await primary.ask(`grant ${applicationRole} to greenroom; grant pg_monitor to ${applicationRole}`)
  await migrate(owner, undefined, { role: applicationRole })
  await withServer(owner, folder, chain, (product, admin) => connectChain(product, admin, chain))
  await stand()
  for (const at of [0, 1]) await serve(at)
  const last = from - 1 + rounds
  for (let round = from - 1; round < last; round++) {
    random = randomOf(seed, 1_000 + round)
    const fault = drawn(round)
    const lap = laps()
    await goesOn(random.whole(30, 120))
    lap('load')
    await make[fault]()
    lap('made')
    await goesOn(50)
    lap('goes on')
    say('lost:', await lost(false))
    say('alarms:', await alarms.ended(alarmsOf[fault]))
    lap('alarms')
    const ends = round === last - 1 || performance.now() > Number(values.minutes) * 60_000
    if ((round + 1) % every === 0 || ends) {
      await Promise.all([kill(0), kill(1)])
      const { findings, differing } = await verified(standbys.urlOf(primary.port), folder, chain)
      say('ledger:', findings)
      say('differing:', differing)
      say('lost:', await lost(true))
      say('failovers:', await misjudged())
      if (!ends) for (const at of [0, 1]) await serve(at)
    }
    lap('verified')
    const line = { round: round + 1, fault, acknowledged: count(), ...lap.seconds, wrong }
    table.push(line)
    console.log(JSON.stringify(line))
    if (values.lines !== undefined) appendFileSync(values.lines, `${JSON.stringify({ seed, ...line })}\n`)
    if (ends) break
  }
  const { alarms: raised, wrong: toldWrongly } = await alarms.all()
  say('told:', toldWrongly)
  const { status, stdout } = spawnSync(process.execPath, ['server/src/cli/verify-log.ts'], {
    cwd: new URL('../', import.meta.url),
    env: { ...process.env, ...chain.settings, DATABASE_URL: owner, DATA_DIR: folder },
    encoding: 'utf8',
  })
  say('verify-log:', status === 0 ? [] : [stdout])
  console.table(table)
  console.log(Object.fromEntries([...acknowledged].map(([what, ids]) => [what, ids.size])))
  console.log(
    wrong === 0
      ? `${count()} acts were acknowledged through ${table.length} faults, ${failovers} of them failovers: all are there once, and everything agrees. ${raised} alarms, each told once.`
      : `${wrong} findings.`,
  )
  process.exitCode = wrong === 0 ? 0 : 1
} catch (error) {
  for (const server of servers) if (server) console.log(server.output())
  throw error
} finally {
  await Promise.all([kill(0), kill(1)])
  chain.close()
  await alarms.close()
  await standbys.close()
  rmSync(folder, { recursive: true, force: true })
}
