// What an account logs in with, and when it did.
import { sql } from 'kysely'
import type { Staff } from '../../kit/calls/context.ts'
import type { Reader, Transaction } from '../../kit/database/database.ts'
import { idAt } from '../../kit/random.ts'
import { before, day } from '../throttle.ts'

/** The account's credentials. */
export const ownFactors = (reader: Reader, staffId: number) =>
  reader
    .selectFrom('access.staff as s')
    .select(['s.password_hash', 's.google_secret', 's.google_bound_at', 's.area_code', 's.phone'])
    .select([
      sql<number>`(select count(*)::int from access.passkey p where p.staff_id = s.id)`.as('passkeys'),
      sql<number>`(select count(*)::int from access.recovery_code c where c.staff_id = s.id and c.used_at is null)`.as(
        'recovery_left',
      ),
    ])
    .where('s.id', '=', staffId)
    .executeTakeFirstOrThrow()

/** Holds the account's credentials until the transaction ends, so that the last of two factors is not removed twice at once. */
export const lockFactors = (tx: Transaction, staffId: number) =>
  tx.selectFrom('access.staff').select('id').where('id', '=', staffId).forUpdate().executeTakeFirstOrThrow()

const loginDays = 30
const loginCount = 10

/** The account's last log-ins of 30 days, and the tries of its name that failed, newest first. */
export async function recentLogins(reader: Reader, staff: Pick<Staff, 'id' | 'username'>, now: Date) {
  const since = before(now, loginDays * day)
  const [entered, failed] = await Promise.all([
    reader
      .selectFrom('log.entry')
      .select(['at', 'ip', sql<string | null>`after ->> 'factor'`.as('factor')])
      .where('username', '=', staff.username)
      .where('staff_id', '=', staff.id)
      .where('operation', '=', 'session.login')
      .where('id', '>=', idAt(since))
      .orderBy('id', 'desc')
      .limit(loginCount)
      .execute(),
    reader
      .selectFrom('access.login_attempt')
      .select(['at', 'ip'])
      .where('username', '=', staff.username.toLowerCase())
      .where('passed', '=', false)
      .where('at', '>=', since)
      .orderBy('at', 'desc')
      .limit(loginCount)
      .execute(),
  ])
  return { entered, failed }
}

export const setAuthenticator = (tx: Transaction, staffId: number, sealed: string, step: number, now: Date) =>
  tx
    .updateTable('access.staff')
    .set({ google_secret: sealed, google_bound_at: now, google_step: BigInt(step), version: sql<number>`version + 1` })
    .where('id', '=', staffId)
    .execute()

export const removeAuthenticator = (tx: Transaction, staffId: number) =>
  tx
    .updateTable('access.staff')
    .set({ google_secret: null, google_bound_at: null, version: sql<number>`version + 1` })
    .where('id', '=', staffId)
    .execute()

/** Anyone who knew a credential of the account may be the one who changed the number. */
export const setPhone = (tx: Transaction, staffId: number, phone: { areaCode: string; number: string }) =>
  tx
    .updateTable('access.staff')
    .set({
      area_code: phone.areaCode,
      phone: phone.number,
      phone_by: sql<number | null>`coalesce(password_by, factor_by, phone_by)`,
      version: sql<number>`version + 1`,
    })
    .where('id', '=', staffId)
    .execute()
