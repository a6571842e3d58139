import { randomBytes } from 'node:crypto'
import { inject } from 'vitest'
import { copyOf, databaseAt, withClient } from './server.ts'

/** A migrated database for the caller, usually one per test file. Dropped when the run ends. */
export async function freshDatabase(): Promise<{ url: string }> {
  const serverUrl = inject('serverUrl')
  const name = `${inject('databasePrefix')}${randomBytes(6).toString('hex')}`
  await withClient(serverUrl, (client) => client.query(copyOf(name)))
  return { url: databaseAt(serverUrl, name) }
}
