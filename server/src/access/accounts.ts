// Accounts as other rooms see and create them.
import { sql } from 'kysely'
import type { Reader, Transaction } from '../kit/database.ts'

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

export type NewAccount = {
  username: string
  passwordHash: string
  /** 1 normal, 0 disabled, 2 frozen, 3 under review. */
  status: 0 | 1 | 2 | 3
  areaCode: string
  phone: string
  language: 'en' | 'cn'
  unionId: number
  roleId: number
  createdAt: Date
}

/** Opens (1) or closes (0) the accounts of guilds that waited for review. */
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
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  await tx.insertInto('access.staff_role').values({ staff_id: id, role_id: account.roleId }).execute()
  return id
}
