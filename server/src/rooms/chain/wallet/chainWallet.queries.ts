// Wallets, balances of addresses, outflows, and fees.
import type { Parsed } from '@greenroom/contract/call'
import type { gasList, outflowList, walletList } from '@greenroom/contract/chain'
import { type Selectable, sql } from 'kysely'
import type { Context } from '../../../kit/calls/context.ts'
import { visible } from '../../../kit/calls/scope.ts'
import { anyOf, rowsOf } from '../../../kit/database/anyOf.ts'
import type { DB, Reader, Transaction } from '../../../kit/database/database.ts'
import type { Keyset } from '../../../kit/database/paging.ts'
import { equals, type Filters, narrowedPage, span } from '../../../records/index.ts'
import { readAddress } from '../address/chainAddress.codec.ts'
import type { Chain } from '../chain.payer.ts'
import { markMoved } from '../watch/chainWatch.queries.ts'

export type BalanceRow = Selectable<DB['chain.balance']> & {
  id: string
  chain: Chain
  wallet: string | null
  owner_kind: string | null
  owner_id: bigint | null
}
export type Outflow = Selectable<DB['chain.outflow']> & { chain: Chain }
export type Gas = Selectable<DB['chain.gas']> & { chain: Chain }

const read = (text: string) => readAddress('trc20', text) ?? readAddress('erc20', text) ?? text

const balanceKeyset: Keyset<BalanceRow> = {
  sorts: { usdt: { column: 'b.usdt_micros', type: 'bigint', of: (row) => row.usdt_micros } },
  defaultSort: '-usdt',
  id: { column: 'b.address', type: 'text', of: (row) => row.address },
  defaultSize: 50,
}
const balanceFilters: Filters<typeof walletList> = {
  chain: equals('b.chain'),
  kind: (kind) => (kind === 'wallet' ? sql`w.address is not null` : sql`w.address is null`),
  address: (text) => sql`b.address = ${read(text)}`,
  differs: (differs) => (differs ? sql`b.usdt_micros <> b.expected_micros` : sql`b.usdt_micros = b.expected_micros`),
}

export function balancePage(context: Context, payload: Parsed<typeof walletList>) {
  const query = context.database
    .selectFrom('chain.balance as b')
    .leftJoin('chain.wallet as w', (join) => join.onRef('w.chain', '=', 'b.chain').onRef('w.address', '=', 'b.address'))
    .leftJoin('chain.address as a', (join) =>
      join.onRef('a.chain', '=', 'b.chain').onRef('a.address', '=', 'b.address'),
    )
    .selectAll('b')
    .select([sql<string>`b.chain || ' ' || b.address`.as('id'), 'w.name as wallet', 'a.owner_kind', 'a.owner_id'])
    .where(visible(context.scope))
  return narrowedPage<BalanceRow, typeof payload>(
    context,
    query.$castTo<BalanceRow>(),
    balanceFilters,
    balanceKeyset,
    payload,
  )
}

const outflowKeyset: Keyset<Outflow> = {
  sorts: { at: { column: 'o.at', type: 'timestamptz', of: (row) => row.at } },
  defaultSort: '-at',
  id: { column: 'o.id', type: 'uuid', of: (row) => row.id },
  defaultSize: 50,
}
const isAlarm = sql<boolean>`(o.kind = 'elsewhere' and o.explained_at is null)`
const outflowFilters: Filters<typeof outflowList> = {
  chain: equals('o.chain'),
  kind: equals('o.kind'),
  unexplained: (unexplained) => (unexplained ? isAlarm : sql`not ${isAlarm}`),
  ...span('o.at'),
}

export function outflowPage(context: Context, payload: Parsed<typeof outflowList>) {
  const query = context.database.selectFrom('chain.outflow as o').selectAll('o').where(visible(context.scope))
  return narrowedPage<Outflow, typeof payload>(
    context,
    query.$castTo<Outflow>(),
    outflowFilters,
    outflowKeyset,
    payload,
  )
}

