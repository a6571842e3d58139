// Checks at start whether the database server is usable, and reports a problem in one line.
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'

/** The server is unreachable or too old; `message` says which and what to do. */
export class UnusableServer extends Error {}

const oldest = 17

type Found = { version: string; reads: 'on' | 'off' }

async function lookAt(url: string): Promise<Found> {
  const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: 10_000 })
  try {
    await client.connect()
    const { rows } = await client.query<Found>(
      `select current_setting('server_version_num') as version, current_setting('transaction_read_only') as reads`,
    )
    return rows[0]!
  } catch (error) {
    throw new UnusableServer(`Couldn't connect to the database of DATABASE_URL: ${(error as Error).message}`, {
      cause: error,
    })
  } finally {
    await client.end().catch(() => {})
  }
}

/**
 * Checks the version, and waits while the server can only be read, as a standby until it is promoted.
 *
 * @param onWait is told once that it waits
 * @throws UnusableServer if nothing answers, the log-in fails, or the server is older than PostgreSQL 17.
 */
export async function checkServer(url: string, onWait = console.warn, everyMs = 1_000): Promise<void> {
  for (let waits = false; ; waits = true) {
    const { version, reads } = await lookAt(url)
    const major = Math.floor(Number(version) / 10_000)
    if (major < oldest)
      throw new UnusableServer(`DATABASE_URL is PostgreSQL ${major}; Greenroom needs ${oldest} or newer.`)
    if (reads === 'off') return
    if (!waits)
      onWait(
        'The database of DATABASE_URL can only be read, as a standby is: the start goes on when it is promoted. ' +
          'If it is not to be, stop this and set DATABASE_URL to the primary.',
      )
    await sleep(everyMs)
  }
}
