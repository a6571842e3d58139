// USDT by the chains' tables, in the reconciliation's snapshot.
import { sql } from 'kysely'
import type { Reader } from '../../../kit/database/database.ts'
import type { Sided } from './reconcile.rules.ts'

export type ChainSums = { chain: 'trc20' | 'erc20'; cash: bigint; suspense: bigint }

/**
 * By chain: final deposits, proved payments, and the unmatched part. Vanished deposits count as neither; a wallet's balance at registration
 * is in suspense.
 */
export async function chainSums(reader: Reader): Promise<ChainSums[]> {
  const { rows } = await sql<ChainSums>`
    select c.chain,
           (coalesce(d.settled, 0) + coalesce(w.opening, 0) - coalesce(d.paid, 0))::bigint as cash,
           (coalesce(d.unclaimed, 0) + coalesce(w.opening, 0))::bigint as suspense
      from unnest(array['trc20', 'erc20']) as c(chain)
      left join (select owner as chain, sum(amount) filter (where what = 'chain.settled') as settled,
                        sum(amount) filter (where what = 'chain.unclaimed') as unclaimed,
                        sum(amount) filter (where what = 'chain.paid') as paid
                   from kit.kept_sum where what in ('chain.settled', 'chain.unclaimed', 'chain.paid') group by owner) d using (chain)
      left join (select chain, sum(opening_micros) as opening from chain.wallet group by chain) w using (chain)
     order by c.chain desc`.execute(reader)
  return rows
}

/** Credits of deposits by a transfer from the moment of `fromId` on, by that transfer; those taken back since then included. */
export async function creditedDeposits(reader: Reader, fromId: string): Promise<Sided[]> {
  const { rows } = await sql<Sided>`
    select transfer_id as id, 'deposit ' || id as name, usdt_micros as amount,
           '/finance/usdtIn?transaction=' || transaction as href
      from chain.deposit where transfer_id >= ${fromId}::uuid
    union all
    select transfer, 'deposit ' || d.id, d.usdt_micros, '/finance/usdtIn?transaction=' || d.transaction
      from chain.deposit d, unnest(d.past_transfers) transfer where d.round > 0 and transfer >= ${fromId}::uuid`.execute(
    reader,
  )
  return rows
}

/** Deposits of blocks since a moment, the newest: whether their state says that a payer was credited, and whether a transfer did it. */
export async function depositStates(
  reader: Reader,
  since: Date,
  newest: number,
): Promise<{ recorded: Sided[]; posted: Sided[] }> {
  const { rows } = await sql<{ id: string; recorded: bigint; posted: bigint; href: string }>`
    select 'deposit ' || id as id, '/finance/usdtIn?transaction=' || transaction as href,
           (state in ('credited', 'matched'))::int::bigint as recorded, (transfer_id is not null)::int::bigint as posted
      from chain.deposit where at >= ${since} order by at desc, id desc limit ${newest}`.execute(reader)
  const side = (of: 'recorded' | 'posted') =>
    rows.map((row): Sided => ({ id: row.id, name: row.id, amount: row[of], href: row.href }))
  return { recorded: side('recorded'), posted: side('posted') }
}

/** Payments proved on the chain since a moment, by the reference of the ledger's transfers. */
export async function provedPayments(reader: Reader, since: Date): Promise<Sided[]> {
  const { rows } = await sql<Sided>`
    select r.reference as id, r.reference as name, sum(r.usdt_micros)::bigint as amount,
           '/finance/usdtOut?transaction=' || min(r.transaction) as href
      from (select i.usdt_micros, i.transaction,
                   case p.source when 'withdrawal' then 'withdrawal ' when 'guild.request' then 'guild request '
                                 when 'guild.week' then 'settlement ' when 'promoter' then 'promoter settlement '
                                 else p.source || ' ' end || p.source_id as reference
              from chain.instruction i join finance.payout p on p.id = i.payout_id::uuid
             where i.state = 'success' and i.ended_at >= ${since}) r
     group by r.reference`.execute(reader)
  return rows
}

export type ChainBalances = {
  found: bigint
  expected: bigint
  differing: { subject: string; left: string; right: string }[]
}

/**
 * Balances of all addresses on the chain when last read, in micro-USDT, against the expected ones: both sums, and the first `atMost`
 * addresses that differ. Summed in the database, as there are as many addresses as payers.
 */
export async function chainBalances(reader: Reader, atMost: number): Promise<ChainBalances> {
  const { rows: summed } = await sql<{ found: bigint; expected: bigint }>`
    select coalesce(sum(usdt_micros), 0)::bigint as found, coalesce(sum(expected_micros), 0)::bigint as expected
      from chain.balance`.execute(reader)
  const { rows: differing } = await sql<ChainBalances['differing'][number]>`
    select chain || ' ' || address as subject, usdt_micros::text as left, expected_micros::text as right
      from chain.balance where usdt_micros <> expected_micros order by chain, address limit ${atMost}`.execute(reader)
  return { ...summed[0]!, differing }
}
