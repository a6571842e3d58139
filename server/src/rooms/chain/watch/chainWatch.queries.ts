// The watcher's progress on a chain, and the addresses it looks for.
import { type Selectable, sql } from 'kysely'
import { anyOf, rowsOf } from '../../../kit/database/anyOf.ts'
import type { DB, Reader, Transaction } from '../../../kit/database/database.ts'
import type { Chain } from '../chain.payer.ts'
import type { Placed } from './chainNode.transfers.ts'
import { blocksKept, type Mark, type NodeState } from './chainWatch.rules.ts'

export type Head = { number: number; hash: string; at: Date; finalized: number | null }

const shown = (row: { number: bigint; hash: string; at: Date; finalized: bigint | null }): Head => ({
  number: Number(row.number),
  hash: row.hash,
  at: row.at,
  finalized: row.finalized === null ? null : Number(row.finalized),
})

export async function headOf(reader: Reader, chain: Chain): Promise<Head | null> {
  const row = await reader.selectFrom('chain.head').selectAll().where('chain', '=', chain).executeTakeFirst()
  return row ? shown(row) : null
}

/** Locks the chain's head: one process writes at a time. */
export async function lockHead(tx: Transaction, chain: Chain): Promise<Head | null> {
  const row = await tx.selectFrom('chain.head').selectAll().where('chain', '=', chain).forUpdate().executeTakeFirst()
  return row ? shown(row) : null
}

/** The head of a chain not read before; its block is stored like any other. */
export async function beginAt(tx: Transaction, chain: Chain, { number, hash, at }: Mark & { at: Date }): Promise<void> {
  const block = { chain, number: BigInt(number), hash, at }
  const head = { ...block, first: block.number }
  await tx
    .insertInto('chain.head')
    .values(head)
    .onConflict((conflict) => conflict.doNothing())
    .execute()
  await tx
    .insertInto('chain.block')
    .values(block)
    .onConflict((conflict) => conflict.doNothing())
    .execute()
}

export const setFinalized = (tx: Reader, chain: Chain, finalized: number | null) =>
  tx
    .updateTable('chain.head')
    .set({ finalized: finalized === null ? null : BigInt(finalized) })
    .where('chain', '=', chain)
    .execute()

export type Read = { number: number; hash: string; at: Date }

/** Moves the head past these blocks and stores them. */
export async function advance(tx: Transaction, chain: Chain, blocks: readonly Read[], zeros: number): Promise<void> {
  const last = blocks.at(-1)!
  await sql`
    insert into chain.block (chain, number, hash, at)
    select ${chain}, b.number, b.hash, b.at
      from jsonb_to_recordset(${rowsOf(blocks)}::jsonb) as b(number bigint, hash text, at timestamptz)
    on conflict (chain, number) do update set hash = excluded.hash, at = excluded.at`.execute(tx)
  await sql`
    update chain.head set number = ${last.number}, hash = ${last.hash}, at = ${last.at},
                          zero_transfers = zero_transfers + ${zeros}
     where chain = ${chain}`.execute(tx)
  await sql`delete from chain.block where chain = ${chain} and number < ${last.number - blocksKept}`.execute(tx)
}

/** Stored blocks below a number, newest first. */
export async function blocksBelow(reader: Reader, chain: Chain, number: number): Promise<Read[]> {
  const rows = await reader
    .selectFrom('chain.block')
    .select(['number', 'hash', 'at'])
    .where('chain', '=', chain)
    .where('number', '<', BigInt(number))
    .orderBy('number', 'desc')
    .execute()
  return rows.map((row) => ({ ...row, number: Number(row.number) }))
}

/**
 * Rolls back to a block: deposits detected above it are removed, and settled ones are marked missing until seen again.
 *
 * @returns the ids of both.
 */
export async function goBack(tx: Transaction, chain: Chain, to: Read, now: Date) {
  await sql`
    insert into chain.moved (chain, address)
    select chain, address from chain.deposit where chain = ${chain} and block_number > ${to.number}
    union select o.chain, a from chain.outflow o, unnest(array[o.from_address, o.to_address]) a
           where o.chain = ${chain} and o.block_number > ${to.number}
             and (a = o.from_address or o.kind = 'sweep')
    on conflict do nothing`.execute(tx)
  const gone = await sql<{ id: string }>`
    update chain.deposit set state = 'gone', version = version + 1
     where chain = ${chain} and block_number > ${to.number} and state in ('detected', 'confirming')
     returning id`.execute(tx)
  const missing = await sql<{ id: string }>`
    update chain.deposit set missing_since = ${now}, version = version + 1
     where chain = ${chain} and block_number > ${to.number} and missing_since is null
       and state in ('credited', 'unmatched', 'matched', 'rejected')
     returning id`.execute(tx)
  await sql`delete from chain.outflow where chain = ${chain} and block_number > ${to.number}`.execute(tx)
  await sql`delete from chain.block where chain = ${chain} and number > ${to.number}`.execute(tx)
  await sql`
    update chain.head set number = ${to.number}, hash = ${to.hash}, at = ${to.at} where chain = ${chain}`.execute(tx)
  return { gone: gone.rows.map(({ id }) => id), missing: missing.rows.map(({ id }) => id) }
}

/** These addresses of ours changed: their balances are read again. */
export async function markMoved(tx: Transaction, chain: Chain, addresses: readonly string[]): Promise<void> {
  if (addresses.length === 0) return
  await sql`
    insert into chain.moved (chain, address) select distinct ${chain}, unnest(${[...addresses]}::text[])
    on conflict do nothing`.execute(tx)
}

export type Known = { owner: string | null; own: boolean }

