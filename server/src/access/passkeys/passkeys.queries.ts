// Passkeys of accounts.
import { sql } from 'kysely'
import { anyOf } from '../../kit/database/anyOf.ts'
import type { Reader, Transaction } from '../../kit/database/database.ts'

export type StoredPasskey = {
  id: number
  staff_id: number
  credential_id: Buffer
  public_key: Buffer
  counter: bigint
  transports: string[]
}

export const passkeyByCredential = (reader: Reader, credentialId: Buffer): Promise<StoredPasskey | undefined> =>
  reader
    .selectFrom('access.passkey as p')
    .innerJoin('access.staff as s', 's.id', 'p.staff_id')
    .select(['p.id', 'p.staff_id', 'p.credential_id', 'p.public_key', 'p.counter', 'p.transports'])
    .where('p.credential_id', '=', credentialId)
    .where('s.deleted_at', 'is', null)
    .executeTakeFirst()

/** An account's passkeys, in the order in which they were added. */
export const passkeysOf = (reader: Reader, staffId: number) =>
  reader
    .selectFrom('access.passkey')
    .select(['id', 'name', 'credential_id', 'transports', 'backed_up', 'created_at', 'last_used_at'])
    .where('staff_id', '=', staffId)
    .orderBy('id')
    .execute()

export async function countPasskeys(reader: Reader, staffId: number): Promise<number> {
  const { count } = await reader
    .selectFrom('access.passkey')
    .select(sql<number>`count(*)::int`.as('count'))
    .where('staff_id', '=', staffId)
    .executeTakeFirstOrThrow()
  return count
}

/** Notes a use, if the passkey is still there and nobody has used it with this count. @returns false otherwise. */
export async function usePasskey(
  tx: Transaction,
  { id, before, counter, at }: { id: number; before: bigint; counter: number; at: Date },
): Promise<boolean> {
  const result = await tx
    .updateTable('access.passkey')
    .set({ counter: BigInt(counter), last_used_at: at })
    .where('id', '=', id)
    .where('counter', '=', before)
    .executeTakeFirst()
  return result.numUpdatedRows === 1n
}

export type NewPasskey = {
  staff_id: number
  credential_id: Buffer
  public_key: Buffer
  counter: bigint
  transports: string[]
  name: string
  backed_up: boolean
  created_at: Date
}

/** Whether another account knows a credential of this one now. */
const knownNow = (staffId: number) => sql<boolean>`(
  select coalesce(password_by <> id or phone_by <> id or factor_by <> id, false) from access.staff where id = ${staffId})`

/** @returns its id; undefined if the passkey is some account's already. */
export async function addPasskey(tx: Transaction, made: NewPasskey): Promise<number | undefined> {
  const row = await tx
    .insertInto('access.passkey')
    .values({ ...made, known: knownNow(made.staff_id) })
    .onConflict((conflict) => conflict.column('credential_id').doNothing())
    .returning('id')
    .executeTakeFirst()
  return row?.id
}

export const renamePasskey = (tx: Transaction, staffId: number, id: number, name: string) =>
  tx
    .updateTable('access.passkey')
    .set({ name })
    .where('id', '=', id)
    .where('staff_id', '=', staffId)
    .returning('id')
    .executeTakeFirst()

export const ownPasskey = (tx: Transaction, staffId: number, id: number) =>
  tx
    .selectFrom('access.passkey')
    .select(['id', 'name'])
    .where('id', '=', id)
    .where('staff_id', '=', staffId)
    .forUpdate()
    .executeTakeFirst()

/** Removes it, and ends the sessions that it opened but the caller's. @returns how many ended. */
export async function removePasskey(tx: Transaction, id: number, butSession: string): Promise<number> {
  const ended = await tx
    .deleteFrom('access.session')
    .where('passkey_id', '=', id)
    .where('id', '<>', butSession)
    .executeTakeFirst()
  await tx.deleteFrom('access.passkey').where('id', '=', id).execute()
  return Number(ended.numDeletedRows)
}

/** The account's passkeys and recovery codes end, as when its factor is reset. */
export async function dropPasskeys(tx: Transaction, staffIds: readonly number[]): Promise<void> {
  await tx.deleteFrom('access.passkey').where('staff_id', '=', anyOf(staffIds)).execute()
  await tx.deleteFrom('access.recovery_code').where('staff_id', '=', anyOf(staffIds)).execute()
}

export const dropRecoveryCodes = (tx: Transaction, staffId: number) =>
  tx.deleteFrom('access.recovery_code').where('staff_id', '=', staffId).execute()

/** The codes before are void (`recovery.ts`). */
export const replaceRecoveryCodes = async (
  tx: Transaction,
  staffId: number,
  hashes: readonly Buffer[],
  at: Date,
): Promise<void> => {
  await tx.deleteFrom('access.recovery_code').where('staff_id', '=', staffId).execute()
  await tx
    .insertInto('access.recovery_code')
    .values(hashes.map((code_hash) => ({ staff_id: staffId, code_hash, created_at: at })))
    .execute()
}

export async function hasRecoveryCode(reader: Reader, staffId: number, hash: Buffer): Promise<boolean> {
  const row = await reader
    .selectFrom('access.recovery_code')
    .select('staff_id')
    .where('staff_id', '=', staffId)
    .where('code_hash', '=', hash)
    .where('used_at', 'is', null)
    .executeTakeFirst()
  return row !== undefined
}

/** @returns false if it was used in the meantime. */
export async function useRecoveryCode(tx: Transaction, staffId: number, hash: Buffer, at: Date): Promise<boolean> {
  const result = await tx
    .updateTable('access.recovery_code')
    .set({ used_at: at })
    .where('staff_id', '=', staffId)
    .where('code_hash', '=', hash)
    .where('used_at', 'is', null)
    .executeTakeFirst()
  return result.numUpdatedRows === 1n
}

export const recoveryOf = (reader: Reader, staffId: number) =>
  reader
    .selectFrom('access.recovery_code')
    .select([
      sql<number>`(count(*) filter (where used_at is null))::int`.as('left'),
      sql<Date | null>`max(created_at)`.as('made_at'),
    ])
    .where('staff_id', '=', staffId)
    .executeTakeFirstOrThrow()
