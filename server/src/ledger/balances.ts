// Balances for other rooms: of users now, and of any account at a given time.
import { sql } from 'kysely'
import type { Reader } from '../kit/database/database.ts'
import type { AskedAccount, Purpose } from './ledger.accounts.ts'
import { type Part, within } from './newEntries.ts'

/** What a user owns, in whole tokens and bonus. `reserved` is the part that calls and withdrawals hold. */
export type UserBalance = {
  userId: bigint
  paidTokens: bigint
  promoTokens: bigint
  reservedTokens: bigint
  bonus: bigint
  reservedBonus: bigint
  /** The debt from refunds and chargebacks. */
  debtTokens: bigint
}

const sums = sql`
         coalesce(sum(posted) filter (where purpose = 'paid'), 0)::bigint as "paidTokens",
         coalesce(sum(posted) filter (where purpose = 'promo'), 0)::bigint as "promoTokens",
         coalesce(sum(reserved) filter (where currency = 'TOKEN'), 0)::bigint as "reservedTokens",
         coalesce(sum(posted) filter (where purpose = 'bonus'), 0)::bigint as "bonus",
         coalesce(sum(reserved) filter (where purpose = 'bonus'), 0)::bigint as "reservedBonus",
         coalesce(-sum(posted) filter (where purpose = 'debt'), 0)::bigint as "debtTokens"
    from ledger.account`

/** Exact balances of these users, by id; users without an account are left out. */
export async function balancesOfUsers(reader: Reader, userIds: readonly bigint[]): Promise<Map<bigint, UserBalance>> {
  if (userIds.length === 0) return new Map()
  const owners = userIds.map((id) => `user:${id}`)
  const { rows } = await sql<UserBalance>`
    select substr(owner, 6)::bigint as "userId", ${sums} where owner = any(${owners}::text[]) group by owner`.execute(
    reader,
  )
  return new Map(rows.map((row) => [row.userId, row]))
}
/** What these users owe, in tokens, by id; those who owe nothing are left out. */
export async function owedByUsers(reader: Reader, userIds: readonly bigint[]): Promise<Map<bigint, bigint>> {
  if (userIds.length === 0) return new Map()
  const { rows } = await sql<{ userId: bigint; tokens: bigint }>`
    select u.id as "userId", -a.posted as tokens
      from unnest(${[...userIds]}::bigint[]) as u(id)
     cross join lateral (select posted from ledger.account
                          where owner = 'user:' || u.id and purpose || '' = 'debt' limit 1) a
     where a.posted < 0`.execute(reader)
  return new Map(rows.map(({ userId, tokens }) => [userId, tokens]))
}

/** Balances of the users whose accounts changed within the part. `offset 0`: by index, since no plan knows how many entries are new. */
export async function changedUserBalances(reader: Reader, part: Part): Promise<UserBalance[]> {
  const { rows } = await sql<UserBalance>`
    select substr(o.owner, 6)::bigint as "userId", b.*
      from (select distinct a.owner
              from (select account_id from ledger.entry where version is not null and ${within(part)} offset 0) e
             cross join lateral (select owner from ledger.account where id = e.account_id offset 0) a
             where a.owner like 'user:%') o
     cross join lateral (select ${sums} where owner = o.owner) b`.execute(reader)
  return rows
}

/** Credit-positive. `version` counts the account's entries until then. */
export type BalanceAt = { posted: bigint; reserved: bigint; version: bigint; at: Date }

/**
 * The balance of an account at a given time, by the entries recorded until then: for an owned account, from its last entry. For a
 * platform account, which has no balance, folded days are summed, so the answer is for the start of the UTC day, returned as `at`.
 *
 * @param at the present when omitted; a platform account is then exact, too.
 * @returns undefined when there is no such account.
 */