/** Those of these addresses that are ours: deposit addresses, and wallets (`own`). */
export async function ours(reader: Reader, chain: Chain, addresses: readonly string[]): Promise<Map<string, Known>> {
  if (addresses.length === 0) return new Map()
  const { rows } = await sql<{ address: string } & Known>`
    select address, owner_kind || ':' || owner_id as owner, false as own
      from chain.address where chain = ${chain} and address = ${anyOf(addresses)}
    union all
    select address, null, true from chain.wallet where chain = ${chain} and address = ${anyOf(addresses)}`.execute(
    reader,
  )
  return new Map(rows.map(({ address, ...known }) => [address, known]))
}

export type Seen = Placed & { id: string; at: Date }

/** With the state in which it vanished, and the explanation that ended its alarm. */
export type Returned = Pick<
  Selectable<DB['chain.deposit']>,
  'id' | 'usdt_micros' | 'owner_kind' | 'owner_id' | 'state' | 'explanation'
>

/**
 * Writes deposits seen on the chain: new ones, removed ones that returned, and missing ones found again. A vanished one, whose credit was
 * reversed, begins again.
 *
 * @returns the vanished ones.
 */
export async function saveDeposits(
  tx: Transaction,
  chain: Chain,
  seen: readonly Seen[],
  now: Date,
): Promise<Returned[]> {
  if (seen.length === 0) return []
  const returned = await restartVanished(tx, chain, seen)
  await sql`
    insert into chain.deposit as d (id, chain, transaction, ordinal, block_number, block_hash, at, from_address, address,
                                    usdt_micros, owner_kind, owner_id, detected_at)
    select s.id, ${chain}, s.transaction, s.ordinal, s."blockNumber", s."blockHash", s.at, s."from", s."to",
           s."usdtMicros", a.owner_kind, a.owner_id, ${now}
      from jsonb_to_recordset(${rowsOf(seen)}::jsonb)
        as s(id uuid, transaction text, ordinal int, "blockNumber" bigint, "blockHash" text, at timestamptz, "from" text,
             "to" text, "usdtMicros" bigint)
      left join chain.address a on a.chain = ${chain} and a.address = s."to"
    on conflict (chain, transaction, ordinal) do update
       set block_number = excluded.block_number, block_hash = excluded.block_hash, missing_since = null,
           state = case when d.state = 'gone' then 'detected' else d.state end,
           usdt_micros = case when d.state in ('gone', 'detected', 'confirming') then excluded.usdt_micros
                              else d.usdt_micros end,
           version = d.version + 1`.execute(tx)
  return returned
}

/** Vanished deposits among those seen: their alarm ends, and they are credited again once they are final. */
async function restartVanished(tx: Transaction, chain: Chain, seen: readonly Seen[]): Promise<Returned[]> {
  const { rows } = await sql<Returned>`
    with vanished as (
      select d.* from chain.deposit d
        join jsonb_to_recordset(${rowsOf(seen)}::jsonb) as s(transaction text, ordinal int) using (transaction, ordinal)
       where d.chain = ${chain} and d.vanished_at is not null order by d.id for update of d
    ), restarted as (
      update chain.deposit d
         set state = 'gone', reason = '', round = d.round + 1, transfer_id = null, settled_at = null, vanished_at = null,
             past_transfers = array_remove(d.past_transfers || d.transfer_id, null),
             explained_by = '', explanation = '', explained_at = null
        from vanished v where v.id = d.id)
    select id, usdt_micros, owner_kind, owner_id, state, explanation from vanished`.execute(tx)
  return rows
}

/** Outflows from our addresses: to one of our wallets a sweep, by an instruction a payment. */
export async function saveOutflows(
  tx: Transaction,
  chain: Chain,
  seen: readonly (Seen & { isOwn: boolean })[],
): Promise<void> {
  if (seen.length === 0) return
  await sql`
    insert into chain.outflow (id, chain, transaction, ordinal, block_number, block_hash, at, from_address, to_address,
                               usdt_micros, kind)
    select s.id, ${chain}, s.transaction, s.ordinal, s."blockNumber", s."blockHash", s.at, s."from", s."to",
           s."usdtMicros",
           case when s."isOwn" then 'sweep'
                when exists (select from chain.instruction i
                              where i.chain = ${chain} and i.address = s."to" and i.usdt_micros = s."usdtMicros"
                                and (i.state in ('signing', 'broadcast') and i.batch is not null
                                     or i.transaction = s.transaction and i.ordinal = s.ordinal)) then 'payment'
                else 'elsewhere' end
      from jsonb_to_recordset(${rowsOf(seen)}::jsonb)
        as s(id uuid, transaction text, ordinal int, "blockNumber" bigint, "blockHash" text, at timestamptz, "from" text,
             "to" text, "usdtMicros" bigint, "isOwn" boolean)
    on conflict (chain, transaction, ordinal) do update
       set block_number = excluded.block_number, block_hash = excluded.block_hash`.execute(tx)
}

/** A node's health; `since` is kept while the state stays the same. */
export async function saveNode(
  reader: Reader,
  chain: Chain,
  place: number,
  node: { state: NodeState; problem: string; number: number | null },
  now: Date,
): Promise<void> {
  await sql`
    insert into chain.node as n (chain, place, state, problem, number, since, seen_at)
    values (${chain}, ${place}, ${node.state}, ${node.problem}, ${node.number}, ${now}, ${now})
    on conflict (chain, place) do update
       set state = excluded.state, problem = excluded.problem, number = coalesce(excluded.number, n.number),
           seen_at = excluded.seen_at,
           since = case when n.state = excluded.state then n.since else excluded.since end`.execute(reader)
}

/** Deletes nodes no longer configured. */
export const forgetNodes = (reader: Reader, chain: Chain, count: number) =>
  reader.deleteFrom('chain.node').where('chain', '=', chain).where('place', '>=', count).execute()
