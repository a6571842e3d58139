// A test by `kill -9`: kills a server under a mixed load of money and its database, restarts them, and compares. What was
// acknowledged is there, the ledger verifies, and the reconciliation agrees.
import { type ChildProcess, spawn } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { flowReconcile } from '@greenroom/contract/flow'
import { sql } from 'kysely'
import { banEffects } from '../src/app/effects.ts'
import { buildProduct } from '../src/app/index.ts'
import { readConfig } from '../src/config.ts'
import { type Database, openDatabase } from '../src/kit/database.ts'
import { openEmbedded } from '../src/kit/embedded/open.ts'
import { migrate } from '../src/kit/migrate.ts'
import { foldPlatform, verifyLedger, verifyNew } from '../src/ledger/index.ts'
import { flowRounds } from '../src/rooms/flow/index.ts'
import { usersRounds } from '../src/rooms/users/index.ts'
import { adminPassword, clientsOf } from './product.ts'

export type Round = {
  /** Over all rounds. */
  acknowledged: number
  transfers: number
  settlements: number
  lost: string[]
  findings: string[]
  differing: string[]
}

type Told = { sent: Set<string>; done: Set<string> }

/** Figures that the fixture of weeks writes past the jobs. */
const given = new Set(['guildBonus', 'guildDays', 'guildAnchors'])

function startPoster(
  url: string,
  seed: number,
  dataDir: string,
  told: Told,
): Promise<{ child: ChildProcess; closed: Promise<void> }> {
  const script = fileURLToPath(new URL('moneyPoster.ts', import.meta.url))
  const child = spawn(process.execPath, [script, url, String(seed), dataDir], { stdio: ['ignore', 'pipe', 'pipe'] })
  const closed = new Promise<void>((resolve) => child.once('close', () => resolve()))
  let rest = ''
  let said = ''
  child.stderr.on('data', (chunk: Buffer) => (said = (said + String(chunk)).slice(-2_000)))
  return new Promise((resolve, reject) => {
    child.stdout.on('data', (chunk: Buffer) => {
      // The kill may cut the last line off.
      const lines = (rest + String(chunk)).split('\n')
      rest = lines.pop() ?? ''
      for (const line of lines) {
        const [what, id = ''] = line.split(' ')
        if (what === 'ready') resolve({ child, closed })
        else if (what === 'sent') told.sent.add(id)
        else if (what === 'done') told.done.add(id)
      }
    })
    child.once('exit', (code) => reject(new Error(`the server ended with ${code}: ${said}`)))
  })
}

/** Acknowledged but missing. */
async function missing(database: Database, done: ReadonlySet<string>): Promise<string[]> {
  const weeks = [...done].filter((id) => id.startsWith('settlement-'))
  const events = [...done].filter((id) => !id.startsWith('settlement-'))
  const { rows } = await sql<{ id: string }>`
    select id::text from bridge.event where id = any(${events}::uuid[])
    union all
    select 'settlement-' || id from guilds.settlement
     where state = 'approved' and id = any(${weeks.map((id) => Number(id.split('-')[1]))}::int[])`.execute(database)
  const there = new Set(rows.map(({ id }) => id))
  return [...done].filter((id) => !there.has(id))
}

/** Lets the jobs catch up and asks for the reconciliation, as a server that was started again. */
async function reconciled(url: string, dataDir: string): Promise<string[]> {
  const product = await buildProduct(readConfig({ DATA_DIR: dataDir, LOG_LEVEL: 'error' }), url)
  product.health.ready = true
  try {
    const { database, clock, params } = product
    const shared = { database, clock, params, effects: banEffects(params) }
    for (const round of [...flowRounds(shared), ...usersRounds(shared)]) await round.run(() => true)
    while ((await foldPlatform(database)) > 0);
    while (await verifyNew(database, clock.now()));
    const admin = await clientsOf(product).login('admin', adminPassword)
    const { checks } = await admin.call(flowReconcile, {})
    return checks.flatMap(({ key, left, right, differences }) =>
      given.has(key) || (left === right && differences.length === 0)
        ? []
        : [`${key}: ${left} ${right} ${differences.map(({ subject }) => subject).join(' ')}`],
    )
  } finally {
    await product.close()
  }
}

/**
 * Runs `rounds` kills on a database of its own in `dataDir`, which the caller removes.
 *
 * @param milliseconds how long the server works before each kill.
 */
export async function moneyKills(
  dataDir: string,
  rounds: number,
  milliseconds: (round: number) => number,
  after: (round: Round) => void = () => {},
): Promise<Round[]> {
  const told: Told = { sent: new Set(), done: new Set() }
  const results: Round[] = []
  const open = () => openEmbedded({ dataDir, database: 'greenroom', log: () => {} })
  let embedded = await open()
  await migrate(embedded.url)
  try {
    for (let round = 0; round < rounds; round++) {
      const { child, closed } = await startPoster(embedded.url, round + 1, dataDir, told)
      await new Promise((resolve) => setTimeout(resolve, milliseconds(round)))
      if (child.exitCode !== null) throw new Error(`the server ended by itself with ${child.exitCode}`)
      const postmaster = Number.parseInt(readFileSync(join(embedded.location, 'cluster', 'postmaster.pid'), 'utf8'), 10)
      // By turns the server, the database, or both at once.
      if (round % 3 !== 0) process.kill(postmaster, 'SIGKILL')
      child.kill('SIGKILL')
      await closed
      if (round % 3 !== 0) {
        await embedded.stop().catch(() => {})
        embedded = await open()
      }
      const differing = await reconciled(embedded.url, dataDir)
      const database = openDatabase(embedded.url, { max: 2 })
      const findings = await verifyLedger(database)
      const { rows } = await sql<{ transfers: number; settlements: number }>`
        select (select count(*)::int from ledger.transfer) as transfers,
               (select count(*)::int from guilds.settlement where state = 'approved') as settlements`.execute(database)
      const result: Round = {
        acknowledged: told.done.size,
        ...rows[0]!,
        lost: await missing(database, told.done),
        findings: findings.map(({ rule, subject, detail }) => `${rule} ${subject} ${detail}`),
        differing,
      }
      await database.destroy()
      results.push(result)
      after(result)
    }
  } finally {
    await embedded.stop()
  }
  return results
}