const gasKeyset: Keyset<Gas> = {
  sorts: { at: { column: 'g.at', type: 'timestamptz', of: (row) => row.at } },
  defaultSort: '-at',
  id: { column: 'g.id', type: 'uuid', of: (row) => row.id },
  defaultSize: 50,
}
const gasFilters: Filters<typeof gasList> = { chain: equals('g.chain'), ...span('g.at') }

export function gasPage(context: Context, payload: Parsed<typeof gasList>) {
  const query = context.database.selectFrom('chain.gas as g').selectAll('g').where(visible(context.scope))
  return narrowedPage<Gas, typeof payload>(context, query.$castTo<Gas>(), gasFilters, gasKeyset, payload)
}

type NewGas = Omit<Gas, 'reversed_by' | 'reversed_at' | 'reverse_reason' | 'reversal_id'>

export const addGas = (tx: Transaction, gas: NewGas) => tx.insertInto('chain.gas').values(gas).execute()

export const lockGas = (tx: Transaction, id: string): Promise<Gas | undefined> =>
  tx.selectFrom('chain.gas').selectAll().where('id', '=', id).forUpdate().$castTo<Gas>().executeTakeFirst()

export const setGasReversed = (
  tx: Transaction,
  id: string,
  { by, at, reason, reversalId }: { by: string; at: Date; reason: string; reversalId: string },
) =>
  tx
    .updateTable('chain.gas')
    .set({ reversed_by: by, reversed_at: at, reverse_reason: reason, reversal_id: reversalId })
    .where('id', '=', id)
    .execute()

export const lockOutflows = async (tx: Transaction, ids: readonly string[]) =>
  new Map(
    (
      await tx
        .selectFrom('chain.outflow')
        .selectAll()
        .where('id', '=', anyOf(ids))
        .orderBy('id')
        .forUpdate()
        .$castTo<Outflow>()
        .execute()
    ).map((row) => [row.id, row]),
  )

export const explain = (tx: Transaction, ids: readonly string[], by: string, text: string, at: Date) =>
  tx
    .updateTable('chain.outflow')
    .set({ explained_by: by, explanation: text, explained_at: at })
    .where('id', '=', anyOf(ids))
    .execute()

export async function addWallet(
  tx: Transaction,
  { by, opening, ...wallet }: { chain: Chain; address: string; name: string; by: string; opening: bigint },
  now: Date,
): Promise<void> {
  await tx
    .insertInto('chain.wallet')
    .values({ ...wallet, registered_at: now, registered_by: by, opening_micros: opening })
    .execute()
  // Outflows from our addresses to it were sweeps, not losses.
  await sql`
    update chain.outflow set kind = 'sweep'
     where chain = ${wallet.chain} and to_address = ${wallet.address} and kind = 'elsewhere'`.execute(tx)
  await markMoved(tx, wallet.chain, [wallet.address])
}

/** What our addresses sent to an address up to a block: still in the books, except payments. */
export async function sweptTo(
  reader: Reader,
  { chain, address, upTo }: { chain: Chain; address: string; upTo: number },
): Promise<bigint> {
  const { rows } = await sql<{ sum: bigint }>`
    select coalesce(sum(usdt_micros), 0)::bigint as sum from chain.outflow
     where chain = ${chain} and to_address = ${address} and kind <> 'payment' and block_number <= ${upTo}`.execute(
    reader,
  )
  return rows[0]!.sum
}

/** True for a deposit address or an already registered wallet. */
export async function isOurs(reader: Reader, chain: Chain, address: string): Promise<boolean> {
  const { rows } = await sql`
    select from chain.address where chain = ${chain} and address = ${address}
    union all select from chain.wallet where chain = ${chain} and address = ${address} limit 1`.execute(reader)
  return rows.length > 0
}

