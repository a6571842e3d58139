// One PostgreSQL for the run, migrated once into a template from which every worker gets its own database.
import { migrate } from '../../server/src/kit/database/migrate.ts'
import { openRunServer } from '../../server/test/runServer.ts'
import { databaseAt, withClient } from '../../server/test/server.ts'
import { prepareTemplate } from './template.ts'

/** Prepares the server before the first test. @returns a function to call after the last. */
export default async function setup(): Promise<() => Promise<void>> {
  const template = `greenroom_e2e_${process.pid}`
  const server = await openRunServer(template)
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
