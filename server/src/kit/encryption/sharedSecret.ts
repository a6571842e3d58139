// Keys shared by all processes of the platform; the first that needs one creates it.
import type { Database } from '../database/database.ts'
import { newBytes } from '../random.ts'

/** The key with this name, 256 random bits. */
export async function sharedSecret(database: Database, name: string): Promise<Buffer> {
  const read = () => database.selectFrom('kit.secret').select('value').where('name', '=', name).executeTakeFirst()
  const known = await read()
  if (known) return known.value
  await database
    .insertInto('kit.secret')
    .values({ name, value: newBytes(32) })
    .onConflict((conflict) => conflict.doNothing())
    .execute()
  const made = await read()
  if (!made) throw new Error(`no key ${name}`)
  return made.value
}
