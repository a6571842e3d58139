// Shared by the tests of the embedded database.
import { type ChildProcess, spawn } from 'node:child_process'
import { chmodSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import pg from 'pg'
import { afterAll, onTestFinished } from 'vitest'
import { operator } from '../../../test/programs.ts'
import { type Embedded, openEmbedded } from './embedded.open.ts'
import { copyFolder } from './kills.fixture.ts'

export const isRoot = process.getuid?.() === 0

/** A folder that others may enter, removed after the test. */
export function temporaryFolder(): string {
  const path = mkdtempSync(join(tmpdir(), 'greenroom-embedded-'))
  chmodSync(path, 0o755)
  onTestFinished(() => rmSync(path, { recursive: true, force: true }))
  return path
}

let prepared: string | undefined
afterAll(() => prepared && rmSync(prepared, { recursive: true, force: true }))

/** A data directory with an empty database `held`: copied, since creating one takes a second of CPU. */
export async function dataFolder(): Promise<string> {
  if (prepared === undefined) {
    prepared = mkdtempSync(join(tmpdir(), 'greenroom-embedded-'))
    chmodSync(prepared, 0o755)
    const made = await openEmbedded({ dataDir: prepared, database: 'held', durability: 'fast', log: () => {} })
    await made.stop()
  }
  const dataDir = join(temporaryFolder(), 'data')
  copyFolder(prepared, dataDir)
  return dataDir
}

/** Opens a data directory's database, and stops it after the test at the latest; keeps its log. */
export async function open(dataDir: string, database = 'held'): Promise<Embedded & { lines: string[] }> {
  const lines: string[] = []
  const opened = await openEmbedded({ dataDir, database, durability: 'fast', log: (line) => lines.push(line) })
  let isStopped = false
  const stop = async () => {
    if (isStopped) return
    isStopped = true
    await opened.stop()
  }
  onTestFinished(async () => {
    await stop()
    rmSync(opened.location, { recursive: true, force: true })
  })
  return { ...opened, stop, lines }
}

/** Runs one statement on its own connection. */
export async function query(url: string, text: string): Promise<unknown[]> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    return (await client.query<Record<string, unknown>>(text)).rows
  } finally {
    await client.end()
  }
}

export type Held = { state: 'open' | 'in use'; url: string; location: string; message: string }

/** Starts another process that opens the database and holds it. */
export function startHolder(dataDir: string): ChildProcess {
  const script = fileURLToPath(new URL('holder.fixture.ts', import.meta.url))
  const child = spawn(process.execPath, [script, dataDir], {
    stdio: ['ignore', 'pipe', 'inherit'],
    env: operator(),
  })
  onTestFinished(() => void child.kill('SIGKILL'))
  return child
}

/** The holder's report of its opening. */
export function reported(holder: ChildProcess): Promise<Held> {
  return new Promise((resolve, reject) => {
    let text = ''
    holder.stdout?.on('data', (chunk: Buffer) => {
      text += chunk.toString()
      if (text.includes('\n')) resolve(JSON.parse(text) as Held)
    })
    holder.once('close', () => reject(new Error(`The holder ended, saying only: ${text}`)))
  })
}

/** Kills a process like `kill -9` and waits until it is gone. */
export function killHard(child: ChildProcess): Promise<void> {
  return new Promise((resolve) => {
    child.once('exit', () => resolve())
    child.kill('SIGKILL')
  })
}

/** The postmaster's pid at a location. */
export function postmasterPid(location: string): number {
  return Number.parseInt(readFileSync(join(location, 'cluster', 'postmaster.pid'), 'utf8'), 10)
}
