// Deposits: the list, and settling final ones. Platform data: guild and agent callers find none.
import type { Parsed } from '@greenroom/contract/call'
import type { usdtInList } from '@greenroom/contract/chain'
import { type Selectable, sql } from 'kysely'
import type { Context } from '../../../kit/calls/context.ts'
import { visible } from '../../../kit/calls/scope.ts'
import { anyOf, rowsOf } from '../../../kit/database/anyOf.ts'
import type { DB, Reader, Transaction, ValueOf } from '../../../kit/database/database.ts'
import type { Keyset } from '../../../kit/database/paging.ts'
import { among, equals, type Filters, narrowedPage, span } from '../../../records/index.ts'
import { readAddress, readTransaction } from '../address/chainAddress.codec.ts'
import type { Chain } from '../chain.payer.ts'
import type { PaidBefore } from './deposit.suggest.ts'

export type Deposit = Selectable<DB['chain.deposit']> & { chain: Chain }
export type DepositRow = Deposit & { head_number: bigint | null; finalized: bigint | null }

const keyset: Keyset<DepositRow> = {
  sorts: { at: { column: 'd.at', type: 'timestamptz', of: (row) => row.at } },
  defaultSort: '-at',
  id: { column: 'd.id', type: 'uuid', of: (row) => row.id },
  defaultSize: 50,
}

/** An address of either chain; other input is used as is and matches nothing. */
const addressOf = (text: string) => readAddress('trc20', text) ?? readAddress('erc20', text) ?? text.toLowerCase()

/** Vanished, and neither explained nor seen again. */
const isAlarm = sql<boolean>`(d.vanished_at is not null and d.explained_at is null)`
const filters: Filters<typeof usdtInList> = {
  chain: equals('d.chain'),
  state: equals('d.state'),
  ownerKind: equals('d.owner_kind'),
  ownerId: among('d.owner_id'),
  address: (text) => sql`d.address = ${addressOf(text)}`,
  transaction: (text) => sql`d.transaction = ${readTransaction(text) ?? text}`,
  vanished: (vanished) => (vanished ? sql`d.vanished_at is not null` : sql`d.vanished_at is null`),
  unexplained: (unexplained) => (unexplained ? isAlarm : sql`not ${isAlarm}`),
  ...span('d.at'),
}

const depositsOf = ({ database, scope }: Context) =>
  database
    .selectFrom('chain.deposit as d')
    .leftJoin('chain.head as h', 'h.chain', 'd.chain')
    .selectAll('d')
    .select(['h.number as head_number', 'h.finalized'])
    .$narrowType<{ chain: Chain }>()
    .where(visible(scope))

export const depositPage = (context: Context, payload: Parsed<typeof usdtInList>) =>
  narrowedPage<DepositRow, typeof payload>(context, depositsOf(context), filters, keyset, payload)

export const depositById = (context: Context, id: string): Promise<DepositRow | undefined> =>
  depositsOf(context).where('d.id', '=', id).executeTakeFirst()

/** The owners of these deposits, as far as they have one. */
export const ownersOf = (rows: readonly Deposit[]): PaidBefore['owner'][] =>
  rows.flatMap(({ owner_kind: kind, owner_id: id }) =>
    kind === null ? [] : [{ kind: kind as PaidBefore['owner']['kind'], id: Number(id) }],
  )

/** To whom other deposits from this wallet were credited, and how many. */
export async function paidFromWallet(
  reader: Reader,
  { id, from_address, chain }: Pick<Deposit, 'id' | 'from_address' | 'chain'>,
): Promise<PaidBefore[]> {
  const { rows } = await sql<{ kind: PaidBefore['owner']['kind']; payer: number; deposits: number }>`
    select owner_kind as kind, owner_id::int as payer, count(*)::int as deposits from chain.deposit
     where from_address = ${from_address} and chain = ${chain} and id <> ${id} and state in ('credited', 'matched')
       and owner_kind is not null
     group by 1, 2`.execute(reader)
  return rows.map(({ kind, payer, deposits }) => ({ owner: { kind, id: payer }, deposits }))
}

