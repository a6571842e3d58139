// Opens an installation's encryption keys, and at start encrypts secrets that are in plain text or use an older key.
import { sql } from 'kysely'
import { type Database, inTransaction } from '../database/database.ts'
import { keysAt, keysIn } from './keys.ts'
import type { Renew } from './renewal.ts'
import { type Seals, sealsOf } from './seals.ts'

export { SealProblem } from './keys.ts'
export { type Renew, renewalOf } from './renewal.ts'
export { isSealed, type Seals } from './seals.ts'

/** The keys of the file at `path`; undefined if it is missing. @throws SealProblem if it is unreadable. */
export async function sealsAt(path: string): Promise<Seals | undefined> {
  const keys = await keysIn(path)
  return keys ? sealsOf(keys) : undefined
}

const owner = 'installation'

/** What proves that something was signed with a key of the installation. */
export type Prover = Pick<Seals, 'isSigned'>

/** For commands that only check: the keys of the file at `path`, or none if it is missing. @throws SealProblem if it is unreadable. */
export const proverAt = async (path: string): Promise<Prover> => (await sealsAt(path)) ?? { isSigned: () => undefined }

/**
 * Opens the keys at `path`; creates the file if nothing was ever encrypted. An encrypted mark in the database detects
 * keys of another installation, so that no process encrypts what the others can't decrypt.
 *
 * @throws SealProblem if keys are missing or wrong.
 */
export const openSeals = (database: Database, path: string, renew: readonly Renew[]): Promise<Seals> =>
  inTransaction(database, async (tx) => {
    await sql`select pg_advisory_xact_lock(hashtextextended('seals', 0))`.execute(tx)
    const mark = await tx.selectFrom('kit.secret').select('value').where('name', '=', 'seal').executeTakeFirst()
    const seals = sealsOf(await keysAt(path, mark === undefined))
    if (mark) seals.open(mark.value.toString(), owner)
    for (const one of renew) await one(tx, seals)
    if (mark?.value.toString().startsWith(seals.prefix)) return seals
    const value = Buffer.from(seals.seal('', owner))
    await tx
      .insertInto('kit.secret')
      .values({ name: 'seal', value })
      .onConflict((conflict) => conflict.column('name').doUpdateSet({ value }))
      .execute()
    return seals
  })
