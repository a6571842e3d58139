// Takes the embedded database from one major version of PostgreSQL to the installed one: the old cluster is started by its own programs, a new
// one is made beside it, rows are copied and proved, then the two change names. The old one stays, as `cluster-17`.
import { existsSync, readFileSync } from 'node:fs'
import { chmod, chown, mkdir, rename, rm } from 'node:fs/promises'
import { join } from 'node:path'
import pg from 'pg'
import { type Binaries, findBinaries } from './binaries.ts'
import { type Cluster, ensureCluster, readPassword, rolePasswordOf, superuser, syncDirectory } from './cluster.ts'
import { copyRows } from './copyRows.ts'
import { EmbeddedProblem } from './errors.ts'
import { makeUnfinished, sweepOwned } from './leftovers.ts'
import { lockDirectory } from './lock.ts'
import { ensureDatabase, role, urlOf } from './owner.ts'
import { choosePlace, knownHome, reachableRoot } from './place.ts'
import { findRunning, type Postmaster, type Site, startPostmaster, stopPostmaster } from './postmaster.ts'

/** The major version that made a data directory's cluster; undefined if it has none. */
export function majorOf(dataDir: string): string | undefined {
  const path = join(knownHome(dataDir), 'cluster', 'PG_VERSION')
  return existsSync(path) ? readFileSync(path, 'utf8').trim() : undefined
}

type Urls = { owner: string; superuser: string }

export type Upgrade = {
  dataDir: string
  database: string
  /** The programs that made the old cluster. */
  programs: Binaries
  /** Brings the old database to this release. */
  prepare: (urls: Urls) => Promise<void>
  /** Makes the schema of this release in the new one. */
  make: (urls: Urls) => Promise<void>
  /** Marks and proves the new one; an error ends the upgrade, and the old one stays as it is. */
  prove: (urls: Urls) => Promise<void>
  log: (line: string) => void
}

/**
 * @returns where the old cluster is now
 * @throws EmbeddedProblem; `DirectoryInUse` while a server runs on it
 */
export async function upgradeCluster(options: Upgrade): Promise<string> {
  const { dataDir, database, programs, prepare, make, prove, log } = options
  const { home, account } = await choosePlace(dataDir)
  const lock = await lockDirectory(home)
  try {
    const directory = join(home, 'cluster')
    if (findRunning(directory)) throw new EmbeddedProblem(`PostgreSQL runs on ${directory}: stop Greenroom first.`)
    const version = readFileSync(join(directory, 'PG_VERSION'), 'utf8').trim()
    if (version !== programs.major)
      throw new EmbeddedProblem(
        `The database was created by PostgreSQL ${version}, and the programs given are of ${programs.major}.`,
      )
    const kept = join(home, `cluster-${version}`)
    if (existsSync(kept)) throw new EmbeddedProblem(`${kept} is there already: move it away first.`)
    await sweepOwned(home)
    const made = await makeUnfinished(home)
    await chmod(made, account ? 0o711 : 0o700)
    const folder = join(made, 'exchange')
    await mkdir(folder, { mode: 0o700 })
    if (account) await Promise.all([made, folder].map((path) => chown(path, account.uid, account.gid)))
    const binaries = await findBinaries(account, reachableRoot, log)
    const cluster = await ensureCluster({ home: made, account, binaries, sync: 'durable', log })
    const common = { account, durability: 'durable' as const, settings: { archive_mode: 'off' } }
    const [before, after]: [Site, Site] = [
      { ...common, home, directory, binaries: programs },
      { ...common, home: made, directory: cluster.directory, binaries },
    ]
    const old = await opened(before, { directory, password: readPassword(directory) }, database)
    try {
      await prepare(old.urls)
      const anew = await opened(after, cluster, database)
      try {
        await make(anew.urls)
        log('Copying all rows …')
        const { tables, rows } = await withBoth(old.urls.superuser, anew.urls.superuser, (from, to) =>
          copyRows({ from, to, owner: role, folder }),
        )
        log(`${rows} rows of ${tables} tables were copied.`)
        await prove(anew.urls)
      } finally {
        await anew.stop()
      }
    } finally {
      await old.stop()
    }
    await rename(directory, kept)
    await rename(cluster.directory, directory)
    await syncDirectory(home)
    await rm(made, { recursive: true, force: true })
    return kept
  } finally {
    lock.release()
  }
}

async function opened(site: Site, { password }: Cluster, database: string) {
  const postmaster = await startPostmaster(site)
  const rolePassword = rolePasswordOf(password)
  const urls = {
    owner: urlOf(postmaster, role, rolePassword, database),
    superuser: urlOf(postmaster, superuser, password, database),
  }
  await makeDatabase(postmaster, password, rolePassword, database).catch(async (error: unknown) => {
    await stopPostmaster(site, postmaster)
    throw error
  })
  return { urls, stop: () => stopPostmaster(site, postmaster) }
}

async function makeDatabase(postmaster: Postmaster, password: string, rolePassword: string, database: string) {
  const client = new pg.Client({ connectionString: urlOf(postmaster, superuser, password, 'postgres') })
  await client.connect()
  try {
    await ensureDatabase(client, database, rolePassword)
  } finally {
    await client.end()
  }
}

async function withBoth<T>(from: string, to: string, work: (from: pg.Client, to: pg.Client) => Promise<T>): Promise<T> {
  const clients = [from, to].map((url) => new pg.Client({ connectionString: url })) as [pg.Client, pg.Client]
  try {
    for (const client of clients) await client.connect()
    return await work(...clients)
  } finally {
    await Promise.all(clients.map((client) => client.end()))
  }
}
