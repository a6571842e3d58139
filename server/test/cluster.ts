// One PostgreSQL for the whole run, migrated once into templates from which every test file gets its own database.
import type { TestProject } from 'vitest/node'
import { migrate } from '../src/kit/database/migrate.ts'
import { openReasons } from './answered.ts'
import { openRunServer } from './runServer.ts'
import {
  applicationRole,
  copyOf,
  databaseAt,
  makeApplicationRole,
  startTemplate,
  template,
  withClient,
} from './server.ts'
import { prepareStart } from './started.ts'

declare module 'vitest' {
  interface ProvidedContext {
    /** A test server database whose role may create databases. */
    serverUrl: string
    /** The same server as an administrator who may create roles; empty for an external server. */
    administratorUrl: string
    /** Name prefix of this run's databases. */
    databasePrefix: string
    /** Where each worker notes which reasons it was answered. */
    reasonsFolder: string
  }
}

/** Prepares the server before the first test. @returns a function to call after the last. */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const prefix = `greenroom_test_${process.pid}_`
  const server = await openRunServer(prefix, [template, startTemplate])
  try {
    // A server that is lent may have it already, or refuses it: then the products of tests can't start, and say so.
    await withClient(server.administratorUrl || server.url, (client) => makeApplicationRole(client, server.url))
    await withClient(server.url, async (client) => {
      for (const name of [template, startTemplate]) await client.query(`DROP DATABASE IF EXISTS ${name}`)
      await client.query(`CREATE DATABASE ${template}`)
      await migrate(databaseAt(server.url, template), undefined, { role: applicationRole })
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
  const answered = openReasons(project)
  project.provide('reasonsFolder', answered.folder)
  return async () => {
    await server.close()
    await answered.close()
  }
}
