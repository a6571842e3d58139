// The ledger's side of the comparisons on `/flow/reconcile`. All read within the caller's snapshot.
import { sql } from 'kysely'
import type { Reader } from '../kit/database/database.ts'
import { idAt } from '../kit/random.ts'
import type { Currency, Purpose } from './ledger.accounts.ts'
import { unreadBy } from './newEntries.ts'

/** Entries of owned accounts that the fold of the books has not read yet. */
const unfolded = sql`
  version is not null and amount <> 0
  and xid >= coalesce((select boundary from kit.reader where name = 'ledger.fold'), '0'::xid8)`

/** Credit-positive sums of owned accounts, and of the platform's, which must be their opposite. */
export type CurrencySums = { currency: Currency; owned: bigint; platform: bigint }

/** Sums over all accounts: the books' days of those with owners and the folded days of the platform's, and entries not folded yet. */
export async function sumsByCurrency(reader: Reader): Promise<CurrencySums[]> {
  const { rows } = await sql<CurrencySums>`
    with owned as (
      select currency, credit - debit as amount from ledger.booked_day where holder <> 'platform'
      union all
      select currency, amount from ledger.entry where ${unfolded}
    ), platform as (
      select a.currency, f.credit - f.debit as amount from ledger.folded f join ledger.account a on a.id = f.account_id
      union all
      select currency, amount from ledger.entry
       where version is null
         and xid >= coalesce((select boundary from kit.reader where name = 'ledger.fold'), '0'::xid8)
    )
    select c.currency, coalesce(o.amount, 0)::bigint as owned, coalesce(p.amount, 0)::bigint as platform
      from unnest(array['TOKEN', 'BONUS', 'USD', 'USDT']) with ordinality as c(currency, place)
      left join (select currency, sum(amount) as amount from owned group by 1) o using (currency)
      left join (select currency, sum(amount) as amount from platform group by 1) p using (currency)
     order by c.place`.execute(reader)
  return rows
}

export type Balanced = { owner: string; purpose: Purpose; currency: Currency; posted: bigint; balance: bigint }

/**
 * Owned accounts changed by the newest `limit` entries: each one's stored balance, and the balance after its last entry. Others are
 * proved as new entries come (`verifyNew.ts`), and all by `verify-ledger`. The last entry is the one with the highest version: the
 * index finds the entry recorded last, and only where clocks differed is that another one.
 */
export async function movedBalances(reader: Reader, since: Date, limit: number): Promise<Balanced[]> {
  const { rows } = await sql<Balanced>`
    with moved as materialized (
      select distinct account_id from (
        select account_id from ledger.entry where transfer_id >= ${idAt(since)} and version is not null
         order by transfer_id desc, line desc limit ${limit}) e)
    select a.owner, a.purpose, a.currency, a.posted, l.balance
      from moved m
     cross join lateral (select * from ledger.account where id = m.account_id offset 0) a
     cross join lateral (
       select coalesce(
         (select n.posted_after
            from (select e.version, e.posted_after from ledger.entry e
                   where e.account_id = a.id and e.version is not null
                   order by e.recorded_at desc, e.version desc limit 1) n
           where n.version = a.version),
         (select e.posted_after from ledger.entry e
           where e.account_id = a.id and e.version is not null order by e.version desc limit 1)) as balance) l
     order by a.id`.execute(reader)
  return rows
}

export type Reserve = { owner: string; purpose: Purpose; currency: Currency; reserved: bigint; held: bigint }

/** Accounts with a reserve, and the sum of their open holds. */
export async function reserves(reader: Reader): Promise<Reserve[]> {
  const { rows } = await sql<Reserve>`
    select a.owner, a.purpose, a.currency, a.reserved, h.held
      from ledger.account a
      cross join lateral (
        select coalesce(sum(e.reserved), 0)::bigint as held from ledger.entry e
         where e.account_id = a.id and e.reserved > 0
           and not exists (select from ledger.hold_resolution r where r.hold_id = e.transfer_id)) h
     where a.reserved <> 0 order by a.id`.execute(reader)
  return rows
}

