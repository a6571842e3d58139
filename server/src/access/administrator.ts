// The first account: made when there is none, its password taken from the setting or made up and shown once.
import { wallNow } from '../kit/clock.ts'
import { type Database, inTransaction } from '../kit/database.ts'
import { newPassword } from '../kit/random.ts'
import { hashPassword } from './password.ts'
import { administratorRoleId } from './session.ts'

export const administratorName = 'admin'

/**
 * Makes the administrator's account when it does not exist.
 *
 * @returns its password when it was made now, else null. Several processes may start at once: one makes it.
 */
export async function ensureAdministrator(database: Database, given: string | undefined): Promise<string | null> {
  const exists = await database.selectFrom('access.staff').select('id').where('built_in', '=', true).executeTakeFirst()
  if (exists) return null
  const password = given ?? newPassword()
  const passwordHash = await hashPassword(password)
  return inTransaction(database, async (tx) => {
    const made = await tx
      .insertInto('access.staff')
      .values({ username: administratorName, password_hash: passwordHash, built_in: true, created_at: wallNow() })
      .onConflict((conflict) => conflict.doNothing())
      .returning('id')
      .executeTakeFirst()
    if (!made) return null
    await tx.insertInto('access.staff_role').values({ staff_id: made.id, role_id: administratorRoleId }).execute()
    return password
  })
}
