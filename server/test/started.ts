// What the product's first start does to a new database, done once for the products of all tests.
import { hash } from '@node-rs/argon2'
import { ensureAdministrator } from '../src/access/administrator.ts'
import { openDatabase } from '../src/kit/database/database.ts'
import { noticeRestore } from '../src/kit/database/installation.ts'
import { ensureEra } from '../src/kit/database/newRows.ts'
import { ensureLogMonths } from '../src/log/index.ts'

export const adminPassword = 'Adm1n-of-tests'

/** The least that argon2 accepts: hundreds of tests log in as the administrator, which costs 20 ms each with the product's own cost. */
export const leastCost = { memoryCost: 8, timeCost: 1, parallelism: 1 }

/** Prepares a migrated database for products that tests start on its copies. */
export async function prepareStart(url: string): Promise<void> {
  const database = openDatabase(url, { max: 1, onError: () => {} })
  try {
    await ensureEra(database)
    await noticeRestore(database, false, async () => {})
    await ensureLogMonths(database, new Date())
    await ensureAdministrator(database, adminPassword)
    await database
      .updateTable('access.staff')
      .set({ password_hash: await hash(adminPassword, leastCost) })
      .where('built_in', '=', true)
      .execute()
  } finally {
    await database.destroy()
  }
}
