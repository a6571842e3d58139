// The first account: created if there is none. Its password comes from the setting, or is generated and shown once.
import { wallNow } from '../kit/clock.ts'
import { type Database, inTransaction } from '../kit/database/database.ts'
import { newPassword } from '../kit/random.ts'
import { hashPassword } from './access.password.ts'
import { administratorRoleId } from './session.ts'
import { askForFactors, beginSetup } from './setup/index.ts'

export const administratorName = 'admin'

/** Roles that ask for a passkey or an authenticator on a new installation. */
const protectedRoles = ['Administrator', 'Finance maker', 'Finance checker']

/**
 * Creates the administrator's account if it does not exist. Safe when several processes start at once: only one creates
 * it.
 *
 * @param begins a new installation is in set-up (`setup/`), or shows a simulated app; `complete` is one that has people already.
 * @returns the password if the account was created now, else null.
 */
export async function ensureAdministrator(
  database: Database,
  given: string | undefined,
  begins: 'in set-up' | 'simulated' | 'complete' = 'complete',
): Promise<string | null> {
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
    const isNew = begins === 'in set-up' ? await beginSetup(tx, wallNow()) : begins === 'simulated'
    if (isNew) await askForFactors(tx, protectedRoles)
    return password
  })
}
