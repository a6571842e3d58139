// Ownership inside the database: one superuser connection, held permanently, with a session advisory lock.
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { type Cluster, superuser } from './cluster.ts'
import { DirectoryInUse } from './errors.ts'
import type { Address } from './postmaster.ts'

const { Client, escapeIdentifier, escapeLiteral } = pg

/** The application's role: owns its database and is no superuser, as on an operator's server. */
export const role = 'greenroom'

/** "greenroom" in ASCII, cut to the eight bytes of a lock key. */
const lockKey = Buffer.from('greenroo').readBigInt64BE()
const nameOfOwner = 'greenroom owner '

/** Connects to a running server and takes ownership. @throws `DirectoryInUse` if a live process has it. */
export async function takeOwnership(cluster: Cluster, address: Address, home: string): Promise<pg.Client> {
  const client = new Client({
    connectionString: urlOf(address, superuser, cluster.password, 'postgres'),
    application_name: `${nameOfOwner}${process.pid}`,
    connectionTimeoutMillis: 5000,
  })
  // The caller notices a lost connection by 'end'; without a listener the error would end the process.
  client.on('error', () => {})
  await client.connect()
  // The server may need a moment to notice that the previous owner was killed.
  for (let tries = 0; tries < 60; tries++) {
    if (await tryLock(client)) return client
    await sleep(50)
  }
  const holder = await ownerPid(client)
  await client.end()
  throw new DirectoryInUse(home, holder)
}

/** Creates the application's role and database if missing; updates the role's password from older versions. */
export async function ensureDatabase(owner: pg.Client, database: string, password: string): Promise<void> {
  const roles = await owner.query('SELECT 1 FROM pg_roles WHERE rolname = $1', [role])
  if (roles.rowCount === 0) await owner.query(`CREATE ROLE ${role} LOGIN CREATEDB`)
  await owner.query(`ALTER ROLE ${role} PASSWORD ${escapeLiteral(password)}`)
  const databases = await owner.query('SELECT 1 FROM pg_database WHERE datname = $1', [database])
  if (databases.rowCount === 0) {
    await owner.query(`CREATE DATABASE ${escapeIdentifier(database)} OWNER ${role}`)
  }
}

/** The address as a URL: by Unix socket where possible, which answers a third more queries than TCP. */
export function urlOf(address: Address, user: string, password: string, database: string): string {
  const hasSocket = existsSync(join(address.socketDirectory, `.s.PGSQL.${address.port}`))
  const host = hasSocket ? encodeURIComponent(address.socketDirectory) : '127.0.0.1'
  return `postgres://${user}:${password}@${host}:${address.port}/${encodeURIComponent(database)}`
}

async function tryLock(client: pg.Client): Promise<boolean> {
  const { rows } = await client.query<{ taken: boolean }>('SELECT pg_try_advisory_lock($1) AS taken', [lockKey])
  return rows[0]?.taken === true
}

async function ownerPid(client: pg.Client): Promise<number | undefined> {
  const { rows } = await client.query<{ name: string }>(
    `SELECT application_name AS name FROM pg_locks JOIN pg_stat_activity USING (pid)
     WHERE locktype = 'advisory' AND granted AND application_name LIKE $1`,
    [`${nameOfOwner}%`],
  )
  return rows[0] && Number(rows[0].name.slice(nameOfOwner.length))
}
