// `kill -9` while an embedded database starts, at a given moment. `recovery.test.ts` is the short form of `node bench/embedded-kill.ts`.
import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import pg from 'pg'
import { operator } from '../../../test/programs.ts'
import { type Embedded, openEmbedded } from './embedded.open.ts'

/** What a start after the kill, or the one that went on, left: which database answers, and what it did not clear up. */
export type After = { database: string; unfinished: string[] }

/** Copies a data directory with owners and modes. */
export function copyFolder(from: string, to: string): void {
  spawnSync('cp', ['-a', from, to])
}

const open = (dataDir: string) => openEmbedded({ dataDir, database: 'held', durability: 'fast', log: () => {} })

async function nameAt(url: string): Promise<string> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    const { rows } = await client.query<{ name: string }>('select current_database() as name')
    return rows[0]!.name
  } finally {
    await client.end()
  }
}

/** @throws if nobody answers at that address within 20 s */
async function answering(url: string): Promise<string> {
  for (const until = performance.now() + 20_000; ; await sleep(50))
    try {
      return await nameAt(url)
    } catch (error) {
      if (performance.now() > until) throw error
    }
}

async function left(embedded: Embedded): Promise<After> {
  const { url, location } = embedded
  try {
    const database = await answering(url)
    return { database, unfinished: readdirSync(location).filter((name) => name.startsWith('unfinished')) }
  } finally {
    await embedded.stop()
    rmSync(location, { recursive: true, force: true })
  }
}

/** Opens a data directory that has a database, and kills PostgreSQL so long after it began: the opening goes on. */
export async function postmasterKilled(dataDir: string, afterMs: number): Promise<After> {
  const pidFile = join(dataDir, 'postgres', 'cluster', 'postmaster.pid')
  const opening = open(dataDir)
  const written = () => (existsSync(pidFile) ? /^\d+/.exec(readFileSync(pidFile, 'utf8'))?.[0] : undefined)
  let pid = written()
  for (const until = performance.now() + 10_000; pid === undefined && performance.now() < until; pid = written())
    await sleep(1)
  await sleep(afterMs)
  process.kill(Number(pid), 'SIGKILL')
  return left(await opening)
}

/** Kills the process that opens an empty data directory so long after it began to write there, and opens it again. */
export async function firstStartKilled(dataDir: string, afterMs: number): Promise<After> {
  const script = fileURLToPath(new URL('holder.fixture.ts', import.meta.url))
  const holder = spawn(process.execPath, [script, dataDir], { stdio: 'ignore', env: operator() })
  const ended = once(holder, 'exit')
  while (!existsSync(join(dataDir, 'postgres')) && holder.exitCode === null) await sleep(2)
  await sleep(afterMs)
  holder.kill('SIGKILL')
  await ended
  return left(await open(dataDir))
}
