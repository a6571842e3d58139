// A test by `kill -9`: kills a server under a mixed load of money, and its database, restarts them, and compares. Everything acknowledged
// must be stored, the ledger must verify, and the reconciliation and the chain must agree with it.
import { type ChildProcess, spawn } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { flowReconcile } from '@greenroom/contract/flow'
import { type RawBuilder, sql } from 'kysely'
import { ensureAdministrator } from '../src/access/administrator.ts'
import { banEffects } from '../src/app/app.effects.ts'
import { buildProduct } from '../src/app/index.ts'
import { readConfig } from '../src/config.ts'
import { type Database, openDatabase } from '../src/kit/database/database.ts'
import { migrate } from '../src/kit/database/migrate.ts'
import { readPassword, superuser } from '../src/kit/embedded/cluster.ts'
import { openEmbedded } from '../src/kit/embedded/embedded.open.ts'
import { foldPlatform, verifyLedger, verifyNew } from '../src/ledger/index.ts'
import { flowRounds } from '../src/rooms/flow/index.ts'
import { usersRounds } from '../src/rooms/users/index.ts'
import { aMoneyChain, chainAgainstLedger, connectChain, type MoneyChain, settleChain } from './moneyChain.ts'
import { adminPassword, type Client, clientsOf, type TestProduct } from './product.ts'
import { operator } from './programs.ts'
import { applicationRole, asApplication, makeApplicationRole, withClient } from './server.ts'

export type Round = {
  /** Over all rounds. */
  acknowledged: number
  transfers: number
  settlements: number
  /** Number of acknowledgements by kind. */
  did: Record<string, number>
  lost: string[]
  /** Of the verified ledger and of the reconciliation; none unless the round was verified. */
  findings: string[]
  differing: string[]
  verified: boolean
  /** Seconds until the server took load, under load, and until database and records were back and compared. */
  seconds: Record<'start' | 'load' | 'recovery' | 'comparison', number>
}

/** What was acknowledged, by kind. */
export type Acknowledged = Map<string, Set<string>>

/** Figures that the fixture of weeks writes directly, without the jobs. */
const given = new Set(['guildBonus', 'guildDays', 'guildAnchors'])

export type Poster = {
  child: ChildProcess
  closed: Promise<void>
  /** Resolves after this many acknowledgements, or when it ended. */
  after: (acknowledged: number) => Promise<void>
  /** How many acknowledgements there were. */
  count: () => number
  /** The end of its error output, and of what it met. */
  output: () => string
}

export function startPoster(
  url: string,
  seed: number,
  dataDir: string,
  done: Acknowledged,
  settings: Record<string, string>,
): Promise<Poster> {
  const script = fileURLToPath(new URL('moneyPoster.ts', import.meta.url))
  const child = spawn(process.execPath, [script, url, String(seed), dataDir], {
    stdio: ['ignore', 'pipe', 'pipe'],
    env: operator(settings),
  })
  const closed = new Promise<void>((resolve) => child.once('close', () => resolve()))
  let [rest, output, count] = ['', '', 0]
  let look = () => {}
  const after = (acknowledged: number) =>
    new Promise<void>((resolve) => {
      look = () => {
        if (count >= acknowledged || child.exitCode !== null) resolve()
      }
      child.once('exit', look)
      look()
    })
  child.stderr.on('data', (chunk: Buffer) => (output = (output + String(chunk)).slice(-2_000)))
  return new Promise((resolve, reject) => {
    child.stdout.on('data', (chunk: Buffer) => {
      // The kill may cut the last line off.
      const lines = (rest + String(chunk)).split('\n')
      rest = lines.pop() ?? ''
      for (const line of lines) {
        const [word, what = '', id = ''] = line.split(' ')
        if (word === 'ready') resolve({ child, closed, after, count: () => count, output: () => output })
        else if (word === 'done') {
          done.set(what, (done.get(what) ?? new Set()).add(id))
          count += 1
        } else if (word === 'trouble') output = `${output}${line}\n`.slice(-2_000)
      }
      look()
    })
    child.once('exit', (code) => reject(new Error(`the server ended with ${code}: ${output}`)))
  })
}

