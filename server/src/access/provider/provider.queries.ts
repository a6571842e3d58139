// Queries for the identity provider's log-ins. Wall time.
import { sql } from 'kysely'
import { anyOf } from '../../kit/database/anyOf.ts'
import type { Database, Reader, Transaction } from '../../kit/database/database.ts'
import type { Held, Mapping } from './provider.rules.ts'

export type Flow = { issuer: string; secrets: string; staffId: number | null; sessionId: string | null }

export const insertFlow = (
  database: Database,
  flow: Flow & { stateHash: Buffer; browserHash: Buffer; expiresAt: Date },
) =>
  database
    .insertInto('access.provider_flow')
    .values({
      state_hash: flow.stateHash,
      browser_hash: flow.browserHash,
      issuer: flow.issuer,
      secrets: flow.secrets,
      staff_id: flow.staffId,
      session_id: flow.sessionId,
      expires_at: flow.expiresAt,
    })
    .execute()

/** Uses a flow up: a second one with the same state finds none. Undefined if it is unknown, used, too old, or of another browser. */
export async function takeFlow(
  database: Database,
  { stateHash, browserHash, now }: { stateHash: Buffer; browserHash: Buffer; now: Date },
): Promise<Flow | undefined> {
  const row = await database
    .deleteFrom('access.provider_flow')
    .where('state_hash', '=', stateHash)
    .where('browser_hash', '=', browserHash)
    .where('expires_at', '>', now)
    .returning(['issuer', 'secrets', 'staff_id as staffId', 'session_id as sessionId'])
    .executeTakeFirst()
  return row
}

export type Identity = { staffId: number; deleted: boolean; made: boolean; linkedAt: Date; lastLoginAt: Date | null }

/** Whose account this person of the provider has. */
export async function identityOf(reader: Reader, issuer: string, subject: string): Promise<Identity | undefined> {
  const row = await reader
    .selectFrom('access.provider_identity as i')
    .innerJoin('access.staff as s', 's.id', 'i.staff_id')
    .select(['i.staff_id as staffId', 'i.made', 'i.linked_at as linkedAt', 'i.last_login_at as lastLoginAt'])
    .select(sql<boolean>`s.deleted_at is not null`.as('deleted'))
    .where('i.issuer', '=', issuer)
    .where('i.subject', '=', subject)
    .executeTakeFirst()
  return row
}

/** What the provider knows an account by. */
export const identityOfStaff = (reader: Reader, issuer: string, staffId: number) =>
  reader
    .selectFrom('access.provider_identity')
    .select(['subject', 'linked_at as linkedAt', 'last_login_at as lastLoginAt'])
    .where('issuer', '=', issuer)
    .where('staff_id', '=', staffId)
    .executeTakeFirst()

/** Links a person with an account; a link with a deleted account gives way. */
export const insertIdentity = (
  tx: Transaction,
  identity: { issuer: string; subject: string; staffId: number; made: boolean; at: Date },
) =>
  tx
    .insertInto('access.provider_identity')
    .values({
      issuer: identity.issuer,
      subject: identity.subject,
      staff_id: identity.staffId,
      made: identity.made,
      linked_at: identity.at,
    })
    .onConflict((conflict) =>
      conflict.columns(['issuer', 'subject']).doUpdateSet({
        staff_id: identity.staffId,
        made: identity.made,
        linked_at: identity.at,
        last_login_at: null,
      }),
    )
    .execute()

export const deleteIdentity = (tx: Transaction, issuer: string, staffId: number) =>
  tx
    .deleteFrom('access.provider_identity')
    .where('issuer', '=', issuer)
    .where('staff_id', '=', staffId)
    .returning(['subject'])
    .executeTakeFirst()

export const noteIdentityLogin = (tx: Transaction, issuer: string, subject: string, at: Date) =>
  tx
    .updateTable('access.provider_identity')
    .set({ last_login_at: at })
    .where('issuer', '=', issuer)
    .where('subject', '=', subject)
    .execute()

/** All mappings of a provider. `lockRights` is held, so that none changes. */
export const mappingsOf = (reader: Reader, issuer: string): Promise<Mapping[]> =>
  reader
    .selectFrom('access.provider_mapping')
    .select(['id', 'issuer', 'group_name as group', 'role_id as roleId'])
    .where('issuer', '=', issuer)
    .orderBy('id')
    .execute()

export const heldBy = (reader: Reader, staffId: number): Promise<Held[]> =>
  reader
    .selectFrom('access.staff_role')
    .select(['role_id as roleId', 'by_provider as byProvider'])
    .where('staff_id', '=', staffId)
    .orderBy('role_id')
    .execute()