/** The expected balance of an address: inflows less outflows, plus the balance at registration. */
const expected = sql`
  coalesce((select sum(d.usdt_micros) from chain.deposit d
             where d.chain = x.chain and d.address = x.address and d.state <> 'gone'
               and d.missing_since is null), 0)
  + coalesce((select sum(o.usdt_micros) from chain.outflow o where o.chain = x.chain and o.to_address = x.address
               and o.kind <> 'payment'), 0)
  - coalesce((select sum(o.usdt_micros) from chain.outflow o where o.chain = x.chain and o.from_address = x.address), 0)
  + x.opening`

/** Addresses to read: those with movements since they were read, then those not read since `before`. */
export async function addressesToRead(reader: Reader, chain: Chain, before: Date, limit: number) {
  const { rows } = await sql<{ address: string }>`
    (select address from chain.moved where chain = ${chain} order by address limit ${limit})
    union all
    (select b.address from chain.balance b where b.chain = ${chain} and b.at < ${before}
        and not exists (select from chain.moved m where m.chain = b.chain and m.address = b.address)
      order by b.at limit ${limit})
    limit ${limit}`.execute(reader)
  return rows.map(({ address }) => address)
}

/** Stores these balances with the expected ones, provided that the watcher is at this block. */
export async function saveBalances(
  tx: Transaction,
  chain: Chain,
  block: number,
  found: readonly { address: string; usdtMicros: bigint }[],
  now: Date,
): Promise<boolean> {
  const head = await tx
    .selectFrom('chain.head')
    .select('number')
    .where('chain', '=', chain)
    .forUpdate()
    .executeTakeFirst()
  if (Number(head?.number) !== block) return false
  await sql`
    insert into chain.balance (chain, address, usdt_micros, expected_micros, block_number, at)
    select x.chain, x.address, x.found, ${expected}, ${block}, ${now}
      from (select ${chain} as chain, f.address, f."usdtMicros" as found, coalesce(w.opening_micros, 0) as opening
              from jsonb_to_recordset(${rowsOf(found)}::jsonb) as f(address text, "usdtMicros" bigint)
              left join chain.wallet w on w.chain = ${chain} and w.address = f.address) x
    on conflict (chain, address) do update
       set usdt_micros = excluded.usdt_micros, expected_micros = excluded.expected_micros,
           block_number = excluded.block_number, at = excluded.at`.execute(tx)
  await tx
    .deleteFrom('chain.moved')
    .where('chain', '=', chain)
    .where('address', '=', anyOf(found.map(({ address }) => address)))
    .execute()
  return true
}

/** Counts and sums of a chain. */
export async function figures(reader: Reader, chain: Chain) {
  const { rows } = await sql<{
    on_chain: bigint
    pending: bigint
    differing: number
    outflows: number
    wallets: number
    addresses: number
    spares: number
  }>`
    select (select coalesce(sum(usdt_micros), 0)::bigint from chain.balance where chain = ${chain}) as on_chain,
           (select coalesce(sum(usdt_micros), 0)::bigint from chain.deposit
             where chain = ${chain} and state in ('detected', 'confirming')) as pending,
           (select count(*)::int from chain.balance where chain = ${chain} and usdt_micros <> expected_micros) as differing,
           (select count(*)::int from chain.outflow
             where chain = ${chain} and kind = 'elsewhere' and explained_at is null) as outflows,
           (select count(*)::int from chain.wallet where chain = ${chain}) as wallets,
           (select count(*)::int from chain.address where chain = ${chain} and owner_kind is not null) as addresses,
           (select count(*)::int from chain.address
             where chain = ${chain} and owner_kind is null and retired_at is null) as spares`.execute(reader)
  return rows[0]!
}

/** A chain's suspense: unmatched and rejected deposits that the chain still holds, and opening balances. */
export async function suspended(reader: Reader, chain: Chain): Promise<bigint> {
  const { rows } = await sql<{ sum: bigint }>`
    select (coalesce((select sum(usdt_micros) from chain.deposit
                       where chain = ${chain} and state in ('unmatched', 'rejected') and vanished_at is null), 0)
            + coalesce((select sum(opening_micros) from chain.wallet where chain = ${chain}), 0))::bigint as sum`.execute(
    reader,
  )
  return rows[0]!.sum
}
