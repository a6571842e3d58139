// Accounts as other rooms see and create them.
import type { StaffLanguage } from '@greenroom/contract/languages'
import { type RawBuilder, sql } from 'kysely'
import type { Reader, Transaction } from '../kit/database/database.ts'
import { newDigits } from '../kit/random.ts'
import { dropPasskeys } from './passkeys/passkeys.queries.ts'
import { type Phone, readPhone } from './phone.ts'
import { builtInRoles } from './roles.ts'

/** True if an account has this name, ignoring case. */
export async function isNameTaken(reader: Reader, username: string): Promise<boolean> {
  const row = await reader
    .selectFrom('access.staff')
    .select('id')
    .where('deleted_at', 'is', null)
    .where(sql<boolean>`lower(username) = ${username.toLowerCase()}`)
    .executeTakeFirst()
  return row !== undefined
}

/** The account of the platform's staff with this name, ignoring case. */
export const accountByName = (
  reader: Reader,
  username: string,
): Promise<{ id: number; username: string } | undefined> =>
  reader
    .selectFrom('access.staff')
    .select(['id', 'username'])
    .where('deleted_at', 'is', null)
    .where('union_id', 'is', null)
    .where('agent_id', 'is', null)
    .where(sql<boolean>`lower(username) = ${username.toLowerCase()}`)
    .executeTakeFirst()

/** True if this is the id of a platform staff member who may log in. */
export async function isPlatformStaff(reader: Reader, id: number): Promise<boolean> {
  const row = await reader
    .selectFrom('access.staff')
    .select('id')
    .where('id', '=', id)
    .where('status', '=', 1)
    .where('deleted_at', 'is', null)
    .where('union_id', 'is', null)
    .where('agent_id', 'is', null)
    .executeTakeFirst()
  return row !== undefined
}

/** An account's phone; null if it has none. */
export async function phoneOfAccount(reader: Reader, staffId: number): Promise<Phone | null> {
  const row = await reader
    .selectFrom('access.staff')
    .select(['area_code', 'phone'])
    .where('id', '=', staffId)
    .executeTakeFirst()
  return row && row.phone !== '' ? readPhone(row.area_code, row.phone) : null
}

/**
 * Transfers a guild's account to a new leader: sets their phone and a password that nobody knows, and removes second factor and sessions.
 * The previous leader's helper accounts are disabled.
 *
 * @param byId the actor, recorded for the independence rule of approvals.
 */
export async function handOverAccounts(
  tx: Transaction,
  unionId: number,
  { phone, passwordHash, byId }: { phone: Phone; passwordHash: string; byId: number },
): Promise<void> {
  await sql`
    update access.staff
       set area_code = ${phone.areaCode}, phone = ${phone.number}, phone_by = ${byId}, password_hash = ${passwordHash},
           password_by = null, google_secret = null, google_bound_at = null
     where union_id = ${unionId} and not read_only and deleted_at is null`.execute(tx)
  const leaders = await tx
    .selectFrom('access.staff')
    .select('id')
    .where('union_id', '=', unionId)
    .where('read_only', '=', false)
    .execute()
  await dropPasskeys(
    tx,
    leaders.map(({ id }) => id),
  )
  await sql`
    update access.staff set status = 0
     where union_id = ${unionId} and read_only and deleted_at is null`.execute(tx)
  await endGuildSessions(tx, [unionId])
}

/** Enables (1) or disables (0) helpers' accounts; disabled ones lose their sessions. */
export async function setHelperStatus(tx: Transaction, ids: readonly number[], status: 0 | 1): Promise<void> {
  await sql`update access.staff set status = ${status} where id = any(${ids}::int[]) and read_only`.execute(tx)
  if (status === 0) await sql`delete from access.session where staff_id = any(${ids}::int[])`.execute(tx)
}

/** Sets a helper's password and ends its sessions. @returns how many ended. */
export async function resetHelper(
  tx: Transaction,
  id: number,
  { passwordHash, byId }: { passwordHash: string; byId: number },
): Promise<number> {
  await sql`
    update access.staff set password_hash = ${passwordHash}, password_by = ${byId}
     where id = ${id} and read_only`.execute(tx)
  const ended = await tx.deleteFrom('access.session').where('staff_id', '=', id).executeTakeFirst()
  return Number(ended.numDeletedRows)
}

export type NewAccount = {
  username: string
  passwordHash: string
  /** 1 normal, 0 disabled, 2 frozen, 3 under review. */
  status: 0 | 1 | 2 | 3
  areaCode: string
  phone: string
  language: StaffLanguage
  unionId: number
  roleId: number
  /** The helper of a leader. */
  readOnly?: true
  remark?: string
  /** The account that set the password and so knows it. */
  passwordBy?: number
  createdAt: Date
}

/** Enables (1) or disables (0) the accounts of guilds under review. */
export async function openGuildAccounts(tx: Transaction, unionIds: readonly number[], status: 0 | 1): Promise<void> {
  await sql`
    update access.staff set status = ${status}
     where union_id = any(${unionIds}::int[]) and status = 3 and deleted_at is null`.execute(tx)
}