/** The number of vanished deposits that nobody explained, of all chains or of one. */
export async function unexplainedVanished(reader: Reader, chain?: Chain): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from chain.deposit d
     where ${isAlarm} and (${chain ?? null}::text is null or d.chain = ${chain ?? null})`.execute(reader)
  return rows[0]!.count
}

export const explain = (tx: Transaction, ids: readonly string[], by: string, text: string, at: Date) =>
  tx
    .updateTable('chain.deposit')
    .set((row) => ({ explained_by: by, explanation: text, explained_at: at, version: row('version', '+', 1) }))
    .where('id', '=', anyOf(ids))
    .execute()

/** Deposits with at least one block on top are confirming. */
export const beginConfirming = (tx: Reader, chain: Chain) =>
  sql`
  update chain.deposit d set state = 'confirming', version = version + 1
   where chain = ${chain} and state = 'detected'
     and block_number < (select number from chain.head h where h.chain = ${chain})`.execute(tx)

/** Open deposits in final blocks, oldest first. */
export const finalDeposits = (
  reader: Reader,
  chain: Chain,
  upTo: number,
  limit: number,
  parked: readonly string[],
): Promise<Deposit[]> =>
  reader
    .selectFrom('chain.deposit')
    .selectAll()
    .where('chain', '=', chain)
    .where('state', 'in', ['detected', 'confirming'])
    .where('block_number', '<=', BigInt(Math.max(0, upTo)))
    .where(sql<boolean>`id::text <> all(${[...parked]}::text[])`)
    .orderBy('block_number')
    .orderBy('id')
    .limit(limit)
    .$castTo<Deposit>()
    .execute()

export type ToJudge = Deposit & {
  retired: boolean
  is_wallet: boolean
  /** Staff matched it to another payer than its address's owner. */
  by_staff: boolean
}

/** These deposits, locked in id order, with the current state of their address. */
export async function lockDeposits(tx: Transaction, ids: readonly string[]): Promise<ToJudge[]> {
  await sql`select from chain.deposit where id = ${anyOf(ids)} order by id for update`.execute(tx)
  const { rows } = await sql<ToJudge>`
    select d.*, a.retired_at is not null as retired,
           (d.owner_kind, d.owner_id) is distinct from (a.owner_kind, a.owner_id) as by_staff,
           exists (select from chain.wallet w where w.chain = d.chain and w.address = d.address) as is_wallet
      from chain.deposit d left join chain.address a on a.chain = d.chain and a.address = d.address
     where d.id = ${anyOf(ids)} order by d.id`.execute(tx)
  return rows
}

export type Settled = {
  id: string
  state: string
  reason: string
  transferId: string | null
  by?: string
  why?: string
}

/** @param nodes how many nodes hold them; 0 for a decision of staff, who rely on none */
export async function settle(
  tx: Transaction,
  settled: readonly Settled[],
  at: Date,
  nodes: 0 | 1 | 2 = 0,
): Promise<void> {
  if (settled.length === 0) return
  await sql`
    update chain.deposit d
       set state = s.state, reason = s.reason, nodes = greatest(d.nodes, ${nodes}::int), transfer_id = s."transferId", settled_at = ${at}, version = d.version + 1,
           decided_by = coalesce(s.by, d.decided_by), decision_reason = coalesce(s.why, d.decision_reason)
      from jsonb_to_recordset(${rowsOf(settled)}::jsonb)
        as s(id uuid, state text, reason text, "transferId" uuid, by text, why text)
     where d.id = s.id`.execute(tx)
}

/** The sum of a chain's deposits that were settled on the word of one node since `from`, in millionths. */
export async function settledByOneNode(reader: Reader, chain: Chain, from: Date): Promise<bigint> {
  const { rows } = await sql<{ sum: bigint }>`
    select coalesce(sum(usdt_micros), 0)::bigint as sum from chain.deposit
     where chain = ${chain} and nodes = 1 and settled_at > ${from}`.execute(reader)
  return rows[0]!.sum
}

/** What open deposits wait for apart from confirmations. */
export const setWaiting = (tx: Reader, ids: readonly string[], reason: string) =>
  tx
    .updateTable('chain.deposit')
    .set({ reason })
    .where('id', '=', anyOf(ids))
    .where('state', 'in', ['detected', 'confirming'])
    .where('reason', '<>', reason)
    .execute()

/** A matched deposit becomes unmatched again, its address's owner the presumed payer. */
export const takeBack = (
  tx: Transaction,
  { id, reason, by, why, at }: { id: string; reason: string; by: string; why: string; at: Date },
) =>
  sql`
  update chain.deposit d
     set state = 'unmatched', reason = ${reason}, round = d.round + 1, transfer_id = null,
         past_transfers = d.past_transfers || d.transfer_id, settled_at = ${at}, decided_by = ${by},
         decision_reason = ${why}, version = d.version + 1,
         (owner_kind, owner_id) = (select a.owner_kind, a.owner_id from chain.address a
                                    where a.chain = d.chain and a.address = d.address)
   where d.id = ${id}`.execute(tx)

export const setOwner = (tx: Transaction, id: string, kind: ValueOf<'chain.deposit', 'owner_kind'>, ownerId: number) =>
  tx
    .updateTable('chain.deposit')
    .set({ owner_kind: kind, owner_id: BigInt(ownerId) })
    .where('id', '=', id)
    .execute()

export const setApproval = (tx: Transaction, id: string, approvalId: string) =>
  tx.updateTable('chain.deposit').set({ approval_id: approvalId }).where('id', '=', id).execute()

/** Ids of settled deposits that the chain has not held for as many blocks as a deposit needs. */
export async function vanishedDeposits(
  reader: Reader,
  chain: Chain,
  upTo: number,
  parked: readonly string[],
): Promise<string[]> {
  const rows = await reader
    .selectFrom('chain.deposit')
    .select('id')
    .where('chain', '=', chain)
    .where('missing_since', 'is not', null)
    .where('vanished_at', 'is', null)
    .where('block_number', '<=', BigInt(Math.max(0, upTo)))
    .where(sql<boolean>`id::text <> all(${[...parked]}::text[])`)
    .orderBy('id')
    .limit(200)
    .execute()
  return rows.map(({ id }) => id)
}

/** Those of them that are still missing, locked in id order. */
export const lockVanished = (tx: Transaction, ids: readonly string[]): Promise<Deposit[]> =>
  tx
    .selectFrom('chain.deposit')
    .selectAll()
    .where('id', '=', anyOf(ids))
    .where('missing_since', 'is not', null)
    .where('vanished_at', 'is', null)
    .orderBy('id')
    .forUpdate()
    .$castTo<Deposit>()
    .execute()

export const setVanished = (tx: Transaction, ids: readonly string[], at: Date) =>
  tx
    .updateTable('chain.deposit')
    .set((row) => ({ vanished_at: at, version: row('version', '+', 1) }))
    .where('id', '=', anyOf(ids))
    .execute()