/** Writes what groups give an account: exactly these mappings, and the roles that only they give. */
export async function setGiven(
  tx: Transaction,
  staffId: number,
  { mappingIds, roleIds }: { mappingIds: readonly number[]; roleIds: readonly number[] },
): Promise<void> {
  await sql`delete from access.provider_given where staff_id = ${staffId} and mapping_id <> all (${mappingIds}::int[])`.execute(
    tx,
  )
  await sql`insert into access.provider_given (staff_id, mapping_id) select ${staffId}, unnest(${mappingIds}::int[])
            on conflict do nothing`.execute(tx)
  await sql`delete from access.staff_role
             where staff_id = ${staffId} and by_provider and role_id <> all (${roleIds}::int[])`.execute(tx)
  await sql`insert into access.staff_role (staff_id, role_id, by_provider) select ${staffId}, unnest(${roleIds}::int[]), true
            on conflict do nothing`.execute(tx)
}

/** Takes the roles that no mapping gives any more. */
export const takeUngiven = (tx: Transaction) =>
  sql`
    delete from access.staff_role r
     where r.by_provider
       and not exists (select from access.provider_given g join access.provider_mapping m on m.id = g.mapping_id
                        where g.staff_id = r.staff_id and m.role_id = r.role_id)`.execute(tx)

/** A number that another account set is no way back into this one. */
export const dropForeignPhone = (tx: Transaction, staffId: number) =>
  tx
    .updateTable('access.staff')
    .set({ area_code: '', phone: '' })
    .where('id', '=', staffId)
    .whereRef('phone_by', '<>', 'id')
    .execute()

/** An account without a name yet: null if the name is taken. */
export async function insertAccount(
  tx: Transaction,
  account: { username: string; passwordHash: string; at: Date },
): Promise<number | null> {
  const row = await tx
    .insertInto('access.staff')
    .columns(['username', 'password_hash', 'created_at'])
    .expression(
      sql`select ${account.username}, ${account.passwordHash}, ${account.at}::timestamptz
           where not exists (select from access.staff s
                              where kit.name_key(s.username) = kit.name_key(${account.username}) and s.deleted_at is null)`,
    )
    .onConflict((conflict) => conflict.doNothing())
    .returning('id')
    .executeTakeFirst()
  return row?.id ?? null
}

export const builtIn = async (reader: Reader, staffId: number): Promise<boolean> => {
  const row = await reader.selectFrom('access.staff').select('built_in').where('id', '=', staffId).executeTakeFirst()
  return row?.built_in ?? false
}

/** Whether the session was opened by a password with a second factor: only its holder has both. */
export async function hasOwnFactor(reader: Reader, sessionId: string): Promise<boolean> {
  const row = await reader
    .selectFrom('access.session')
    .select('id')
    .where('id', '=', sessionId)
    .where('factor', '<>', 'none')
    .where('provider_issuer', 'is', null)
    .executeTakeFirst()
  return row !== undefined
}

/** Ends the sessions that the provider opened: of these accounts, or all. @returns how many */
export async function endProviderSessions(tx: Transaction, staffIds: readonly number[] | 'all'): Promise<number> {
  const ended = await tx
    .deleteFrom('access.session')
    .where('provider_issuer', 'is not', null)
    .$if(staffIds !== 'all', (query) => query.where('staff_id', '=', anyOf(staffIds as readonly number[])))
    .executeTakeFirst()
  return Number(ended.numDeletedRows)
}

/** Notes a log-out. @returns false if it was told before */
export async function noteLogout(tx: Transaction, issuer: string, jti: string, expiresAt: Date): Promise<boolean> {
  const row = await tx
    .insertInto('access.provider_logout')
    .values({ issuer, jti, expires_at: expiresAt })
    .onConflict((conflict) => conflict.doNothing())
    .returning('jti')
    .executeTakeFirst()
  return row !== undefined
}

/** Ends the sessions that a log-out is about: all of a person, or those of one session of the provider. @returns the accounts */
export async function endLoggedOut(
  tx: Transaction,
  { issuer, subject, sid }: { issuer: string; subject: string | null; sid: string | null },
): Promise<{ id: number; username: string }[]> {
  const { rows } = await sql<{ id: number; username: string }>`
    with ended as (
      delete from access.session
       where provider_issuer = ${issuer} and (${subject}::text is null or provider_subject = ${subject})
         -- A session whose number the provider never told ends with its person's.
         and (${sid}::text is null or provider_sid = ${sid} or (provider_sid is null and ${subject}::text is not null))
      returning staff_id)
    select distinct s.id, s.username from ended e join access.staff s on s.id = e.staff_id order by s.id`.execute(tx)
  return rows
}

export const noteCheck = (
  database: Database,
  check: { issuer: string; at: Date; problem: 'away' | 'answer' | 'issuer' | 'pkce' | null },
) =>
  database
    .insertInto('access.provider_check')
    .values(check)
    .onConflict((conflict) => conflict.column('one').doUpdateSet(check))
    .execute()
