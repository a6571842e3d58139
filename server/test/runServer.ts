// The PostgreSQL of a test run: its own, or a given one.
import { chmod, mkdtemp, readdir, rm, statfs } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { readPassword, superuser } from '../src/kit/embedded/cluster.ts'
import { openEmbedded } from '../src/kit/embedded/embedded.open.ts'
import { isAlive } from '../src/kit/embedded/process.ts'
import { removeInBackground } from './removed.ts'
import { withClient } from './server.ts'

/** `administratorUrl` is the same server as a user who may create roles; empty for a given one. */
export type RunServer = { url: string; administratorUrl: string; close(): Promise<void> }

/**
 * Starts a server, or uses that of `TEST_DATABASE_URL`.
 *
 * @param prefix begins the names of the run's databases, which closing removes from a given server, with the templates.
 */
export async function openRunServer(prefix: string, templates: readonly string[] = []): Promise<RunServer> {
  const given = process.env['TEST_DATABASE_URL']
  return given ? lent(given, prefix, templates) : own()
}

/** Our own server, deleted as a whole with the databases that are left. */
async function own(): Promise<RunServer> {
  await sweep()
  const dataDir = await mkdtemp(join(await roomyFolder(), `${folderName}${process.pid}-`))
  // PostgreSQL's account may traverse it, so that the files of a killed run are here and nowhere else.
  await chmod(dataDir, 0o755)
  const database = await openEmbedded({ dataDir, database: 'greenroom', durability: 'fast', log: () => {} })
  const close = async () => {
    await database.stop()
    removeInBackground(database.location, dataDir)
  }
  const administrator = new URL(database.url)
  administrator.username = superuser
  administrator.password = readPassword(join(database.location, 'cluster'))
  return { url: database.url, administratorUrl: administrator.href, close }
}

const folderName = 'greenroom-test-'
const ofARun = /^greenroom-test-(\d+)-/

/** Linux's file system in memory: a database of some 1,850 files takes half the processor time to copy there, and a third to remove. */
const memory = '/dev/shm'
const needed = 4 * 2 ** 30

/** In memory if there is much more of it than the databases of running files take, which is less than half a gibibyte. */
async function roomyFolder(): Promise<string> {
  if (process.platform !== 'linux') return tmpdir()
  const { bavail, bsize } = await statfs(memory).catch(() => ({ bavail: 0, bsize: 0 }))
  return Math.min(bavail * bsize, process.availableMemory()) > needed ? memory : tmpdir()
}

/** Removes leftovers of killed runs; their PostgreSQL exits once its files are missing. */
async function sweep(): Promise<void> {
  for (const folder of [tmpdir(), memory])
    for (const name of await readdir(folder).catch(() => [])) {
      // Folders of products have letters and digits after the same name, and perhaps digits first.
      const [, pid] = ofARun.exec(name) ?? []
      if (pid !== undefined && !isAlive(Number(pid))) await rm(join(folder, name), { recursive: true, force: true })
    }
}

function lent(url: string, prefix: string, templates: readonly string[]): RunServer {
  const close = () =>
    withClient(url, async (client) => {
      const { rows } = await client.query<{ name: string }>(
        'SELECT datname AS name FROM pg_database WHERE starts_with(datname, $1)',
        [prefix],
      )
      for (const name of new Set([...rows.map(({ name }) => name), ...templates]))
        await client.query(`DROP DATABASE IF EXISTS ${pg.escapeIdentifier(name)} WITH (FORCE)`)
    })
  return { url, administratorUrl: '', close }
}
