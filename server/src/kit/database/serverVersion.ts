// Checks at start whether the database server is usable, and reports a problem in one line.
import pg from 'pg'

/** The server is unreachable or too old; `message` says which and what to do. */
export class UnusableServer extends Error {}

const oldest = 17

/**
 * Connects once and checks the version.
 *
 * @throws UnusableServer if nothing answers, the log-in fails, or the server is older than PostgreSQL 17.
 */
export async function checkServer(url: string): Promise<void> {
  const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: 10_000 })
  try {
    await client.connect()
    const { rows } = await client.query<{ server_version_num: string }>('show server_version_num')
    const major = Math.floor(Number(rows[0]?.server_version_num) / 10_000)
    if (major < oldest)
      throw new UnusableServer(`DATABASE_URL is PostgreSQL ${major}; Greenroom needs ${oldest} or newer.`)
  } catch (error) {
    if (error instanceof UnusableServer) throw error
    throw new UnusableServer(`Couldn't connect to the database of DATABASE_URL: ${(error as Error).message}`, {
      cause: error,
    })
  } finally {
    await client.end().catch(() => {})
  }
}
