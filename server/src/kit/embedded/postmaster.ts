// PostgreSQL's first process: reading its pid file, starting, awaiting and stopping it.
import { spawn } from 'node:child_process'
import {
  closeSync,
  existsSync,
  openSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { chown, mkdtemp } from 'node:fs/promises'
import { createServer } from 'node:net'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Account } from './account.ts'
import type { Binaries } from './binaries.ts'
import { EmbeddedProblem } from './errors.ts'
import { commandOf, isAlive, workingDirectoryOf } from './process.ts'
import { identity, run } from './run.ts'
import { type Durability, settingArguments } from './settings.ts'

export type Address = { port: number; socketDirectory: string }
export type Postmaster = Address & { pid: number }

/** Another postmaster is on its way up on this cluster, or died as it began: look again whether it runs. */
export class AnotherStarts extends Error {}

export type Ground = {
  home: string
  directory: string
  account: Account | undefined
  binaries: Binaries
  durability: Durability
  /** Settings of this start alone. */
  settings?: Record<string, string>
}

/** In place of what a postmaster said: something killed it. */
const killed = Symbol('killed')

/**
 * Another program may take the port between the choice and its use; backends of a killed postmaster end soon; and what
 * replays the log may be killed as well.
 */
const passing =
  /could not bind|could not create any TCP|pre-existing shared memory|startup process \(PID \d+\) was terminated by signal (9|15)/
const socketLocked = /lock file "[^"]*\.s\.PGSQL\.\d+\.lock" (already exists|is empty)/

/** The postmaster that runs on this cluster, if one does: an orphan, or another's. */
export function findRunning(directory: string): Postmaster | undefined {
  const file = readPidFile(directory)
  return file && isPostmasterOf(directory, file.pid) ? file : undefined
}

/**
 * Starts a postmaster on a cluster where none runs, and answers once it accepts connections.
 * One that is started again in place of another takes the address that its clients know.
 *
 * @throws AnotherStarts, EmbeddedProblem
 */
export async function startPostmaster(ground: Ground, known?: Address): Promise<Postmaster> {
  const stale = readPidFile(ground.directory)
  if (stale) disarm(ground.directory, stale)
  if (stale && !known) removeSockets(stale)
  const socketDirectory = known?.socketDirectory ?? (await makeSocketDirectory(ground.account))
  for (let attempt = 1; ; attempt++) {
    const outcome = await tryStart(ground, { socketDirectory, port: known?.port ?? (await freePort()) })
    if (typeof outcome === 'object') return outcome
    if (outcome === killed) {
      if (!known) removeSockets({ socketDirectory })
      throw new AnotherStarts('PostgreSQL was killed while it started')
    }
    const isSocketLocked = socketLocked.test(outcome)
    // The directory is ours and no postmaster runs on it, so whoever the lock names is no longer at this socket.
    if (isSocketLocked) removeSocketLock(socketDirectory)
    if (attempt === 20 || !(isSocketLocked || passing.test(outcome))) {
      if (!known) removeSockets({ socketDirectory })
      if (/lock file "postmaster\.pid" (is empty|already exists)/.test(outcome)) throw new AnotherStarts(outcome)
      throw new EmbeddedProblem(`PostgreSQL does not start on ${ground.directory}:\n${outcome}`)
    }
    await sleep(250)
  }
}

/** Removes a pid file that a postmaster made and never wrote: it died as it began, and none would start again. */
export function removeEmptyPidFile(directory: string): void {
  const path = join(directory, 'postmaster.pid')
  if (existsSync(path) && statSync(path).size === 0) rmSync(path)
}

/** Stops a postmaster the fast way: connections are ended, everything is written, and nothing is to recover later. */
export async function stopPostmaster(
  ground: Pick<Ground, 'home' | 'directory' | 'binaries'>,
  postmaster: Postmaster,
): Promise<void> {
  const { pid } = postmaster
  requestStop(postmaster)
  if (process.platform === 'win32') {
    await run(ground.binaries.pgCtl, ['stop', '--pgdata', ground.directory, '--mode', 'fast', '--silent'], undefined)
  }
  for (let tries = 0; isPostmasterOf(ground.directory, pid); tries++) {
    if (tries === 6000)
      throw new EmbeddedProblem(`PostgreSQL (pid ${pid}) does not stop; see ${ground.home}/postgres.log`)
    await sleep(10)
  }
  removeSockets(postmaster)
}

/** Asks for a fast shutdown without awaiting it. Windows has no such signal; there an orphan waits to be adopted. */
export function requestStop({ pid }: Postmaster): void {
  if (process.platform === 'win32') return
  try {
    process.kill(pid, 'SIGINT')
  } catch (error) {
    const hasEnded = (error as NodeJS.ErrnoException).code === 'ESRCH'
    if (!hasEnded) throw error
  }
}

/** Whether the server says of itself that it takes connections. */
export const isReady = (directory: string) => pidLines(directory)[7]?.trim() === 'ready'

async function tryStart(ground: Ground, address: Address): Promise<Postmaster | string | typeof killed> {
  const { home, directory, account, binaries, durability } = ground
  const logFile = join(home, 'postgres.log')
  rotate(logFile)
  const from = existsSync(logFile) ? statSync(logFile).size : 0
  const logTarget = openSync(logFile, 'a', 0o600)
  const settings = settingArguments(durability, {
    port: address.port,
    unix_socket_directories: address.socketDirectory,
    ...ground.settings,
  })
  // Detached: Ctrl-C in the terminal reaches only ourselves, and we stop it after the last request is answered.
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
  // PostgreSQL works in its data directory, and there Linux follows a directory that is moved under it.
  if (process.platform === 'linux') return command.includes('postgres') && workingDirectoryOf(pid) === directory
  return command.includes(`-D ${directory} -c`)
}

/**
 * After a reboot the pid file may name some unrelated process that lives, and PostgreSQL would refuse to start.
 * Our own pid is one it disregards, as its parent's; deleting the file would also lose the shared memory's key in it,
 * by which it makes sure that no process of the old server still writes.
 */
function disarm(directory: string, stale: Postmaster): void {
  if (!isAlive(stale.pid)) return
  const path = join(directory, 'postmaster.pid')
  writeFileSync(path, readFileSync(path, 'utf8').replace(/^\d+/, String(process.pid)))
}

const socketPrefix = '/tmp/greenroom-'

/** A path to a socket may have about 100 characters, so it cannot lie in the data directory. */
async function makeSocketDirectory(account: Account | undefined): Promise<string> {
  if (process.platform === 'win32') return ''
  const path = await mkdtemp(socketPrefix)
  if (account) await chown(path, account.uid, account.gid)
  return path
}

const isOurs = (socketDirectory: string) =>
  socketDirectory.startsWith(socketPrefix) && !socketDirectory.slice(socketPrefix.length).includes('/')

/** The path comes from a file that PostgreSQL's account writes, so nothing but such a folder is removed on its word. */
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

function rotate(logFile: string): void {
  const limit = 10_000_000
  if (existsSync(logFile) && statSync(logFile).size > limit) renameSync(logFile, `${logFile}.1`)
}
