// One PostgreSQL for the whole run, migrated once into templates from which every test file gets its own database.
import { chmod, mkdtemp, readdir, rm, statfs } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import type { TestProject } from 'vitest/node'
import { readPassword, superuser } from '../src/kit/embedded/cluster.ts'
import { openEmbedded } from '../src/kit/embedded/open.ts'
import { isAlive } from '../src/kit/embedded/process.ts'
import { migrate } from '../src/kit/migrate.ts'
import { removeInBackground } from './removed.ts'
import { copyOf, databaseAt, startTemplate, template, withClient } from './server.ts'
import { prepareStart } from './started.ts'

declare module 'vitest' {
  interface ProvidedContext {
    /** A test server database whose role may create databases. */
    serverUrl: string
    /** The same server as an administrator who may create roles; empty for an external server. */
    administratorUrl: string
    /** Name prefix of this run's databases. */
    databasePrefix: string
  }
}

type Server = { url: string; administratorUrl: string; close(): Promise<void> }

/** Prepares the server before the first test. @returns a function to call after the last. */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const prefix = `greenroom_test_${process.pid}_`
  const given = process.env['TEST_DATABASE_URL']
  const server = given ? lent(given, prefix) : await own()
  try {
    await withClient(server.url, async (client) => {
      for (const name of [template, startTemplate]) await client.query(`DROP DATABASE IF EXISTS ${name}`)
      await client.query(`CREATE DATABASE ${template}`)
      await migrate(databaseAt(server.url, template))
      await client.query(copyOf(startTemplate))
    })
    await prepareStart(databaseAt(server.url, startTemplate))
  } catch (error) {
    await server.close()
    throw error
  }
  project.provide('serverUrl', server.url)
  project.provide('administratorUrl', server.administratorUrl)
  project.provide('databasePrefix', prefix)
  return () => server.close()
}

/** Our own server, deleted as a whole with the databases that are left. */
async function own(): Promise<Server> {
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
      const pid = name.startsWith(folderName) ? Number.parseInt(name.slice(folderName.length), 10) : Number.NaN
      if (pid > 0 && !isAlive(pid)) await rm(join(folder, name), { recursive: true, force: true })
    }
}

function lent(url: string, prefix: string): Server {
  const close = () =>
    withClient(url, async (client) => {
      const { rows } = await client.query<{ name: string }>(
        'SELECT datname AS name FROM pg_database WHERE starts_with(datname, $1)',
        [prefix],
      )
      for (const { name } of [...rows, { name: template }, { name: startTemplate }]) {
        await client.query(`DROP DATABASE IF EXISTS ${pg.escapeIdentifier(name)} WITH (FORCE)`)
      }
    })
  return { url, administratorUrl: '', close }
}
