// Queries for setting a password by code.
import { sql } from 'kysely'
import type { Reader, Transaction } from '../../kit/database/database.ts'

export type ResetAccount = { id: number; username: string; union_id: number | null; agent_id: number | null }

/** The account with this lower-case name and phone, if it may log in: neither disabled nor under review. */
const accounts = (reader: Reader, name: string, phone: { areaCode: string; number: string }) =>
  reader
    .selectFrom('access.staff')
    .select(['id', 'username', 'union_id', 'agent_id'])
    .where('deleted_at', 'is', null)
    .where('status', 'in', [1, 2])
    .where(sql<boolean>`lower(username) = ${name}`)
    .where(sql<boolean>`ltrim(area_code, '+') = ${phone.areaCode} and ltrim(phone, '0') = ltrim(${phone.number}, '0')`)

export const accountWith = (
  reader: Reader,
  name: string,
  phone: { areaCode: string; number: string },
): Promise<ResetAccount | undefined> => accounts(reader, name, phone).executeTakeFirst()

/** The same, locked until the transaction ends. */
export const lockAccountWith = (
  tx: Transaction,
  name: string,
  phone: { areaCode: string; number: string },
): Promise<ResetAccount | undefined> => accounts(tx, name, phone).forUpdate().executeTakeFirst()

/** From now on only its owner knows the password, unless `knower` could have set it. */
export const setPassword = (tx: Transaction, staffId: number, hash: string, knower: number | null = null) =>
  tx.updateTable('access.staff').set({ password_hash: hash, password_by: knower }).where('id', '=', staffId).execute()

/** Ends every session of the account. @returns how many ended. */
export async function endSessions(tx: Transaction, staffId: number): Promise<number> {
  const result = await tx.deleteFrom('access.session').where('staff_id', '=', staffId).executeTakeFirst()
  return Number(result.numDeletedRows)
}

/** Clears the name's failures and its freeze: they were guesses at the old password. */
export async function forgetFailures(tx: Transaction, name: string): Promise<void> {
  await tx.updateTable('access.login_attempt').set({ passed: true }).where('username', '=', name).execute()
  await tx.deleteFrom('access.login_freeze').where('username', '=', name).execute()
}
