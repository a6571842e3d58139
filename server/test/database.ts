import { randomBytes } from 'node:crypto'
import type pg from 'pg'
import { inject } from 'vitest'
import { copyOf, databaseAt, template, withClient } from './server.ts'

/** This worker's databases: of the file that runs, and of files that have ended. */
const made: string[] = []
const ended: string[] = []

/** A migrated database for the caller, usually one per test file. Dropped some time after the file. */
export async function freshDatabase(from: string = template): Promise<{ url: string }> {
  const serverUrl = inject('serverUrl')
  const name = `${inject('databasePrefix')}${randomBytes(6).toString('hex')}`
  await withClient(serverUrl, async (client) => {
    await dropEnded(client)
    await client.query(copyOf(name, from))
  })
  made.push(name)
  return { url: databaseAt(serverUrl, name) }
}

/** After each file, see `databases.setup.ts`: its databases are dropped before the worker makes the next. */
export function endDatabases(): void {
  ended.push(...made.splice(0))
}

/** Leaves those with a connection, for which PostgreSQL would wait: the file may have closed them this moment. */
async function dropEnded(client: pg.Client): Promise<void> {
  const names = ended.splice(0)
  const { rows } = await client.query<{ name: string }>(
    `SELECT datname AS name FROM pg_database
      WHERE datname = ANY ($1) AND oid NOT IN (SELECT datid FROM pg_stat_activity WHERE datid IS NOT NULL)`,
    [names],
  )
  const unused = rows.map(({ name }) => name)
  ended.push(...names.filter((name) => !unused.includes(name)))
  for (const name of unused) await client.query(`DROP DATABASE ${name}`)
}
