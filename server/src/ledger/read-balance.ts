// What an account held at a moment.
import { sql } from 'kysely'
import type { Reader } from '../kit/database.ts'
import type { AccountIs } from './accounts.ts'

/** Credit-positive. `version` counts the account's entries until then. */
export type BalanceAt = { posted: bigint; reserved: bigint; version: bigint; at: Date }

/**
 * The balance of an account at a moment, by what was recorded until then. Of an account that people own it is what its
 * last entry says. A platform account keeps none: its days are added up, so that one answers for the beginning of the UTC
 * day, which `at` then says.
 *
 * @param at the present when it is left out; then a platform account too is told as it is.
 * @returns undefined when there is no such account.
 */
export async function balanceAt(reader: Reader, key: AccountIs, now: Date, at?: Date): Promise<BalanceAt | undefined> {
  const account = await reader
    .selectFrom('ledger.account')
    .select(['id', 'derived', 'posted', 'reserved', 'version'])
    .where('owner', '=', key.owner)
    .where('purpose', '=', key.purpose)
    .where('currency', '=', key.currency)
    .executeTakeFirst()
  if (!account) return undefined
  if (account.derived) return at ? derivedAt(reader, account.id, at) : derivedNow(reader, account.id, now)
  if (!at) return { posted: account.posted, reserved: account.reserved, version: account.version, at: now }
  // Clocks of two transactions may differ by moments from the order in which they wrote: of the entries shortly before,
  // the highest version is the last. Both ends stand in the index.
  const { rows } = await sql<{ posted: bigint; reserved: bigint; version: bigint }>`
    with newest as (
      select recorded_at from ledger.entry
       where account_id = ${account.id} and version is not null and recorded_at <= ${at}
       order by recorded_at desc, version desc limit 1)
    select e.posted_after as posted, e.reserved_after as reserved, e.version
      from ledger.entry e, newest n
     where e.account_id = ${account.id} and e.version is not null
       and e.recorded_at <= ${at} and e.recorded_at > n.recorded_at - interval '10 minutes'
     order by e.version desc limit 1`.execute(reader)
  return { ...(rows[0] ?? { posted: 0n, reserved: 0n, version: 0n }), at }
}

type Sum = { posted: bigint; version: bigint }

async function derivedAt(reader: Reader, accountId: bigint, at: Date): Promise<BalanceAt> {
  const { rows } = await sql<Sum & { at: Date }>`
    select coalesce(sum(f.credit - f.debit), 0)::bigint as posted, coalesce(sum(f.entries), 0)::bigint as version,
           date_trunc('day', ${at}::timestamptz, 'UTC') as at
      from ledger.folded f
     where f.account_id = ${accountId} and f.day < (${at}::timestamptz at time zone 'UTC')::date`.execute(reader)
  return { ...rows[0]!, reserved: 0n }
}

/** What is folded, and what is not yet, in one snapshot. */
async function derivedNow(reader: Reader, accountId: bigint, now: Date): Promise<BalanceAt> {
  const { rows } = await sql<Sum>`
    select (f.posted + e.posted)::bigint as posted, (f.entries + e.entries)::bigint as version
      from (select coalesce(sum(credit - debit), 0) as posted, coalesce(sum(entries), 0) as entries
              from ledger.folded where account_id = ${accountId}) f,
           (select coalesce(sum(amount), 0) as posted, count(*) as entries
              from ledger.entry
             where account_id = ${accountId} and version is null
               and xid >= coalesce((select boundary from kit.reader where name = 'ledger.fold'), '0'::xid8)) e`.execute(
    reader,
  )
  return { ...rows[0]!, reserved: 0n, at: now }
}
