// Queries for log-in tries, freezes and the account fields a log-in needs.
import { sql } from 'kysely'
import type { Reader, Transaction } from '../../kit/database/database.ts'
import { before, minute } from '../throttle.ts'
import type { Factor, Tries } from './login.rules.ts'

export type Account = {
  id: number
  username: string
  password_hash: string
  status: number
  area_code: string
  phone: string
  union_id: number | null
  agent_id: number | null
  /** Encrypted. */
  google_secret: string | null
  google_bound_at: Date | null
  passkeys: number
  guild_state: string | null
  guild_state_reason: string | null
  last_login_at: Date | null
  last_login_ip: string | null
}

/** The account as operation log subject, so that a leader sees what their own account did. */
export const actorOf = (account: Account) => ({
  id: account.id,
  username: account.username,
  unionId: account.union_id,
  agentId: account.agent_id,
})

const accounts = (reader: Reader) =>
  reader
    .selectFrom('access.staff as s')
    .leftJoin('guilds.guild as g', 'g.id', 's.union_id')
    .select(['s.id', 's.username', 's.password_hash', 's.status', 's.area_code', 's.phone', 's.union_id', 's.agent_id'])
    .select([
      's.google_secret',
      's.google_bound_at',
      'g.state as guild_state',
      'g.state_reason as guild_state_reason',
      's.last_login_at',
      's.last_login_ip',
      sql<number>`(select count(*)::int from access.passkey p where p.staff_id = s.id)`.as('passkeys'),
    ])
    .where('s.deleted_at', 'is', null)

/** The account of a lower-case name. */
export const accountNamed = (reader: Reader, name: string): Promise<Account | undefined> =>
  accounts(reader).where(sql<boolean>`lower(s.username) = ${name}`).executeTakeFirst()

export const accountById = (reader: Reader, staffId: number): Promise<Account | undefined> =>
  accounts(reader).where('s.id', '=', staffId).executeTakeFirst()

/** Reads the account again and locks it until the transaction ends: it may have changed since it was checked. */
export const lockAccount = (tx: Transaction, staffId: number): Promise<Account | undefined> =>
  accounts(tx).where('s.id', '=', staffId).forUpdate('s').executeTakeFirst()

export async function factorsOf(reader: Reader, staffId: number): Promise<Factor[]> {
  const rows = await reader
    .selectFrom('access.staff_role as sr')
    .innerJoin('access.role as r', 'r.id', 'sr.role_id')
    .select('r.factor')
    .where('sr.staff_id', '=', staffId)
    .execute()
  return rows.map((row) => row.factor)
}

/** Whether it is the built-in account or one that the simulated app made. */
export const isOfSimulation = async (reader: Reader, staffId: number): Promise<boolean> =>
  (await reader
    .selectFrom('access.staff as s')
    .select('s.id')
    .where('s.id', '=', staffId)
    .where((eb) =>
      eb.or([
        eb('s.built_in', '=', true),
        eb.exists(
          eb.selectFrom('kit.simulation_account as a').select('a.staff_id').whereRef('a.staff_id', '=', 's.id'),
        ),
      ]),
    )
    .executeTakeFirst()) !== undefined

/** Addresses and networks that need no second factor. */
export async function trustedNetworks(reader: Reader, now: Date): Promise<string[]> {
  const rows = await reader
    .selectFrom('system.whitelist')
    .select('value')
    .where('kind', '=', 'ip')
    .where((eb) => eb.or([eb('expires_at', 'is', null), eb('expires_at', '>', now)]))
    .execute()
  return rows.map((row) => row.value)
}

export async function triesOfNetwork(reader: Reader, network: string, now: Date): Promise<number> {
  const { count } = await reader
    .selectFrom('access.login_attempt')
    .select(sql<number>`count(*)::int`.as('count'))
    .where('network', '=', network)
    .where('at', '>', before(now, minute))
    .executeTakeFirstOrThrow()
  return count
}

/**
 * Failures of a name since `since`, or since its last freeze ended if later: either from whitelisted networks, or from
 * all others.
 */
export async function failuresOf(
  reader: Reader,
  name: string,
  trusted: boolean,
  since: Date,
): Promise<Pick<Tries, 'failures' | 'frozenUntil'>> {
  const { rows } = await sql<Pick<Tries, 'failures' | 'frozenUntil'>>`
    select f.until as "frozenUntil",
           (select count(*)::int from access.login_attempt a
             where a.username = ${name} and a.trusted = ${trusted} and not a.passed and a.at > greatest(${since}::timestamptz, f.until)) as failures
      from (select max(until) as until from access.login_freeze where username = ${name} and trusted = ${trusted}) f`.execute(
    reader,
  )
  return rows[0]!
}

export const addAttempt = (
  tx: Transaction,
  attempt: { id: string; username: string; ip: string; network: string; trusted: boolean; at: Date },
) => tx.insertInto('access.login_attempt').values(attempt).execute()

/** Removes a try from the failures. */
export const passAttempt = (reader: Reader, id: string) =>
  reader.updateTable('access.login_attempt').set({ passed: true }).where('id', '=', id).execute()

export const freeze = (tx: Transaction, username: string, trusted: boolean, until: Date) =>
  tx
    .insertInto('access.login_freeze')
    .values({ username, trusted, until })
    .onConflict((conflict) => conflict.columns(['username', 'trusted']).doUpdateSet({ until }))
    .execute()

/** Records the code of a 30-second step as used. @returns false if it, or a later one, was used before. */
export async function useStep(tx: Transaction, staffId: number, step: number): Promise<boolean> {
  const result = await tx
    .updateTable('access.staff')
    .set({ google_step: BigInt(step) })
    .where('id', '=', staffId)
    .where('google_step', '<', BigInt(step))
    .executeTakeFirst()
  return result.numUpdatedRows === 1n
}

export const bindGoogle = (tx: Transaction, staffId: number, sealed: string, step: number, now: Date) =>
  tx
    .updateTable('access.staff')
    .set({ google_secret: sealed, google_bound_at: now, google_step: BigInt(step) })
    .where('id', '=', staffId)
    .execute()

export const noteLogin = (tx: Transaction, staffId: number, now: Date, ip: string) =>
  tx.updateTable('access.staff').set({ last_login_at: now, last_login_ip: ip }).where('id', '=', staffId).execute()
