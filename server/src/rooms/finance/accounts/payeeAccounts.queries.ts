// Where users are paid, sealed; one row a user and account.
import { sql } from 'kysely'
import type { Transaction } from '../../../kit/database/database.ts'
import type { Seals } from '../../../kit/encryption/index.ts'
import { type Account, identityOf, lastFourOf } from './payeeAccounts.rules.ts'
import { openAccount, sealAccount } from './payeeAccounts.sealed.ts'

/** The owner that a user's sealed account is bound to. */
export const ownerOfPayee = (userId: bigint) => `payee account of ${userId}`

export type Named = { userId: bigint; account: Account; at: Date }

const keyOf = (userId: bigint, digest: string) => `${userId} ${digest}`

/**
 * Seals the accounts that these users entered, and finds the ones they entered before.
 *
 * @returns the account's row for each of `named`, in their order.
 */
export async function keepAccounts(tx: Transaction, seals: Seals, named: readonly Named[]): Promise<number[]> {
  if (named.length === 0) return []
  const known = named.map((one) => ({ ...one, digest: seals.digest(identityOf(one.account)) }))
  // The first of a chunk counts, as the time of first use.
  const rows = [...new Map(known.toReversed().map((one) => [keyOf(one.userId, one.digest), one])).values()].toSorted(
    (a, b) => (keyOf(a.userId, a.digest) < keyOf(b.userId, b.digest) ? -1 : 1),
  )
  const columns = sql`
    ${rows.map((one) => one.userId)}::bigint[], ${rows.map((one) => one.account.kind)}::text[],
    ${rows.map((one) => one.digest)}::text[],
    ${rows.map((one) => sealAccount(seals, ownerOfPayee(one.userId), one.account))}::text[],
    ${rows.map((one) => lastFourOf(one.account))}::text[], ${rows.map((one) => one.at)}::timestamptz[]`
  await sql`
    insert into finance.payee_account (user_id, kind, digest, sealed, last_four, first_used_at)
    select * from unnest(${columns}) on conflict (user_id, digest) do nothing`.execute(tx)
  const { rows: found } = await sql<{ id: number; user_id: bigint; digest: string }>`
    select a.id, a.user_id, a.digest from finance.payee_account a
      join unnest(${rows.map((one) => one.userId)}::bigint[], ${rows.map((one) => one.digest)}::text[]) as n(user_id, digest)
        using (user_id, digest)`.execute(tx)
  const ids = new Map(found.map((one) => [keyOf(one.user_id, one.digest), one.id]))
  return known.map((one) => ids.get(keyOf(one.userId, one.digest))!)
}

/** Encrypts accounts that are encrypted with an older key, and recomputes their fingerprints. */
export async function renewPayeeAccounts(tx: Transaction, seals: Seals): Promise<void> {
  const { rows } = await sql<{ id: number; user_id: bigint; sealed: string }>`
    select id, user_id, sealed from finance.payee_account
     where length(sealed) > 0 and not starts_with(sealed, ${seals.prefix}) order by id for update`.execute(tx)
  if (rows.length === 0) return
  const renewed = rows.map(({ id, user_id, sealed }) => {
    const owner = ownerOfPayee(user_id)
    const account = openAccount(seals, owner, sealed)
    return { id, sealed: sealAccount(seals, owner, account), digest: seals.digest(identityOf(account)) }
  })
  await sql`
    update finance.payee_account a set sealed = n.sealed, digest = n.digest
      from unnest(${renewed.map(({ id }) => id)}::int[], ${renewed.map(({ sealed }) => sealed)}::text[],
                  ${renewed.map(({ digest }) => digest)}::text[]) n (id, sealed, digest)
     where a.id = n.id`.execute(tx)
}
