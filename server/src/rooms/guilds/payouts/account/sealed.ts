// Payout accounts of guilds are encrypted in the database.
import { sql } from 'kysely'
import type { Transaction } from '../../../../kit/database.ts'
import type { Seals } from '../../../../kit/seal/index.ts'
import { type Account, openAccount as open, sealAccount as seal } from '../../../finance/index.ts'

/** The owner that an account's sealed text is bound to. */
export const ownerOf = (accountId: number) => `payout account ${accountId}`

export const sealAccount = (seals: Seals, accountId: number, account: Account): string =>
  seal(seals, ownerOf(accountId), account)

/** @throws SealProblem if the key is missing. */
export const openAccount = (seals: Seals, accountId: number, sealed: string): Account =>
  open(seals, ownerOf(accountId), sealed)

/** Encrypts accounts that are encrypted with an older key. */
export async function renewPayoutAccounts(tx: Transaction, seals: Seals): Promise<void> {
  const rows = await tx
    .selectFrom('guilds.payout_account')
    .select(['id', 'sealed'])
    .where(sql<boolean>`not starts_with(sealed, ${seals.prefix})`)
    .orderBy('id')
    .forUpdate()
    .execute()
  const renewed = rows.map(({ id, sealed }) => sealAccount(seals, id, openAccount(seals, id, sealed)))
  await sql`
    update guilds.payout_account a set sealed = n.sealed
      from unnest(${rows.map(({ id }) => id)}::int[], ${renewed}::text[]) n (id, sealed) where a.id = n.id`.execute(tx)
}
