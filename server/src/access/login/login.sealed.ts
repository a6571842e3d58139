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

/** Encrypts secrets that are in plain text or encrypted with an older key. */
export async function renewFactors(tx: Transaction, seals: Seals): Promise<void> {
  const rows = await tx
    .selectFrom('access.staff')
    .select(['id', 'google_secret'])
    .where('google_secret', 'is not', null)
    .where(sql<boolean>`not starts_with(google_secret, ${seals.prefix})`)
    .orderBy('id')
    .forUpdate()
    .execute()
  const renewed = rows.map(({ id, google_secret: stored }) => {
    const secret = isSealed(stored!) ? openFactor(seals, id, stored!) : stored!
    return sealFactor(seals, id, secret)
  })
  await sql`
    update access.staff s set google_secret = n.sealed
      from unnest(${rows.map(({ id }) => id)}::int[], ${renewed}::text[]) n (id, sealed) where s.id = n.id`.execute(tx)
}
