// Balances as others may read them; only this room knows the ledger's tables.
import { sql } from 'kysely'
import type { Reader } from '../kit/database.ts'
import { type Part, within } from './part.ts'

/** What a user owns: integers, tokens and bonus. Reserved is what calls and withdrawals hold of it. */
export type UserBalance = {
  userId: bigint
  paidTokens: bigint
  promoTokens: bigint
  reservedTokens: bigint
  bonus: bigint
  reservedBonus: bigint
  /** What a refund could not take back. */
  debtTokens: bigint
}

const ofOwners = sql`
  select substr(owner, 6)::bigint as "userId",
         coalesce(sum(posted) filter (where purpose = 'paid'), 0)::bigint as "paidTokens",
         coalesce(sum(posted) filter (where purpose = 'promo'), 0)::bigint as "promoTokens",
         coalesce(sum(reserved) filter (where currency = 'TOKEN'), 0)::bigint as "reservedTokens",
         coalesce(sum(posted) filter (where purpose = 'bonus'), 0)::bigint as "bonus",
         coalesce(sum(reserved) filter (where purpose = 'bonus'), 0)::bigint as "reservedBonus",
         coalesce(-sum(posted) filter (where purpose = 'debt'), 0)::bigint as "debtTokens"
    from ledger.account`

/** Exact balances of these users, by id; one who owns nothing yet is left out. */
export async function balancesOfUsers(reader: Reader, userIds: readonly bigint[]): Promise<Map<bigint, UserBalance>> {
  if (userIds.length === 0) return new Map()
  const owners = userIds.map((id) => `user:${id}`)
  const { rows } = await sql<UserBalance>`
    ${ofOwners} where owner = any(${owners}::text[]) group by owner`.execute(reader)
  return new Map(rows.map((row) => [row.userId, row]))
}

/** Balances of the users whose accounts changed within the part. */
export async function changedUserBalances(reader: Reader, part: Part): Promise<UserBalance[]> {
  const { rows } = await sql<UserBalance>`
    ${ofOwners} where owner like 'user:%' and owner in (
      select a.owner from (select account_id from ledger.entry where version is not null and ${within(part)}) e
        join ledger.account a on a.id = e.account_id)
     group by owner`.execute(reader)
  return rows
}

/**
 * What people spent within the part: tokens of theirs that were burned, by person and minute in which it happened. New
 * entries come first and everything else is found from them: told to join, the planner starts from all wallets.
 */
export async function spentTokens(
  reader: Reader,
  part: Part,
): Promise<{ userId: bigint; minute: Date; tokens: bigint }[]> {
  const { rows } = await sql<{ userId: bigint; minute: Date; tokens: bigint }>`
    with fresh as materialized (
      select transfer_id, account_id, -amount as tokens
        from ledger.entry
       where version is not null and amount < 0 and currency = 'TOKEN' and ${within(part)}
    ), burned as materialized (
      select distinct transfer_id
        from ledger.entry
       where version is null and ${within(part)}
         and account_id = (select id from ledger.account
                             where owner = 'platform' and purpose = 'burn' and currency = 'TOKEN')
    )
    select substr(a.owner, 6)::bigint as "userId", date_trunc('minute', t.occurred_at) as minute,
           sum(f.tokens)::bigint as tokens
      from fresh f
      join burned using (transfer_id)
     cross join lateral (select owner, purpose from ledger.account where id = f.account_id offset 0) a
     cross join lateral (select occurred_at from ledger.transfer where id = f.transfer_id offset 0) t
     where a.purpose in ('paid', 'promo') and a.owner like 'user:%'
     group by 1, 2`.execute(reader)
  return rows
}
