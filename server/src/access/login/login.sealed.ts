// Authenticator secrets are encrypted in the database.
import { sql } from 'kysely'
import type { Transaction } from '../../kit/database/database.ts'
import { isSealed, type Seals } from '../../kit/encryption/index.ts'

const ownerOf = (staffId: number) => `staff ${staffId}`

export const sealFactor = (seals: Seals, staffId: number, secret: string): string =>
  seals.seal(secret, ownerOf(staffId))

/** @throws SealProblem if the key is missing. */
export const openFactor = (seals: Seals, staffId: number, sealed: string): string =>
  seals.open(sealed, ownerOf(staffId))

/** Encrypts secrets that are in plain text or encrypted with an older key: of accounts, and of those that are being bound. */
export async function renewFactors(tx: Transaction, seals: Seals): Promise<void> {
  const renewed = (staffId: number, stored: string) =>
    sealFactor(seals, staffId, isSealed(stored) ? openFactor(seals, staffId, stored) : stored)
  const accounts = await tx
    .selectFrom('access.staff')
    .select(['id', 'google_secret as secret'])
    .where('google_secret', 'is not', null)
    .where(sql<boolean>`not starts_with(google_secret, ${seals.prefix})`)
    .orderBy('id')
    .forUpdate()
    .execute()
  await sql`
    update access.staff s set google_secret = n.sealed
      from unnest(${accounts.map(({ id }) => id)}::int[],
                  ${accounts.map(({ id, secret }) => renewed(id, secret!))}::text[]) n (id, sealed) where s.id = n.id`.execute(
    tx,
  )
  const open = await tx
    .selectFrom('access.login_challenge')
    .select(['token_hash', 'staff_id', 'secret'])
    .where('secret', 'is not', null)
    .where(sql<boolean>`not starts_with(secret, ${seals.prefix})`)
    .orderBy('token_hash')
    .forUpdate()
    .execute()
  await sql`
    update access.login_challenge c set secret = n.sealed
      from unnest(${open.map((row) => row.token_hash)}::bytea[],
                  ${open.map((row) => renewed(row.staff_id, row.secret!))}::text[]) n (token_hash, sealed)
     where c.token_hash = n.token_hash`.execute(tx)
}
