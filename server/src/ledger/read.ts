// Balances as others may read them; only this room knows the ledger's tables.
import { sql } from 'kysely'
import type { Reader } from '../kit/database.ts'
import type { NewSpan } from '../kit/new-rows.ts'

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

/** Balances of the users whose accounts changed within the span (`kit/new-rows`). */
export async function changedUserBalances(reader: Reader, span: NewSpan): Promise<UserBalance[]> {
  const { rows } = await sql<UserBalance>`
    ${ofOwners} where owner like 'user:%' and owner in (
      select a.owner from ledger.entry e join ledger.account a on a.id = e.account_id
       where e.version is not null and e.xid >= ${span.from}::xid8 and e.xid < ${span.to}::xid8)
     group by owner`.execute(reader)
  return rows
}

/**
 * The span cut so that about `entries` entries of accounts that people own lie in it: where a fold ends its transaction
 * (`readNew`). One transaction is never cut.
 */
export async function boundedSpan(reader: Reader, span: NewSpan, entries: number): Promise<NewSpan> {
  const { rows } = await sql<{ to: string | null }>`
    with passed as (
      select xid from ledger.entry where version is not null and xid >= ${span.from}::xid8 and xid < ${span.to}::xid8
       order by xid offset ${entries} limit 1
    ), started as (
      select xid from ledger.entry where version is not null and xid >= ${span.from}::xid8 order by xid limit 1
    )
    select case when (select xid from passed) > (select xid from started) then (select xid from passed)
                else (select xid from ledger.entry
                       where version is not null and xid > (select xid from passed) and xid < ${span.to}::xid8
                       order by xid limit 1) end::text as "to"`.execute(reader)
  return { from: span.from, to: rows[0]?.to ?? span.to }
}

/**
 * What people spent within the span: tokens of theirs that were burned, by person and minute in which it happened. New
 * entries come first and everything else is found from them: told to join, the planner starts from all wallets.
 */
export async function spentTokens(
  reader: Reader,
  span: NewSpan,
): Promise<{ userId: bigint; minute: Date; tokens: bigint }[]> {
  const { rows } = await sql<{ userId: bigint; minute: Date; tokens: bigint }>`
    with fresh as materialized (
      select e.transfer_id, e.account_id, -e.amount as tokens
        from ledger.entry e
       where e.version is not null and e.amount < 0 and e.currency = 'TOKEN'
         and e.xid >= ${span.from}::xid8 and e.xid < ${span.to}::xid8
    ), burned as materialized (
      select distinct b.transfer_id
        from ledger.entry b
       where b.version is null and b.xid >= ${span.from}::xid8 and b.xid < ${span.to}::xid8
         and b.account_id = (select id from ledger.account
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
