// PostgreSQL's main process: reading its pid file, starting, waiting for readiness, stopping.
import { spawn } from 'node:child_process'
import {
  closeSync,
  copyFileSync,
  existsSync,
  openSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  truncateSync,
  writeFileSync,
} from 'node:fs'
import { chown, mkdtemp } from 'node:fs/promises'
import { createServer } from 'node:net'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Account } from './account.ts'
import type { Binaries } from './binaries.ts'
import { identity, run } from './embedded.run.ts'
import { EmbeddedProblem } from './errors.ts'
import { commandOf, isAlive, workingDirectoryOf } from './process.ts'
import { type Durability, settingArguments } from './settings.ts'

export type Address = { port: number; socketDirectory: string }
export type Postmaster = Address & { pid: number }

/** Another postmaster is starting on this cluster, or died during its start: check again. */
export class AnotherStarts extends Error {}

export type Site = {
  home: string
  directory: string
  account: Account | undefined
  binaries: Binaries
  durability: Durability
  /** Settings for this start only. */
  settings?: Record<string, string>
}

/** Used as its message if the postmaster was killed. */
const killed = Symbol('killed')

/**
 * Retry: another program may take the chosen port, backends of a killed postmaster end soon, and WAL replay may be
 * killed as well.
 */
const passing =
  /could not bind|could not create any TCP|pre-existing shared memory|startup process \(PID \d+\) was terminated by signal (9|15)/
const socketLocked = /lock file "[^"]*\.s\.PGSQL\.\d+\.lock" (already exists|is empty)/

/** The cluster's running postmaster, if any: an orphan, or another owner's. */
export function findRunning(directory: string): Postmaster | undefined {
  const file = readPidFile(directory)
  return file && isPostmasterOf(directory, file.pid) ? file : undefined
}

/**
 * Starts a postmaster on a cluster where none runs, and waits until it accepts connections. A restarted one keeps its
 * address, which clients know.
 *
 * @throws AnotherStarts, EmbeddedProblem
 */
export async function startPostmaster(site: Site, known?: Address): Promise<Postmaster> {
  const stale = readPidFile(site.directory)
  if (stale) disarm(site.directory, stale)
  if (stale && !known) removeSockets(stale)
  const socketDirectory = known?.socketDirectory ?? (await makeSocketDirectory(site.account))
  for (let attempt = 1; ; attempt++) {
    const outcome = await tryStart(site, { socketDirectory, port: known?.port ?? (await freePort()) })
    if (typeof outcome === 'object') return outcome
    if (outcome === killed) {
      if (!known) removeSockets({ socketDirectory })
      throw new AnotherStarts('PostgreSQL was killed while it started')
    }
    const isSocketLocked = socketLocked.test(outcome)
    // We own the directory and no postmaster runs on it, so the process in the socket's lock file doesn't use this
    // socket.
    if (isSocketLocked) removeSocketLock(socketDirectory)
    if (attempt === 20 || !(isSocketLocked || passing.test(outcome))) {
      if (!known) removeSockets({ socketDirectory })
      if (/lock file "postmaster\.pid" (is empty|already exists)/.test(outcome)) throw new AnotherStarts(outcome)
      throw new EmbeddedProblem(`PostgreSQL does not start on ${site.directory}:\n${outcome}`)
    }
    await sleep(250)
  }
}

/** Removes an empty pid file: its postmaster died during its start, and the file would block every other. */
export function removeEmptyPidFile(directory: string): void {
  const path = join(directory, 'postmaster.pid')
  if (existsSync(path) && statSync(path).size === 0) rmSync(path)
}

/** Fast shutdown: ends connections and writes everything, so that no recovery is needed. */
export async function stopPostmaster(
  site: Pick<Site, 'home' | 'directory' | 'binaries'>,
  postmaster: Postmaster,
): Promise<void> {
  const { pid } = postmaster
  requestStop(postmaster)
  if (process.platform === 'win32') {
    await run(site.binaries.pgCtl, ['stop', '--pgdata', site.directory, '--mode', 'fast', '--silent'], undefined)
  }
  for (let tries = 0; isPostmasterOf(site.directory, pid); tries++) {
    if (tries === 6000)
      throw new EmbeddedProblem(`PostgreSQL (pid ${pid}) does not stop; see ${site.home}/postgres.log`)
    await sleep(10)
  }
  removeSockets(postmaster)
}

/** Requests a fast shutdown without waiting. Windows has no such signal; there an orphan waits to be adopted. */
export function requestStop({ pid }: Postmaster): void {
  if (process.platform === 'win32') return
  try {
    process.kill(pid, 'SIGINT')
  } catch (error) {
    const hasEnded = (error as NodeJS.ErrnoException).code === 'ESRCH'
    if (!hasEnded) throw error
  }
}