/** What users and agents own by currency, from the books' days, and the part that `readerName` has not read yet. */
export async function ownedByPeople(
  reader: Reader,
  readerName: string,
): Promise<{ currency: Currency; posted: bigint; unread: bigint }[]> {
  const { rows } = await sql<{ currency: Currency; posted: bigint; unread: bigint }>`
    with fresh as (
      select e.currency, e.amount, e.unfolded, e.unread
        from (select account_id, currency, amount, true as unfolded, false as unread from ledger.entry where ${unfolded}
              union all
              select account_id, currency, amount, false, true from ledger.entry where version is not null and ${unreadBy(readerName)}) e
       cross join lateral (select owner from ledger.account a where a.id = e.account_id offset 0) a
       where a.owner like 'user:%' or a.owner like 'agent:%'
    ), parts as (
      select currency, credit - debit as posted, 0::numeric as unread from ledger.booked_day where holder in ('user', 'agent')
      union all
      select currency, case when unfolded then amount else 0 end, case when unread then amount else 0 end from fresh
    )
    select currency, sum(posted)::bigint as posted, sum(unread)::bigint as unread from parts group by 1 order by 1`.execute(
    reader,
  )
  return rows
}

/** Tokens and bonus of all users without unread entries, from the books' days; and the users with unread entries. */
export async function ownedByUsers(
  reader: Reader,
  readerName: string,
): Promise<{ tokens: bigint; bonus: bigint; unread: bigint[] }> {
  const { rows } = await sql<{ tokens: bigint; bonus: bigint; unread: bigint[] }>`
    with unread as materialized (
      select distinct a.owner
        from (select distinct account_id from ledger.entry where version is not null and ${unreadBy(readerName)}) e
       cross join lateral (select owner from ledger.account a where a.id = e.account_id offset 0) a
       where a.owner like 'user:%'
    ), parts as (
      select purpose, credit - debit as amount from ledger.booked_day where holder = 'user'
      union all
      select a.purpose, e.amount from ledger.entry e
       cross join lateral (select owner, purpose from ledger.account a where a.id = e.account_id offset 0) a
       where ${unfolded} and a.owner like 'user:%'
      union all
      select a.purpose, -a.posted from unread u
       cross join lateral (select purpose, posted from ledger.account a where a.owner = u.owner offset 0) a
    )
    select coalesce(sum(amount) filter (where purpose in ('paid', 'promo')), 0)::bigint as tokens,
           coalesce(sum(amount) filter (where purpose = 'bonus'), 0)::bigint as bonus,
           array(select substr(owner, 6) from unread) as unread
      from parts`.execute(reader)
  const { tokens, bonus, unread } = rows[0]!
  return { tokens, bonus, unread: unread.map(BigInt) }
}

export type Moved = { id: string; reference: string; tokens: bigint }

/**
 * Transfers of a kind since a moment, newest first, with the tokens that they added to owned accounts (`in`) or took from
 * them (`out`).
 */
export async function tokensMoved(
  reader: Reader,
  kind: string,
  direction: 'in' | 'out',
  since: Date,
  limit: number,
): Promise<Moved[]> {
  // A free minute of a call adds tokens and takes them again.
  const sign = sql.raw(direction === 'in' ? '' : '-')
  const only = direction === 'in' ? sql`true` : sql`e.amount < 0`
  const { rows } = await sql<Moved>`
    select t.id, t.reference,
           (select coalesce(${sign} sum(e.amount), 0)::bigint
              from ledger.entry e
             where e.transfer_id = t.id and e.currency = 'TOKEN' and e.version is not null and ${only}) as tokens
      from ledger.transfer t
     where t.kind = ${kind} and t.refused is null and t.id >= ${idAt(since)}
     order by t.id desc limit ${limit}`.execute(reader)
  return rows
}

