// One PostgreSQL for the run, migrated once into a template from which every worker gets its own database.
import { chmod, mkdtemp } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { openEmbedded } from '../../server/src/kit/embedded/open.ts'
import { migrate } from '../../server/src/kit/migrate.ts'
import { removeInBackground } from '../../server/test/removed.ts'
import { databaseAt, withClient } from '../../server/test/server.ts'
import { prepareTemplate } from './template.ts'

type Server = { url: string; close(): Promise<void> }

/** Prepares the server before the first test. @returns a function to call after the last. */
export default async function setup(): Promise<() => Promise<void>> {
  const template = `greenroom_e2e_${process.pid}`
  const given = process.env['TEST_DATABASE_URL']
  const server = given ? lent(given, template) : await own()
  try {
    await withClient(server.url, (client) => client.query(`CREATE DATABASE ${template}`))
    const url = databaseAt(server.url, template)
    await migrate(url)
    await prepareTemplate(url)
  } catch (error) {
    await server.close()
    throw error
  }
  // Workers are separate processes and inherit the environment.
  process.env['E2E_SERVER_URL'] = server.url
  process.env['E2E_TEMPLATE'] = template
  return () => server.close()
}

/** Our own server is deleted completely: dropping databases one by one takes longer. */
async function own(): Promise<Server> {
  // The prefix of databases that the server tests clean up after a kill.
  const dataDir = await mkdtemp(join(tmpdir(), `greenroom-test-${process.pid}-`))
  await chmod(dataDir, 0o755)
  const database = await openEmbedded({ dataDir, database: 'greenroom', durability: 'fast', log: () => {} })
  return {
    url: database.url,
    close: async () => {
      await database.stop()
      removeInBackground(database.location, dataDir)
    },
  }
}

function lent(url: string, template: string): Server {
  const close = () =>
    withClient(url, async (client) => {
      const { rows } = await client.query<{ name: string }>(
        'SELECT datname AS name FROM pg_database WHERE starts_with(datname, $1)',
        [template],
      )
      for (const { name } of rows) await client.query(`DROP DATABASE IF EXISTS "${name}" WITH (FORCE)`)
    })
  return { url, close }
}