/** Those of these ids that are stored as acknowledged, by kind. */
const kept: Record<string, (ids: string[]) => RawBuilder<{ id: string }>> = {
  event: (ids) => sql`select id::text from bridge.event where id = any(${ids}::uuid[])`,
  settlement: (ids) => sql`select id::text from guilds.settlement where state = 'approved' and id = any(${ids}::int[])`,
  week: (ids) => sql`select id::text from guilds.settlement where paid_at is not null and id = any(${ids}::int[])`,
  decided: (ids) => sql`select id from finance.withdrawal where state <> 'in review' and id = any(${ids})`,
  released: (ids) => sql`select id from finance.withdrawal where released_at is not null and id = any(${ids})`,
  payout: (ids) =>
    sql`select id::text from finance.payout where state in ('paid', 'failed') and id = any(${ids}::uuid[])`,
  instruction: (ids) => sql`select id::text from chain.instruction where state = 'success' and id = any(${ids}::int[])`,
  deposit: (ids) =>
    sql`select transaction as id from chain.deposit where state = 'credited' and transaction = any(${ids})`,
  purchase: (ids) =>
    sql`select id::text from topup_agents.purchase where state in ('credited', 'reversed') and id = any(${ids}::uuid[])`,
  sale: (ids) => sql`select id::text from topup_agents.sale where id = any(${ids}::uuid[])`,
  back: (ids) =>
    sql`select sale_id::text as id from topup_agents.refund where state = 'agreed' and sale_id = any(${ids}::uuid[])`,
}

/** What the chain keeps until a server has caught up with it. */
const onChain = new Set(['deposit', 'instruction'])

/** Acknowledged but missing. @param caughtUp whether a server has caught up with the chain since */
export async function missing(database: Database, acknowledged: Acknowledged, caughtUp: boolean): Promise<string[]> {
  const lost: string[] = []
  for (const [what, all] of acknowledged) {
    // More may be acknowledged while these are looked up.
    const ids = [...all]
    if (!caughtUp && onChain.has(what)) continue
    const { rows } = await kept[what]!(ids).execute(database)
    const there = new Set(rows.map(({ id }) => id))
    lost.push(...ids.flatMap((id) => (there.has(id) ? [] : `${what} ${id}`)))
  }
  return lost
}

/** Starts a server on the database, and closes it afterwards. */
export async function withServer<T>(
  url: string,
  dataDir: string,
  { settings }: MoneyChain,
  work: (product: TestProduct, admin: Client) => Promise<T>,
): Promise<T> {
  const built = await buildProduct(readConfig({ ...settings, DATA_DIR: dataDir, LOG_LEVEL: 'error' }), url)
  built.health.ready = true
  try {
    await ensureAdministrator(built.database, adminPassword)
    const clients = clientsOf(built)
    const product = { ...built, ...clients, dataDir, databaseUrl: url } as unknown as TestProduct
    return await work(product, await clients.login('admin', adminPassword))
  } finally {
    await built.close()
  }
}

/** Starts a server again, lets the chain and the jobs catch up, and reads the reconciliation. */
const reconciled = (url: string, dataDir: string, chain: MoneyChain): Promise<string[]> =>
  withServer(url, dataDir, chain, async (product, admin) => {
    await settleChain(product, admin, chain)
    const { database, clock, params } = product
    const shared = { database, clock, params, effects: banEffects(params) }
    for (const round of [...flowRounds(shared), ...usersRounds(shared)]) await round.run(() => true)
    while ((await foldPlatform(database)) > 0);
    while (await verifyNew(database, clock.now()));
    const { checks } = await admin.call(flowReconcile, {})
    const usdt = await chainAgainstLedger(product, chain)
    const chained = usdt.chain === usdt.ledger ? [] : [`chain: ${usdt.chain} ${usdt.ledger}`]
    const differing = checks.flatMap(({ key, left, right, differences }) =>
      given.has(key) || (left === right && differences.length === 0)
        ? []
        : [`${key}: ${left} ${right} ${differences.map(({ subject }) => subject).join(' ')}`],
    )
    return [...chained, ...differing]
  })

