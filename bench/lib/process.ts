// Servers under measurement are separate processes, so that the load generator doesn't share their event loop.
import { type ChildProcess, spawn } from 'node:child_process'
import { join } from 'node:path'
import { dataDir as placeOfDatabase } from './place.ts'

export type Running = { url: string; pid: number; stop(): Promise<void> }

/** As `npm start` sets them. */
export const serverOptions = [
  '--disable-warning=ExperimentalWarning',
  '--max-semi-space-size=8',
  '--heap-growing-percent=40',
]

/** Starts a Node program and waits for the address it prints. */
export async function startNode(args: string[], env: Record<string, string>): Promise<Running> {
  const child = spawn(process.execPath, [...serverOptions, ...args], {
    cwd: new URL('../../', import.meta.url),
    env: { ...process.env, MALLOC_ARENA_MAX: '2', SIMULATE: 'off', ...env },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  // A server that failed to start must not keep running beside the next.
  const end = () => void child.kill('SIGTERM')
  process.once('exit', end)
  child.once('exit', () => process.off('exit', end))
  const url = await addressOf(child)
  return { url, pid: child.pid ?? 0, stop: () => stop(child) }
}

function addressOf(child: ChildProcess): Promise<string> {
  return new Promise((resolve, reject) => {
    let output = ''
    child.stdout?.on('data', (chunk) => {
      output += String(chunk)
      const found = /ready at (http:\S+)/.exec(output)
      // Without looking the name up for each connection.
      if (found?.[1]) resolve(found[1].replace('localhost', '127.0.0.1'))
    })
    child.once('exit', (code) => reject(new Error(`ended with ${code} before it was ready:\n${output}`)))
  })
}

function stop(child: ChildProcess): Promise<void> {
  return new Promise((resolve) => {
    child.once('exit', () => resolve())
    child.kill('SIGTERM')
  })
}

export const adminPassword = 'Adm1n-of-bench'

/** The product on a database, with additional `settings`. */
export const startProduct = (
  databaseUrl: string,
  dataDir: string,
  args: string[] = [],
  settings = {},
): Promise<Running> =>
  startNode([...args, 'server/src/main.ts'], {
    DATABASE_URL: databaseUrl,
    DATA_DIR: dataDir,
    // Next to the kept database, whose secrets are encrypted with these keys.
    SEAL_KEYS: join(placeOfDatabase, 'seal.keys'),
    PORT: '0',
    ADMIN_PASSWORD: adminPassword,
    LOG_FORMAT: 'text',
    ...settings,
  })