export type StockMoved = Moved & { kind: string }

/** Transfers of these kinds since a moment that moved agents' stock, newest first, with how many tokens they moved. */
export async function stockMoved(
  reader: Reader,
  kinds: readonly string[],
  since: Date,
  limit: number,
): Promise<StockMoved[]> {
  const { rows } = await sql<StockMoved>`
    select t.id, t.kind, t.reference, abs(e.amount) as tokens
      from ledger.transfer t
      join ledger.entry e on e.transfer_id = t.id
      join ledger.account a on a.id = e.account_id and a.purpose = 'stock'
     where t.kind = any(${[...kinds]}::text[]) and t.refused is null and t.id >= ${idAt(since)}
     order by t.id desc limit ${limit}`.execute(reader)
  return rows
}

export type AccountMoved = { id: string; kind: string; reference: string; amount: bigint }

/**
 * Amounts that transfers since a given time moved on one of the platform's accounts, newest first; without sums of several items, which
 * have no reference.
 */
export async function accountMoved(
  reader: Reader,
  { purpose, currency }: { purpose: Purpose; currency: Currency },
  since: Date,
  limit: number,
): Promise<AccountMoved[]> {
  const { rows } = await sql<AccountMoved>`
    select t.id, t.kind, t.reference, e.amount
      from ledger.entry e join ledger.transfer t on t.id = e.transfer_id
     where e.account_id = (select id from ledger.account
                            where owner = 'platform' and purpose = ${purpose} and currency = ${currency})
       and e.transfer_id >= ${idAt(since)}
     order by e.transfer_id desc, e.line desc limit ${limit}`.execute(reader)
  return rows
}

/** What approving a settlement moved: the guild's payable and debt in USD micros, and the bonus redeemed, by reference. */
export type Settled = { reference: string; usdMicros: bigint; bonus: bigint }

/** References of the newest transfers of a kind since the moment of `fromId`. */
export async function newestReferences(reader: Reader, kind: string, fromId: string, limit: number): Promise<string[]> {
  const { rows } = await sql<{ reference: string }>`
    select t.reference from ledger.transfer t where t.kind = ${kind} and t.refused is null and t.id >= ${fromId}::uuid
     order by t.id desc limit ${limit}`.execute(reader)
  return [...new Set(rows.map(({ reference }) => reference))]
}

/** Of these references, those with a transfer before the moment of `fromId`. */
export async function referencesBefore(
  reader: Reader,
  references: readonly string[],
  fromId: string,
): Promise<Set<string>> {
  const { rows } = await sql<{ reference: string }>`
    select distinct t.reference from ledger.transfer t
     where t.reference = any(${[...references]}::text[]) and t.id < ${fromId}::uuid`.execute(reader)
  return new Set(rows.map(({ reference }) => reference))
}

/** Amounts that these settlements moved; those that moved nothing are left out. */
export async function settledFor(reader: Reader, references: readonly string[]): Promise<Settled[]> {
  const { rows } = await sql<Settled>`
    select r.reference, coalesce(sum(l.amount) filter (where l.currency = 'USD'), 0)::bigint as "usdMicros",
           coalesce(-sum(l.amount) filter (where l.currency = 'BONUS'), 0)::bigint as bonus
      from unnest(${[...references]}::text[]) as r(reference)
     cross join lateral (
       select t.id, t.kind from ledger.transfer t
        where t.reference = r.reference and t.refused is null and t.kind in ('settlement', 'settlement.redeem') offset 0) t
     cross join lateral (
       select e.amount, e.currency from ledger.entry e
        where e.transfer_id = t.id and e.version is not null
          and e.currency = case t.kind when 'settlement' then 'USD' else 'BONUS' end offset 0) l
     group by r.reference`.execute(reader)
  return rows
}

