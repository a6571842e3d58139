// The state of set-up mode. Wall time.
import { type SqlBool, sql } from 'kysely'
import { anyOf } from '../../kit/database/anyOf.ts'
import type { Reader, Transaction } from '../../kit/database/database.ts'
import type { GivenAlone } from './setup.rules.ts'

const running = (reader: Reader) => reader.selectFrom('access.setup').select('one').where('ended_at', 'is', null)

/** Whether the installation is in set-up. */
export const inSetup = async (reader: Reader): Promise<boolean> =>
  (await running(reader).executeTakeFirst()) !== undefined

/** The same; it doesn't end before this transaction does. */
export const holdSetup = async (tx: Transaction): Promise<boolean> =>
  (await running(tx).forShare().executeTakeFirst()) !== undefined

/** The same, to end it: nothing takes effect alone from here on. */
export const lockSetup = async (tx: Transaction): Promise<boolean> =>
  (await running(tx).forUpdate().executeTakeFirst()) !== undefined

/** Begins set-up, unless the installation has left it or never had it. */
export const beginSetup = (tx: Transaction, now: Date) =>
  tx
    .insertInto('access.setup')
    .values({ began_at: now })
    .onConflict((conflict) => conflict.doNothing())
    .returning('one')
    .executeTakeFirst()

export const endSetup = (reader: Reader, by: 'second decider' | 'simulated app', now: Date) =>
  reader.updateTable('access.setup').set({ ended_at: now, ended_by: by }).where('ended_at', 'is', null).execute()

/** When this was set up as an installation of its own; null for a simulated one, which has nothing to lose. */
export async function ownSince(reader: Reader): Promise<Date | null> {
  const row = await reader
    .selectFrom('access.setup')
    .select('began_at')
    .where(sql<SqlBool>`ended_by is distinct from 'simulated app'`)
    .executeTakeFirst()
  return row?.began_at ?? null
}

/** Whether the session was opened with a second factor. */
export async function hasFactor(reader: Reader, sessionId: string): Promise<boolean> {
  const row = await reader
    .selectFrom('access.session')
    .select(sql<SqlBool>`factor <> 'none'`.as('factor'))
    .where('id', '=', sessionId)
    .executeTakeFirst()
  return Boolean(row?.factor)
}

/** Notes that a decider has logged in with a factor. */
export const noteDecider = (tx: Transaction, staffId: number, now: Date) =>
  tx
    .insertInto('access.setup_decider')
    .values({ staff_id: staffId, entered_at: now })
    .onConflict((conflict) => conflict.column('staff_id').doUpdateSet({ entered_at: now }))
    .execute()

export async function enteredDeciders(reader: Reader): Promise<number[]> {
  const rows = await reader.selectFrom('access.setup_decider').select('staff_id').orderBy('staff_id').execute()
  return rows.map((row) => row.staff_id)
}

/** Notes accounts that `byId` gave a right or a credential alone. Anyone who logged in before has to do it again. */
export async function noteGiven(tx: Transaction, staffIds: readonly number[], byId: number, now: Date): Promise<void> {
  const others = staffIds.filter((id) => id !== byId)
  if (others.length === 0) return
  await tx
    .insertInto('access.setup_account')
    .values(others.map((staff_id) => ({ staff_id, by_id: byId, at: now })))
    .onConflict((conflict) => conflict.column('staff_id').doUpdateSet({ by_id: byId, at: now }))
    .execute()
  await tx.deleteFrom('access.setup_decider').where('staff_id', '=', anyOf(others)).execute()
}

export async function givenAlone(reader: Reader): Promise<GivenAlone[]> {
  const rows = await reader
    .selectFrom('access.setup_account as a')
    .innerJoin('access.staff as s', 's.id', 'a.staff_id')
    .select(['a.staff_id as staffId', 'a.by_id as byId'])
    .where('s.deleted_at', 'is', null)
    .orderBy('a.staff_id')
    .execute()
  return rows
}

/** Takes roles away from an account, and ends its sessions. */
export async function withholdRoles(tx: Transaction, staffId: number, roleIds: readonly number[]): Promise<void> {
  await tx
    .deleteFrom('access.staff_role')
    .where('staff_id', '=', staffId)
    .where('role_id', '=', anyOf(roleIds))
    .execute()
  await tx.deleteFrom('access.session').where('staff_id', '=', staffId).execute()
}

/** No other account counts as knowing a credential of these any more: somebody stood for them. */
export async function forgetKnowers(tx: Transaction, staffIds: readonly number[]): Promise<void> {
  await tx
    .updateTable('access.staff')
    .set({ password_by: null, phone_by: null, factor_by: null })
    .where('id', '=', anyOf(staffIds))
    .execute()
  await tx.updateTable('access.passkey').set({ known: false }).where('staff_id', '=', anyOf(staffIds)).execute()
}

/** New installations ask these roles for a passkey or an authenticator. */
export const askForFactors = (tx: Transaction, roles: readonly string[]) =>
  tx
    .updateTable('access.role')
    .set({ second_factor: 'google' })
    .where('name', '=', anyOf(roles))
    .where('second_factor', '=', 'none')
    .execute()
