// The embedded database: a real PostgreSQL, started beside the server on the data directory, without setup.
import { setTimeout as sleep } from 'node:timers/promises'
import type pg from 'pg'
import { findBinaries } from './binaries.ts'
import { type Cluster, ensureCluster, rolePasswordOf } from './cluster.ts'
import { EmbeddedProblem } from './errors.ts'
import { lockDirectory } from './lock.ts'
import { ensureDatabase, role, takeOwnership, urlOf } from './owner.ts'
import { choosePlace, reachableRoot } from './place.ts'
import {
  AnotherStarts,
  findRunning,
  type Postmaster,
  removeEmptyPidFile,
  requestStop,
  type Site,
  startPostmaster,
  stopPostmaster,
  turnLog,
} from './postmaster.ts'
import type { Durability } from './settings.ts'
import { moveCluster } from './stranded.ts'
import { refuseUnfinished } from './unfinished.ts'

export { DirectoryInUse, EmbeddedProblem } from './errors.ts'

export type EmbeddedOptions = {
  dataDir: string
  database: string
  /** `fast` is for tests only: commits may not survive a power cut. */
  durability?: Durability
  log: (line: string) => void
}

export type Embedded = {
  /** Connects as the database's owner, who is no superuser. */
  url: string
  /** The directory of the database files. */
  location: string
  /** Ends all connections and stops PostgreSQL, with everything written. */
  stop(): Promise<void>
}

/**
 * Opens a data directory's embedded database, creating it on the first call, and keeps it running until `stop`. Adopts
 * a PostgreSQL left by a killed process.
 *
 * @throws `DirectoryInUse` if another live process has the directory, `EmbeddedProblem` for what the operator must fix.
 */
export async function openEmbedded({ dataDir, database, durability, log }: EmbeddedOptions): Promise<Embedded> {
  refuseUnfinished(dataDir)
  const { home, account, unreachable } = await choosePlace(dataDir)
  const lock = await lockDirectory(home)
  try {
    const binaries = await findBinaries(account, reachableRoot, log)
    if (unreachable) await moveCluster(unreachable, home, binaries, log)
    const sync = durability ?? 'durable'
    const cluster = await ensureCluster({ home, account, binaries, sync, log })
    const site = { home, directory: cluster.directory, account, binaries, durability: sync }
    const holding = await hold(site, cluster, log)
    const rolePassword = rolePasswordOf(cluster.password)
    await lasting(() => ensureDatabase(holding.owner(), database, rolePassword))
    return {
      url: urlOf(holding.address, role, rolePassword, database),
      location: home,
      stop: async () => {
        await holding.stop()
        lock.release()
      },
    }
  } catch (error) {
    lock.release()
    throw error
  }
}

/** How often the size of its log is looked at. */
const turnEveryMs = 60_000

/** Keeps a postmaster running and owned; one that dies is restarted at the same address. */
async function hold(site: Site, cluster: Cluster, log: (line: string) => void) {
  let { postmaster, owner } = await seize(site, cluster, log)
  let ended: Promise<void> | undefined
  let stopping = false

  const watch = () => {
    owner.once('end', () => {
      if (!stopping) ended = revive()
    })
  }
  const revive = async () => {
    log('PostgreSQL stopped unexpectedly; starting it again')
    while (!stopping) {
      try {
        ;({ postmaster, owner } = await seize(site, cluster, log, postmaster))
        return watch()
      } catch (error) {
        log(`PostgreSQL could not be started again: ${error instanceof Error ? error.message : String(error)}`)
        await sleep(1000)
      }
    }
  }

  // A process that exits without a `stop` must leave no orphan: PostgreSQL then shuts down by itself.
  const onExit = () => requestStop(postmaster)
  process.once('exit', onExit)
  watch()
  const turning = setInterval(() => turnLog(site.home), turnEveryMs).unref()
  return {
    address: { port: postmaster.port, socketDirectory: postmaster.socketDirectory },
    owner: () => owner,
    stop: async () => {
      stopping = true
      clearInterval(turning)
      process.off('exit', onExit)
      await ended
      await stopPostmaster(site, postmaster)
    },
  }
}

/** Retries `work` while PostgreSQL restarts: it may be killed before the first connection too. */
async function lasting(work: () => Promise<void>): Promise<void> {
  for (const deadline = performance.now() + 60_000; ; await sleep(50)) {
    try {
      return await work()
    } catch (error) {
      if (!isPassing(error) || performance.now() > deadline) throw error
    }
  }
}

type OwnedCluster = { postmaster: Postmaster; owner: pg.Client }

/** Adopts the cluster's running postmaster, or starts one, and takes ownership. */
async function seize(
  site: Site,
  cluster: Cluster,
  log: (line: string) => void,
  known?: Postmaster,
): Promise<OwnedCluster> {
  const began = performance.now()
  while (performance.now() < began + 60_000) {
    try {
      const running = findRunning(site.directory)
      const postmaster = running ?? (await startPostmaster(site, known))
      const owner = await takeOwnership(cluster, postmaster, site.home)
      if (running && !known) log(`Adopted the PostgreSQL (pid ${running.pid}) that an earlier run left behind`)
      return { postmaster, owner }
    } catch (error) {
      if (!isPassing(error)) throw error
      // An orphan started before us has written its pid by now.
      if (error instanceof AnotherStarts && performance.now() > began + 3_000) removeEmptyPidFile(site.directory)
      await sleep(50)
    }
  }
  throw new EmbeddedProblem(`PostgreSQL on ${site.directory} takes no connections; see ${site.home}/postgres.log`)
}

/** Errors of a server that is starting or stopping. */
function isPassing(error: unknown): boolean {
  if (error instanceof AnotherStarts) return true
  const code = error instanceof Error && 'code' in error ? error.code : undefined
  const passing = ['57P01', '57P02', '57P03', 'ECONNREFUSED', 'ENOENT', 'ECONNRESET', 'EPIPE']
  const words = /terminated unexpectedly|timeout expired|not queryable|Connection terminated/
  return passing.includes(String(code)) || (error instanceof Error && words.test(error.message))
}