/** Ends every session of these guilds' accounts. */
export async function endGuildSessions(tx: Transaction, unionIds: readonly number[]): Promise<void> {
  await sql`
    delete from access.session s using access.staff a
     where a.id = s.staff_id and a.union_id = any(${unionIds}::int[])`.execute(tx)
}

/**
 * Creates a guild's account.
 *
 * @returns its id.
 * @throws the database's error on `staff_username` if the name is taken.
 */
export async function addGuildAccount(tx: Transaction, account: NewAccount): Promise<number> {
  const { id } = await tx
    .insertInto('access.staff')
    .values({
      username: account.username,
      password_hash: account.passwordHash,
      status: account.status,
      area_code: account.areaCode,
      phone: account.phone,
      language: account.language,
      union_id: account.unionId,
      created_at: account.createdAt,
      read_only: account.readOnly ?? false,
      remark: account.remark ?? '',
      password_by: account.passwordBy ?? null,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  await tx.insertInto('access.staff_role').values({ staff_id: id, role_id: account.roleId }).execute()
  return id
}

/** Creates the accounts of guilds that applied in the app: under review, with passwords that nobody knows. */
export async function addWaitingAccounts(
  tx: Transaction,
  guilds: readonly { id: number; username: string; area_code: string; phone: string }[],
  { passwordHash, createdAt }: { passwordHash: string; createdAt: Date },
): Promise<void> {
  await sql`
    with added as (
      insert into access.staff (username, password_hash, status, area_code, phone, union_id, created_at)
      select g.username, ${passwordHash}, 3, g.area_code, g.phone, g.id, ${createdAt}
        from unnest(${guilds.map((g) => g.username)}::text[], ${guilds.map((g) => g.area_code)}::text[],
                    ${guilds.map((g) => g.phone)}::text[], ${guilds.map((g) => g.id)}::int[])
          as g(username, area_code, phone, id)
      returning id)
    insert into access.staff_role (staff_id, role_id) select id, ${builtInRoles.guildLeader} from added`.execute(tx)
}

/**
 * Creates accounts of guilds or agents with a password that nobody knows: `guild1001`, or longer if that name is taken.
 *
 * @param of.column names the owner in `access.staff`; `of.unless` leaves owners `o` out.
 */
async function addOwnerAccounts(
  tx: Transaction,
  of: { name: 'guild' | 'agent'; column: 'union_id' | 'agent_id'; roleId: number; unless: RawBuilder<unknown> },
  owners: readonly { id: number; areaCode: string; phone: string }[],
  { passwordHash, createdAt }: { passwordHash: string; createdAt: Date },
): Promise<void> {
  await sql`
    with added as (
      insert into access.staff (username, password_hash, status, area_code, phone, ${sql.ref(of.column)}, created_at)
      select case when exists (select from access.staff s
                                where lower(s.username) = ${of.name} || o.id and s.deleted_at is null)
                  then ${of.name} || o.id || 'x' || ${newDigits(8)}::text else ${of.name} || o.id end,
             ${passwordHash}, 1, o.area_code, o.phone, o.id, ${createdAt}
        from unnest(${owners.map(({ id }) => id)}::int[], ${owners.map(({ areaCode }) => areaCode)}::text[],
                    ${owners.map(({ phone }) => phone)}::text[]) as o(id, area_code, phone)
       where not (${of.unless})
      returning id)
    insert into access.staff_role (staff_id, role_id) select id, ${of.roleId} from added`.execute(tx)
}

/** Creates the accounts of guilds that an import brings. */
export const addLeaderAccounts = (
  tx: Transaction,
  guilds: readonly { guildId: number; areaCode: string; phone: string }[],
  made: { passwordHash: string; createdAt: Date },
): Promise<void> =>
  addOwnerAccounts(
    tx,
    { name: 'guild', column: 'union_id', roleId: builtInRoles.guildLeader, unless: sql`false` },
    guilds.map(({ guildId, ...contact }) => ({ id: guildId, ...contact })),
    made,
  )

/** Removes the accounts of these guilds and agents into which nobody has logged in. */
export async function removeUnusedAccounts(
  tx: Transaction,
  { guildIds = [], agentIds = [] }: { guildIds?: readonly number[]; agentIds?: readonly number[] },
): Promise<void> {
  await sql`
    delete from access.staff
     where (union_id = any(${guildIds}::int[]) or agent_id = any(${agentIds}::int[])) and last_login_at is null`.execute(
    tx,
  )
}

/** Creates agents' accounts. An agent's existing account is enabled again. */
export async function addAgentAccounts(
  tx: Transaction,
  agents: readonly { agentId: number; areaCode: string; phone: string }[],
  made: { passwordHash: string; createdAt: Date },
): Promise<void> {
  const ids = agents.map(({ agentId }) => agentId)
  await sql`
    update access.staff set status = 1
     where agent_id = any(${ids}::int[]) and deleted_at is null and status = 0`.execute(tx)
  await addOwnerAccounts(
    tx,
    {
      name: 'agent',
      column: 'agent_id',
      roleId: builtInRoles.topUpAgent,
      unless: sql`exists (select from access.staff s where s.agent_id = o.id and s.deleted_at is null)`,
    },
    agents.map(({ agentId, ...contact }) => ({ id: agentId, ...contact })),
    made,
  )
}