export async function balanceAt(
  reader: Reader,
  key: AskedAccount,
  now: Date,
  at?: Date,
): Promise<BalanceAt | undefined> {
  const account = await reader
    .selectFrom('ledger.account')
    .select(['id', 'derived', 'posted', 'reserved', 'version'])
    .where('owner', '=', key.owner)
    .where('purpose', '=', key.purpose as Purpose)
    .where('currency', '=', key.currency)
    .executeTakeFirst()
  if (!account) return undefined
  if (account.derived) return at ? derivedAt(reader, account.id, at) : derivedNow(reader, account.id, now)
  if (!at) return { posted: account.posted, reserved: account.reserved, version: account.version, at: now }
  // Clocks may differ slightly from the order of writes, so the last entry is the highest version within the last minutes. Both ends of
  // that span use the index.
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

/** What guilds are owed and owe, in millionths of a dollar; `reserved` is what their requests hold. */
export type GuildBalance = { payable: bigint; reserved: bigint; debt: bigint }

/** Exact balances of these guilds, or of all, by id; guilds without an account are left out. */
export async function guildBalances(reader: Reader, guildIds?: readonly number[]): Promise<Map<number, GuildBalance>> {
  const owners = guildIds?.map((id) => `guild:${id}`) ?? null
  const { rows } = await sql<GuildBalance & { guildId: number }>`
    select substr(owner, 7)::int as "guildId",
           coalesce(sum(posted) filter (where purpose = 'payable'), 0)::bigint as payable,
           coalesce(sum(reserved) filter (where purpose = 'payable'), 0)::bigint as reserved,
           coalesce(-sum(posted) filter (where purpose = 'debt'), 0)::bigint as debt
      from ledger.account
     where currency = 'USD' and owner like 'guild:%' and (${owners}::text[] is null or owner = any(${owners}::text[]))
     group by owner`.execute(reader)
  return new Map(rows.map(({ guildId, ...balance }) => [guildId, balance]))
}

/** What promoters are owed in USD micros, by their id: all, or these. */
export async function promoterBalances(reader: Reader, promoterIds?: readonly number[]): Promise<Map<number, bigint>> {
  const owners = promoterIds?.map((id) => `promoter:${id}`) ?? null
  const { rows } = await sql<{ id: number; posted: bigint }>`
    select substr(owner, 10)::int as id, posted from ledger.account
     where currency = 'USD' and purpose = 'payable' and owner like 'promoter:%'
       and (${owners}::text[] is null or owner = any(${owners}::text[]))`.execute(reader)
  return new Map(rows.map(({ id, posted }) => [id, posted]))
}

/** An agent's tokens with the deferred revenue behind them, and what they are owed and owe, in millionths of a dollar. */
/** `reserved`: the part of the payable that a batch holds. */
export type AgentBalance = { stock: bigint; costMicros: bigint; payable: bigint; reserved: bigint; debt: bigint }

/** Exact balances of these agents, or of all, by id; agents without an account are left out. */
export async function agentBalances(reader: Reader, agentIds?: readonly number[]): Promise<Map<number, AgentBalance>> {
  const owners = agentIds?.map((id) => `agent:${id}`) ?? null
  const { rows } = await sql<AgentBalance & { agentId: number }>`
    select substr(owner, 7)::int as "agentId",
           coalesce(sum(posted) filter (where purpose = 'stock'), 0)::bigint as stock,
           coalesce(sum(cost_micros) filter (where purpose = 'stock'), 0)::bigint as "costMicros",
           coalesce(sum(posted) filter (where purpose = 'payable'), 0)::bigint as payable,
           coalesce(sum(reserved) filter (where purpose = 'payable'), 0)::bigint as reserved,
           coalesce(-sum(posted) filter (where purpose = 'debt'), 0)::bigint as debt
      from ledger.account
     where owner like 'agent:%' and (${owners}::text[] is null or owner = any(${owners}::text[]))
     group by owner`.execute(reader)
  return new Map(rows.map(({ agentId, ...balance }) => [agentId, balance]))
}

/**
 * What a payable in US cents repays of a debt in tokens, each worth 1/`tokensPerUsd` dollars: whole cents, and the tokens they pay for; a
 * token paid in part counts as paid.
 *
 * @returns null if nothing.
 */
export function repaidBy(
  owed: { tokens: bigint; tokensPerUsd: number },
  payableCents: bigint,
): { cents: bigint; tokens: bigint } | null {
  if (owed.tokens <= 0n || payableCents <= 0n) return null
  const owedCents = (owed.tokens * 100n) / BigInt(owed.tokensPerUsd)
  const cents = owedCents < payableCents ? owedCents : payableCents
  if (cents === 0n) return null
  const paidFor = (cents * BigInt(owed.tokensPerUsd) + 99n) / 100n
  return { cents, tokens: paidFor < owed.tokens ? paidFor : owed.tokens }
}