/** Verifies the ledger in full and reconciles; each returns what it found. */
export async function verified(
  url: string,
  dataDir: string,
  chain: MoneyChain,
): Promise<Pick<Round, 'findings' | 'differing'>> {
  const differing = await reconciled(url, dataDir, chain)
  const database = openDatabase(url, { max: 2 })
  try {
    const findings = await verifyLedger(database)
    return { differing, findings: findings.map(({ rule, subject, detail }) => `${rule} ${subject} ${detail}`) }
  } finally {
    await database.destroy()
  }
}

type Options = {
  rounds: number
  /** How much the server does before each kill. */
  acknowledged: (round: number) => number
  /** Verify and reconcile after every how many kills, and after the last; what was acknowledged is looked up after each. */
  every?: number
  report?: (round: Round) => void
}

/** Kills `rounds` times, on a database of its own in `dataDir`, which the caller removes. */
export async function moneyKills(
  dataDir: string,
  { rounds, acknowledged, every = 1, report = () => {} }: Options,
): Promise<Round[]> {
  const confirmed: Acknowledged = new Map()
  const results: Round[] = []
  const open = () => openEmbedded({ dataDir, database: 'greenroom', log: () => {} })
  let embedded = await open()
  // The server runs as a role that owns nothing, as operators are told to run it.
  const administrator = new URL(embedded.url)
  administrator.username = superuser
  administrator.password = readPassword(join(embedded.location, 'cluster'))
  await withClient(administrator.href, (client) => makeApplicationRole(client, embedded.url))
  await migrate(embedded.url, undefined, { role: applicationRole })
  const chain = await aMoneyChain()
  let since = performance.now()
  const lap = () => {
    const [began, ended] = [since, performance.now()]
    since = ended
    return Number(((ended - began) / 1_000).toFixed(1))
  }
  try {
    await withServer(embedded.url, dataDir, chain, (product, admin) => connectChain(product, admin, chain))
    for (let round = 0; round < rounds; round++) {
      lap()
      const poster = await startPoster(asApplication(embedded.url), round + 1, dataDir, confirmed, chain.settings)
      const start = lap()
      await poster.after(acknowledged(round))
      const load = lap()
      const { child } = poster
      if (child.exitCode !== null)
        throw new Error(`the server ended by itself with ${child.exitCode}: ${poster.output()}`)
      const postmaster = Number.parseInt(readFileSync(join(embedded.location, 'cluster', 'postmaster.pid'), 'utf8'), 10)
      // The server, the database, or both at once, alternating.
      if (round % 3 !== 0) process.kill(postmaster, 'SIGKILL')
      child.kill('SIGKILL')
      await poster.closed
      if (round % 3 !== 0) {
        await embedded.stop().catch(() => {})
        embedded = await open()
      }
      const recovery = lap()
      const verifies = (round + 1) % every === 0 || round === rounds - 1
      const found = verifies ? await verified(embedded.url, dataDir, chain) : { findings: [], differing: [] }
      const database = openDatabase(embedded.url, { max: 2 })
      const { rows } = await sql<{ transfers: number; settlements: number }>`
        select (select count(*)::int from ledger.transfer) as transfers,
               (select count(*)::int from guilds.settlement where state = 'approved') as settlements`.execute(database)
      const lost = await missing(database, confirmed, verifies)
      await database.destroy()
      const result: Round = {
        acknowledged: [...confirmed.values()].reduce((sum, ids) => sum + ids.size, 0),
        did: Object.fromEntries([...confirmed].map(([what, ids]) => [what, ids.size])),
        ...rows[0]!,
        lost,
        ...found,
        verified: verifies,
        seconds: { start, load, recovery, comparison: lap() },
      }
      results.push(result)
      report(result)
    }
  } finally {
    chain.close()
    await embedded.stop()
  }
  return results
}
