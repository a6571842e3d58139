// Payouts store their account, sealed for its owner.
import { sql } from 'kysely'
import type { Transaction } from '../../../kit/database/database.ts'
import type { Seals } from '../../../kit/encryption/index.ts'

/** Encrypts the accounts of payouts that are encrypted with an older key. */
export async function renewPayouts(tx: Transaction, seals: Seals): Promise<void> {
  const { rows } = await sql<{ id: string; sealed: string; seal_owner: string }>`
    select id, sealed, seal_owner from finance.payout
     where not starts_with(sealed, ${seals.prefix}) order by id for update`.execute(tx)
  if (rows.length === 0) return
  const renewed = rows.map((row) => seals.seal(seals.open(row.sealed, row.seal_owner), row.seal_owner))
  await sql`
    update finance.payout p set sealed = n.sealed
      from unnest(${rows.map(({ id }) => id)}::uuid[], ${renewed}::text[]) n (id, sealed) where p.id = n.id`.execute(tx)
}
