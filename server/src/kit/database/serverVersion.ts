// Checks at start whether the database server and a pooler before it are usable, and reports a problem in one line.
import { setTimeout as sleep } from 'node:timers/promises'
import { newDigits } from '../random.ts'
import { HostedClient } from '../standby/hostedClient.ts'
import { NoPrimary } from '../standby/hosts.ts'

/** The server is unreachable or too old; `message` says which and what to do. */
export class UnusableServer extends Error {}

const oldest = 17

type Found = { version: string; reads: 'on' | 'off' }

/** @returns null if it has several hosts, of which some can only be read and none takes writes */
async function lookAt(url: string): Promise<Found | null> {
  const client = new HostedClient({ connectionString: url, connectionTimeoutMillis: 10_000 })
  try {
    await client.connect()
    const { rows } = await client.query<Found>(
      `select current_setting('server_version_num') as version, current_setting('transaction_read_only') as reads`,
    )
    return rows[0]!
  } catch (error) {
    if (error instanceof NoPrimary && error.isReadable) return null
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
    const found = await lookAt(url)
    const major = Math.floor(Number(found?.version) / 10_000)
    if (major < oldest)
      throw new UnusableServer(`DATABASE_URL is PostgreSQL ${major}; Greenroom needs ${oldest} or newer.`)
    if (found?.reads === 'off') return
    if (!waits)
      onWait(
        'The database of DATABASE_URL can only be read, as a standby is: the start goes on when it is promoted. ' +
          'If it is not to be, stop this and set DATABASE_URL to the primary.',
      )
    await sleep(everyMs)
  }
}

/** A connection as the probe uses it. */
export type ProbeClient = {
  query(statement: string | { name: string; text: string }): Promise<unknown>
  end(): Promise<void>
}

const noPrepared =
  'The pooler of DATABASE_URL does not keep prepared statements, so calls would fail at random. It must be PgBouncer 1.21 or newer with ' +
  'max_prepared_statements above 0, or DATABASE_URL must lead to PostgreSQL itself (docs/operating.md, "Several processes").'

/** What a server answers for a statement that it does not know, or knows already. */
const isUnknownStatement = (error: unknown) => ['26000', '42P05'].includes((error as { code?: string }).code ?? '')

/**
 * Checks that a statement which one transaction prepared is known to the next one, also if a pooler gives that to another connection of the
 * server: the connection that prepared it is kept busy meanwhile.
 *
 * @param open makes a connection by the way that calls go
 * @throws UnusableServer if not
 */
export async function checkPrepared(open: () => Promise<ProbeClient>, withinMs = 5_000): Promise<void> {
  const [one, other] = await Promise.all([open(), open()])
  const statement = { name: `probe_${newDigits(9)}`, text: 'select 1' }
  const freed = new AbortController()
  try {
    await one.query('begin')
    await one.query(statement)
    await one.query('commit')
    await other.query('begin')
    await other.query('select 1')
    // A pooler with a single connection gives it to one at a time: then the statement is always known.
    const free = sleep(withinMs, undefined, { signal: freed.signal }).then(
      () => other.query('commit'),
      () => undefined,
    )
    await one.query('begin')
    await one.query(statement)
    await one.query('commit')
    freed.abort()
    await free
  } catch (error) {
    if (isUnknownStatement(error)) throw new UnusableServer(noPrepared, { cause: error })
    throw error
  } finally {
    freed.abort()
    await Promise.all([one.end(), other.end()].map((ending) => ending.catch(() => {})))
  }
}

/** The same by an address. @throws UnusableServer */
export const checkPooler = (url: string): Promise<void> =>
  checkPrepared(async () => {
    const client = new HostedClient({ connectionString: url, connectionTimeoutMillis: 10_000 })
    client.on('error', () => {})
    await client.connect()
    return client
  })
