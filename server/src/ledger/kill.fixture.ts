// A test by `kill -9`: kills a poster and its database under load, restarts them, and compares the ledger with what the poster
// saw acknowledged. Nothing acknowledged may be lost, nothing posted twice, and the ledger must verify.
import { type ChildProcess, spawn } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { sql } from 'kysely'
import { operator } from '../../test/programs.ts'
import { openDatabase } from '../kit/database/database.ts'
import { migrate } from '../kit/database/migrate.ts'
import { openEmbedded } from '../kit/embedded/embedded.open.ts'
import { verifyLedger } from './ledger.verify.ts'

export type Round = {
  /** Transfers acknowledged before the kill, over all rounds. */
  acknowledged: number
  /** Sent, but not acknowledged: may be posted or not. */
  unknown: number
  /** How many of those were posted. */
  survived: number
  findings: number
  lost: string[]
  differing: string[]
  twice: number
  restartMilliseconds: number
}

type Poster = { child: ChildProcess; closed: Promise<void> }
type Recorded = { sent: Set<string>; done: Map<string, string> }

function startPoster(url: string, seed: number, recorded: Recorded): Promise<Poster> {
  const script = fileURLToPath(new URL('poster.fixture.ts', import.meta.url))
  const child = spawn(process.execPath, [script, url, String(seed)], {
    stdio: ['ignore', 'pipe', 'ignore'],
    env: operator(),
  })
  const closed = new Promise<void>((resolve) => child.once('close', () => resolve()))
  let rest = ''
  return new Promise((resolve, reject) => {
    child.stdout.on('data', (chunk: Buffer) => {
      const lines = (rest + String(chunk)).split('\n')
      // The kill may cut the last line off.
      rest = lines.pop()!
      for (const line of lines) {
        const [what, id = '', outcome = ''] = line.split(' ')
        if (what === 'ready') resolve({ child, closed })
        else if (what === 'sent') recorded.sent.add(id)
        else if (what === 'done') recorded.done.set(id, outcome)
      }
    })
    child.once('exit', (code) => reject(new Error(`the poster ended with ${code}`)))
  })
}

/** Kills it and waits until its output is read. It may have ended already, as its connections broke. */
async function gone({ child, closed }: Poster): Promise<void> {
  child.kill('SIGKILL')
  await closed
}

/** The stored outcomes of these transfers: `accepted`, or the code of the refusal. */
async function statesOf(database: ReturnType<typeof openDatabase>, ids: string[]): Promise<Map<string, string>> {
  const { rows } = await sql<{ id: string; outcome: string }>`
    select id, coalesce(refused::text, 'accepted') as outcome from ledger.transfer where id = any(${ids}::uuid[])`.execute(
    database,
  )
  return new Map(rows.map((row) => [row.id, row.outcome]))
}

/**
 * Runs `rounds` kills on a database of its own in `dataDir`, which the caller removes.
 *
 * @param milliseconds how long the poster works before each kill.
 */
export async function killRounds(
  dataDir: string,
  rounds: number,
  milliseconds: (round: number) => number,
  after: (round: Round) => void = () => {},
): Promise<Round[]> {
  const recorded: Recorded = { sent: new Set(), done: new Map() }
  const results: Round[] = []
  const open = () => openEmbedded({ dataDir, database: 'greenroom', log: () => {} })
  let embedded = await open()
  await migrate(embedded.url)
  try {
    for (let round = 0; round < rounds; round++) {
      const poster = await startPoster(embedded.url, round + 1, recorded)
      const before = recorded.done.size
      await pause(milliseconds(round))
      // On a busy machine it may have done nothing yet.
      while (recorded.done.size === before && poster.child.exitCode === null) await pause(20)
      if (poster.child.exitCode !== null) throw new Error(`the poster ended by itself with ${poster.child.exitCode}`)
      // Every other time the postmaster first, so that the poster's connections break.
      const postmaster = Number.parseInt(readFileSync(join(embedded.location, 'cluster', 'postmaster.pid'), 'utf8'), 10)
      if (round % 2 === 0) process.kill(postmaster, 'SIGKILL')
      await gone(poster)
      if (round % 2 === 1) process.kill(postmaster, 'SIGKILL')
      await embedded.stop().catch(() => {})

      const started = performance.now()
      embedded = await open()
      const database = openDatabase(embedded.url, { max: 2 })
      const restartMilliseconds = Math.round(performance.now() - started)
      const states = await statesOf(database, [...recorded.sent])
      const findings = await verifyLedger(database)
      const { rows } = await sql<{ twice: bigint }>`
        select count(*) - count(distinct id) as twice from ledger.transfer`.execute(database)
      await database.destroy()
      const unknown = [...recorded.sent].filter((id) => !recorded.done.has(id))
      const result: Round = {
        acknowledged: recorded.done.size,
        unknown: unknown.length,
        survived: unknown.filter((id) => states.has(id)).length,
        findings: findings.length,
        lost: [...recorded.done.keys()].filter((id) => !states.has(id)),
        differing: [...recorded.done].flatMap(([id, outcome]) =>
          states.has(id) && states.get(id) !== outcome ? [id] : [],
        ),
        twice: Number(rows[0]!.twice),
        restartMilliseconds,
      }
      results.push(result)
      after(result)
    }
  } finally {
    await embedded.stop()
  }
  return results
}
