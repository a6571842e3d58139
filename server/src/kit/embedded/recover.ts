// Restores a cluster from a backup: unpacked to a temporary folder, recovered from the archived WAL up to a moment,
// then renamed.
import { existsSync, mkdirSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { chmod, mkdir, rename, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { findBinaries } from './binaries.ts'
import { readPassword, refuseOtherMajor, rolePasswordOf, superuser, syncDirectory } from './cluster.ts'
import { run } from './embedded.run.ts'
import { EmbeddedProblem } from './errors.ts'
import { makeUnfinished, sweepOwned } from './leftovers.ts'
import { lockDirectory } from './lock.ts'
import { ensureDatabase, role, urlOf } from './owner.ts'
import { choosePlace, knownHome, reachableRoot } from './place.ts'
import { findRunning, requestStop, startPostmaster, stopPostmaster } from './postmaster.ts'
import { unfinishedRestore } from './unfinished.ts'

export type Recovery = {
  /** Must be empty or missing. */
  dataDir: string
  database: string
  /** The recovery target; by default the end of the WAL. */
  to: Date | undefined
  /** Fills the cluster folder: its files, `backup_label`, and the WAL in `pg_wal`. */
  fill: (cluster: string) => Promise<void>
  /** Checks and marks the recovered database. An error aborts the restore. */
  finish: (urls: { owner: string; superuser: string }) => Promise<void>
  log: (line: string) => void
  /** Settings of PostgreSQL while it recovers. */
  settings?: Record<string, string>
}

/** PostgreSQL's messages for WAL that ends before the target. */
const tooShort = /recovery ended before configured recovery target was reached/

/**
 * Recovers a cluster into an empty data directory and stops it.
 *
 * @returns the database's location.
 * @throws EmbeddedProblem if the directory is not empty, or the WAL ends before the target.
 */
export async function recoverCluster({
  dataDir,
  database,
  to,
  fill,
  finish,
  log,
  settings = {},
}: Recovery): Promise<string> {
  if (existsSync(dataDir) && readdirSync(dataDir).length > 0)
    throw new EmbeddedProblem(`${dataDir} is not empty. A restore needs an empty folder: choose another one.`)
  mkdirSync(dataDir, { recursive: true })
  writeFileSync(unfinishedRestore(dataDir), '')
  const { home, account } = await choosePlace(dataDir)
  const lock = await lockDirectory(home)
  try {
    const binaries = await findBinaries(account, reachableRoot, log)
    await sweepOwned(home)
    const unfinished = await makeUnfinished(home)
    const directory = join(unfinished, 'cluster')
    await chmod(unfinished, account ? 0o711 : 0o700)
    await mkdir(directory, { mode: 0o700 })
    await fill(directory)
    refuseOtherMajor(directory, binaries.major)
    await writeFile(join(directory, 'postgresql.auto.conf'), '')
    await writeFile(join(directory, 'recovery.signal'), '')
    if (account) await giveAway(directory, account)

    const site = {
      home,
      directory,
      account,
      binaries,
      durability: 'durable' as const,
      settings: { ...settingsOf(to), ...settings },
    }
    // A command that is ended leaves no PostgreSQL behind, whatever it was doing.
    const onExit = () => stopLeft(directory)
    process.once('exit', onExit)
    const postmaster = await startPostmaster(site).catch((error: unknown) => {
      if (!tooShort.test(String(error))) throw error
      throw new EmbeddedProblem(
        `The archived log ends before ${to?.toISOString()}. Take what is missing from the running database with ` +
          '"npm run backup -- --log", or restore to an earlier time.',
      )
    })
    try {
      const password = readPassword(directory)
      const urls = {
        owner: urlOf(postmaster, role, rolePasswordOf(password), database),
        superuser: urlOf(postmaster, superuser, password, database),
      }
      await ensureRole(urls.superuser, database, rolePasswordOf(password))
      await finish(urls)
    } finally {
      await stopPostmaster(site, postmaster)
      process.off('exit', onExit)
    }
    await rename(directory, join(home, 'cluster'))
    await syncDirectory(home)
    await rm(unfinished, { recursive: true, force: true })
    rmSync(unfinishedRestore(dataDir))
    return home
  } finally {
    lock.release()
  }
}

/** Asks a PostgreSQL that runs on a cluster to end. @returns whether one did */
function stopLeft(cluster: string): boolean {
  const running = findRunning(cluster)
  if (running) requestStop(running)
  return running !== undefined
}

/** Where its database is or was; the folder that a note names may be gone already. */
function homeOf(dataDir: string): string {
  try {
    return knownHome(dataDir)
  } catch {
    return join(dataDir, 'postgres')
  }
}

/**
 * Removes what a restore left or made in a data directory, with its database, wherever that is. A PostgreSQL that a killed restore left there
 * is ended first. Only for a folder that nothing else uses.
 */
export async function removeRecovered(dataDir: string): Promise<void> {
  if (!existsSync(dataDir)) return
  const home = homeOf(dataDir)
  const clusters = existsSync(home)
    ? [
        'cluster',
        ...readdirSync(home)
          .filter((name) => name.startsWith('unfinished-'))
          .map((name) => join(name, 'cluster')),
      ]
    : []
  for (const name of clusters) {
    const cluster = join(home, name)
    for (let tries = 0; stopLeft(cluster) && tries < 3_000; tries++) await sleep(10)
  }
  await rm(home, { recursive: true, force: true, maxRetries: 10, retryDelay: 100 })
  // A folder that systemd gave is mounted: it stays, empty.
  await rm(dataDir, { recursive: true, force: true }).catch((error: NodeJS.ErrnoException) => {
    if (error.code !== 'EBUSY') throw error
  })
}

/** A backup of an older version has the role with another password. */
async function ensureRole(superuserUrl: string, database: string, password: string): Promise<void> {
  const client = new pg.Client({ connectionString: superuserUrl })
  await client.connect()
  try {
    await ensureDatabase(client, database, password)
  } finally {
    await client.end()
  }
}

async function giveAway(directory: string, { uid, gid }: { uid: number; gid: number }): Promise<void> {
  const { code, output } = await run('chown', ['-R', `${uid}:${gid}`, directory], undefined)
  if (code !== 0) throw new Error(output)
}

/** The WAL is in `pg_wal`, where PostgreSQL looks when the mandatory restore command finds nothing. */
const settingsOf = (to: Date | undefined): Record<string, string> => ({
  archive_mode: 'off',
  hot_standby: 'off',
  restore_command: 'exit 1',
  recovery_target_timeline: 'current',
  ...(to && { recovery_target_time: to.toISOString().replace('Z', '+00'), recovery_target_action: 'promote' }),
})