/** Whether the server reports that it accepts connections. */
export const isReady = (directory: string) => pidLines(directory)[7]?.trim() === 'ready'

async function tryStart(site: Site, address: Address): Promise<Postmaster | string | typeof killed> {
  const { home, directory, account, binaries, durability } = site
  const logFile = join(home, 'postgres.log')
  rotate(logFile)
  const from = existsSync(logFile) ? statSync(logFile).size : 0
  const logTarget = openSync(logFile, 'a', 0o600)
  const settings = settingArguments(durability, {
    port: address.port,
    unix_socket_directories: address.socketDirectory,
    ...site.settings,
  })
  // Detached: Ctrl-C in the terminal reaches only our process, which stops it after the last request.
  const child = spawn(binaries.postgres, ['-D', directory, ...settings], {
    ...identity(account),
    detached: true,
    stdio: ['ignore', logTarget, logTarget],
  })
  closeSync(logTarget)
  let failure: string | typeof killed | undefined
  child.once('error', (error) => {
    failure = error.message
  })
  const onExit = (_: number | null, signal: NodeJS.Signals | null) => {
    failure = signal === 'SIGKILL' ? killed : readFileSync(logFile).subarray(from).toString()
  }
  child.once('exit', onExit)
  child.unref()
  while (failure === undefined) {
    const file = readPidFile(directory)
    if (file && file.pid === child.pid && isReady(directory)) {
      child.off('exit', onExit)
      return file
    }
    await sleep(5)
  }
  return failure
}

function pidLines(directory: string): string[] {
  try {
    return readFileSync(join(directory, 'postmaster.pid'), 'utf8').split('\n')
  } catch {
    return []
  }
}

function readPidFile(directory: string): Postmaster | undefined {
  const [pid, , , port, socketDirectory] = pidLines(directory)
  if (!Number(pid)) return undefined
  return { pid: Number(pid), port: Number(port), socketDirectory: socketDirectory ?? '' }
}

function isPostmasterOf(directory: string, pid: number): boolean {
  if (!isAlive(pid)) return false
  const command = commandOf(pid)
  // PostgreSQL works in its data directory; on Linux the working directory follows a move.
  if (process.platform === 'linux') return command.includes('postgres') && workingDirectoryOf(pid) === directory
  return command.includes(`-D ${directory} -c`)
}

/**
 * After a reboot the pid file may name an unrelated live process, and PostgreSQL would refuse to start. It ignores our
 * own pid, as its parent's. Deleting the file would also lose the shared memory key, which proves that no old backend
 * still writes.
 */
function disarm(directory: string, stale: Postmaster): void {
  if (!isAlive(stale.pid)) return
  const path = join(directory, 'postmaster.pid')
  writeFileSync(path, readFileSync(path, 'utf8').replace(/^\d+/, String(process.pid)))
}

const socketPrefix = '/tmp/greenroom-'

/** A socket path is limited to about 100 characters, so it cannot be in the data directory. */
async function makeSocketDirectory(account: Account | undefined): Promise<string> {
  if (process.platform === 'win32') return ''
  const path = await mkdtemp(socketPrefix)
  if (account) await chown(path, account.uid, account.gid)
  return path
}

const isOurs = (socketDirectory: string) =>
  socketDirectory.startsWith(socketPrefix) && !socketDirectory.slice(socketPrefix.length).includes('/')

/** The path comes from a file that PostgreSQL's account writes, so remove only folders of the expected form. */
function removeSockets({ socketDirectory }: Pick<Address, 'socketDirectory'>): void {
  if (isOurs(socketDirectory)) rmSync(socketDirectory, { recursive: true, force: true })
}

function removeSocketLock(socketDirectory: string): void {
  if (!isOurs(socketDirectory)) return
  for (const name of existsSync(socketDirectory) ? readdirSync(socketDirectory) : [])
    if (/^\.s\.PGSQL\.\d+(\.lock)?$/.test(name)) rmSync(join(socketDirectory, name), { force: true })
}

function freePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const probe = createServer()
    probe.once('error', reject)
    probe.listen(0, '127.0.0.1', () => {
      const address = probe.address()
      probe.close(() => (address && typeof address === 'object' ? resolve(address.port) : reject(new Error('no port'))))
    })
  })
}

const mostLogBytes = 10_000_000

function rotate(logFile: string): void {
  if (existsSync(logFile) && statSync(logFile).size > mostLogBytes) renameSync(logFile, `${logFile}.1`)
}

/**
 * The same while PostgreSQL writes to it: the file is copied and emptied, since the server keeps it open and appends. What is written in between,
 * some lines at most, is lost.
 */
export function turnLog(home: string, most = mostLogBytes): void {
  const logFile = join(home, 'postgres.log')
  if (!existsSync(logFile) || statSync(logFile).size <= most) return
  copyFileSync(logFile, `${logFile}.1`)
  truncateSync(logFile)
}
