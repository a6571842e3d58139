// Queries for the caller's own account and sessions.
import type { Language } from '../../kit/calls/context.ts'
import type { Reader, Transaction } from '../../kit/database/database.ts'

/** An account without its secrets. */
export const accountOf = (reader: Reader, staffId: number) =>
  reader.selectFrom('access.staff').select(['status']).where('id', '=', staffId).executeTakeFirstOrThrow()

export const rolesNamed = async (reader: Reader, ids: readonly number[]) =>
  ids.length === 0
    ? []
    : reader
        .selectFrom('access.role')
        .select(['id as roleId', 'name as roleName'])
        .where('id', 'in', ids)
        .orderBy('id')
        .execute()

export async function passwordHashOf(reader: Reader, staffId: number): Promise<string> {
  const row = await reader
    .selectFrom('access.staff')
    .select('password_hash')
    .where('id', '=', staffId)
    .executeTakeFirstOrThrow()
  return row.password_hash
}

/** Sets a password if the current one is still the one that was checked. @returns false if it is not. */
export async function setPassword(tx: Transaction, staffId: number, seen: string, fresh: string): Promise<boolean> {
  const result = await tx
    .updateTable('access.staff')
    .set({ password_hash: fresh })
    .where('id', '=', staffId)
    .where('password_hash', '=', seen)
    .executeTakeFirst()
  return result.numUpdatedRows === 1n
}

export const setLanguage = (tx: Transaction, staffId: number, language: Language) =>
  tx.updateTable('access.staff').set({ language }).where('id', '=', staffId).execute()

export const sessionsOf = (reader: Reader, staffId: number, now: Date) =>
  reader
    .selectFrom('access.session')
    .select(['id', 'ip', 'user_agent', 'created_at', 'last_used_at'])
    .where('staff_id', '=', staffId)
    .where('expires_at', '>', now)
    .orderBy('last_used_at', 'desc')
    .orderBy('id', 'desc')
    .execute()

/** Ends one session of the account; undefined if it has none with this id. */
export const endSession = (tx: Transaction, staffId: number, sessionId: string) =>
  tx
    .deleteFrom('access.session')
    .where('staff_id', '=', staffId)
    .where('id', '=', sessionId)
    .returning(['id', 'ip', 'user_agent', 'created_at', 'last_used_at'])
    .executeTakeFirst()

/** Ends every session of the account but one. @returns how many ended. */
export async function endOtherSessions(tx: Transaction, staffId: number, sessionId: string): Promise<number> {
  const result = await tx
    .deleteFrom('access.session')
    .where('staff_id', '=', staffId)
    .where('id', '<>', sessionId)
    .executeTakeFirst()
  return Number(result.numDeletedRows)
}