/** The newest transfers of a kind since the moment of `fromId`, with what they added to owned accounts in millionths of a dollar. */
export async function usdMoved(
  reader: Reader,
  kind: string,
  fromId: string,
  limit: number,
): Promise<{ id: string; reference: string; micros: bigint }[]> {
  const { rows } = await sql<{ id: string; reference: string; micros: bigint }>`
    select t.id, t.reference,
           (select coalesce(sum(e.amount), 0)::bigint from ledger.entry e
             where e.transfer_id = t.id and e.currency = 'USD' and e.version is not null) as micros
      from ledger.transfer t where t.kind = ${kind} and t.refused is null and t.id >= ${fromId}::uuid
     order by t.id desc limit ${limit}`.execute(reader)
  return rows
}

export type CashMoved = { id: string; reference: string; cents: bigint; bonus: bigint }

/**
 * Transfers of a kind since a moment, newest first, that moved something: the cents that left the platform's cash (negative: that
 * came in), USDT at its value in USD, and the bonus that they took from owned accounts.
 */
export async function cashMoved(reader: Reader, kind: string, since: Date, limit: number): Promise<CashMoved[]> {
  const { rows } = await sql<CashMoved>`
    select t.id, t.reference, m.cents, m.bonus
      from (select id, reference from ledger.transfer t
             where t.kind = ${kind} and t.refused is null and t.phase in ('single', 'post') and t.id >= ${idAt(since)}
             order by t.id desc limit ${limit}) t
     cross join lateral (
       select coalesce(sum(e.amount) filter (where e.currency = 'USD' and (a.purpose = 'fx' or a.purpose like 'cash.%')) / 10000, 0)::bigint as cents,
              coalesce(-sum(e.amount) filter (where e.currency = 'BONUS' and e.version is not null), 0)::bigint as bonus
         from ledger.entry e cross join lateral (select purpose from ledger.account where id = e.account_id offset 0) a
        where e.transfer_id = t.id offset 0) m`.execute(reader)
  return rows
}

export type DebtMoved = { id: string; kind: string; reference: string; tokens: bigint }

/** Transfers of these kinds since a moment, the newest first, with what they repaid (positive) of users' debts. */
export async function debtsMoved(
  reader: Reader,
  kinds: readonly string[],
  since: Date,
  limit: number,
): Promise<DebtMoved[]> {
  const { rows } = await sql<DebtMoved>`
    select t.id, t.kind, t.reference, m.tokens
      from (select id, kind, reference from ledger.transfer t
             where t.kind = any(${[...kinds]}::text[]) and t.refused is null and t.id >= ${idAt(since)}
             order by t.id desc limit ${limit}) t
     cross join lateral (
       select coalesce(sum(e.amount), 0)::bigint as tokens
         from ledger.entry e cross join lateral (select purpose from ledger.account where id = e.account_id offset 0) a
        where e.transfer_id = t.id and a.purpose = 'debt' offset 0) m`.execute(reader)
  return rows
}

/** What users owe, by owner. */
export async function debtsOfUsers(reader: Reader): Promise<{ owner: string; owed: bigint }[]> {
  const { rows } = await sql<{ owner: string; owed: bigint }>`
    select owner, -posted as owed from ledger.account
     where purpose = 'debt' and currency = 'TOKEN' and posted <> 0 and owner like 'user:%' order by id`.execute(reader)
  return rows
}

/** How holds were resolved, by hold; open ones are left out. */
export async function resolutionsOf(reader: Reader, holdIds: readonly string[]): Promise<Map<string, 'post' | 'void'>> {
  const { rows } = await sql<{ id: string; phase: 'post' | 'void' }>`
    select hold_id as id, phase from ledger.hold_resolution where hold_id = any(${[...holdIds]}::uuid[])`.execute(
    reader,
  )
  return new Map(rows.map(({ id, phase }) => [id, phase]))
}
