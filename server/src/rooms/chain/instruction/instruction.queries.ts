// Payment instructions: the list, batches, and those still to be proved.
import type { Parsed } from '@greenroom/contract/call'
import type { usdtOutHashes, usdtOutList } from '@greenroom/contract/chain'
import { type Selectable, sql } from 'kysely'
import type { Context } from '../../../kit/calls/context.ts'
import { type Parties, partiesOfPayees } from '../../../kit/calls/parties.ts'
import { visible } from '../../../kit/calls/scope.ts'
import type { Concerns } from '../../../kit/calls/serve.ts'
import { anyOf, rowsOf } from '../../../kit/database/anyOf.ts'
import type { DB, Reader, Transaction } from '../../../kit/database/database.ts'
import type { Keyset } from '../../../kit/database/paging.ts'
import { among, equals, type Filters, narrowedPage, span } from '../../../records/index.ts'
import { readAddress, readTransaction } from '../address/chainAddress.codec.ts'
import type { Chain } from '../chain.payer.ts'

// The guilds and agents that an instruction pays (`kit/calls/parties.ts`).
async function partiesOfInstructions(reader: Reader, ids: readonly number[]): Promise<Parties> {
  const { rows } = await sql<{ payee_id: string }>`
    select distinct payee_id from chain.instruction where id = any(${ids}::bigint[])`.execute(reader)
  return partiesOfPayees(rows.map(({ payee_id }) => payee_id))
}

export const ofInstructions: Concerns<{ ids: readonly number[] }> = (reader, { ids }) =>
  partiesOfInstructions(reader, ids)
export const ofHashes: Concerns<Parsed<typeof usdtOutHashes>> = (reader, { lines }) =>
  partiesOfInstructions(
    reader,
    lines.map(({ id }) => id),
  )

export type Instruction = Selectable<DB['chain.instruction']> & { chain: Chain }

const keyset: Keyset<Instruction> = {
  sorts: { createdAt: { column: 'i.created_at', type: 'timestamptz', of: (row) => row.created_at } },
  defaultSort: '-createdAt',
  id: { column: 'i.id', type: 'int', of: (row) => row.id },
  defaultSize: 50,
}

const filters: Filters<typeof usdtOutList> = {
  chain: equals('i.chain'),
  state: equals('i.state'),
  batch: among('i.batch'),
  payoutBatch: among('i.payout_batch'),
  payeeId: equals('i.payee_id'),
  address: (text) => sql`i.address = ${readAddress('trc20', text) ?? readAddress('erc20', text) ?? text}`,
  transaction: (text) => sql`i.transaction = ${readTransaction(text) ?? text}`,
  ...span('i.created_at'),
}

export function instructionPage(context: Context, payload: Parsed<typeof usdtOutList>) {
  const query = context.database
    .selectFrom('chain.instruction as i')
    .selectAll('i')
    .$narrowType<{ chain: Chain }>()
    .where(visible(context.scope))
  return narrowedPage<Instruction, typeof payload>(context, query, filters, keyset, payload)
}

export type NewInstruction = {
  payoutId: string
  /** The payout batch it belongs to. */
  payoutBatch: number | null
  payeeName: string
  payeeId: string
  chain: Chain
  address: string
  usdtMicros: bigint
  /** Since when the payee has had the address, if known. */
  since: Date | null
}

/** Addresses of payees; one not paid before is new since it became known, or since now. */
export async function keepPayees(tx: Transaction, lines: readonly NewInstruction[], now: Date): Promise<void> {
  await sql`
    insert into chain.payee (payee_id, chain, address, since)
    select distinct on (l."payeeId", l.chain, l.address) l."payeeId", l.chain, l.address, coalesce(l.since, ${now})
      from jsonb_to_recordset(${rowsOf(lines)}::jsonb) as l("payeeId" text, chain text, address text, since timestamptz)
    on conflict do nothing`.execute(tx)
}

/** @returns the ids of the instructions, by payout. */
export async function addInstructions(
  tx: Transaction,
  lines: readonly NewInstruction[],
  now: Date,
  waitHours: number,
): Promise<Map<string, number>> {
  const { rows } = await sql<{ id: number; payout_id: string }>`
    insert into chain.instruction (payout_id, payout_batch, payee_name, payee_id, chain, address, usdt_micros, not_before, created_at)
    select l."payoutId", l."payoutBatch", l."payeeName", l."payeeId", l.chain, l.address, l."usdtMicros",
           p.since + make_interval(hours => ${waitHours}), ${now}
      from jsonb_to_recordset(${rowsOf(lines)}::jsonb)
        as l("payoutId" text, "payoutBatch" int, "payeeName" text, "payeeId" text, chain text, address text, "usdtMicros" bigint)
      join chain.payee p on p.payee_id = l."payeeId" and p.chain = l.chain and p.address = l.address
     order by l."payoutId"
    returning id, payout_id`.execute(tx)
  return new Map(rows.map((row) => [row.payout_id, row.id]))
}

/** These instructions, locked in id order. */
export const lockInstructions = async (tx: Transaction, ids: readonly number[]) =>
  new Map(
    (
      await tx
        .selectFrom('chain.instruction')
        .selectAll()
        .where('id', '=', anyOf(ids))
        .orderBy('id')
        .forUpdate()
        .$castTo<Instruction>()
        .execute()
    ).map((row) => [row.id, row]),
  )

/** A new batch of these instructions. @returns its number. */
export async function takeBatch(
  tx: Transaction,
  chain: Chain,
  rows: readonly Instruction[],
  by: string,
  now: Date,
): Promise<number> {
  const { number } = await tx
    .insertInto('chain.instruction_batch')
    .values({
      chain,
      usdt_micros: rows.reduce((sum, row) => sum + row.usdt_micros, 0n),
      lines: rows.length,
      taken_by: by,
      taken_at: now,
    })
    .returning('number')
    .executeTakeFirstOrThrow()
  await tx
    .updateTable('chain.instruction')
    .set((row) => ({ batch: number, version: row('version', '+', 1) }))
    .where('id', '=', anyOf(rows.map(({ id }) => id)))
    .execute()
  return number
}

export const countAgain = (tx: Transaction, batches: readonly number[]) =>
  tx
    .updateTable('chain.instruction_batch')
    .set((row) => ({ times: row('times', '+', 1) }))
    .where('number', '=', anyOf(batches))
    .execute()

export async function setHashes(
  tx: Transaction,
  hashes: readonly { id: number; transaction: string }[],
  now: Date,
): Promise<void> {
  await sql`
    update chain.instruction i
       set state = 'broadcast', transaction = h.transaction, sender = null, nonce = null, reason = 'usdt.notSeen',
           broadcast_at = ${now}, version = i.version + 1
      from jsonb_to_recordset(${rowsOf(hashes)}::jsonb) as h(id int, transaction text)
     where i.id = h.id`.execute(tx)
}

/** Instructions to be proved, oldest first. */
export const instructionsToProve = (reader: Reader, chain: Chain, limit: number): Promise<Instruction[]> =>
  reader
    .selectFrom('chain.instruction')
    .selectAll()
    .where('chain', '=', chain)
    .where('state', '=', 'broadcast')
    .orderBy('broadcast_at')
    .orderBy('id')
    .limit(limit)
    .$castTo<Instruction>()
    .execute()

/** Ordinals of a transaction's transfers that already prove an instruction. */
export async function usedOrdinals(tx: Reader, chain: Chain, transaction: string): Promise<Set<number>> {
  const rows = await tx
    .selectFrom('chain.instruction')
    .select('ordinal')
    .where('chain', '=', chain)
    .where('transaction', '=', transaction)
    .where('ordinal', 'is not', null)
    .execute()
  return new Set(rows.map(({ ordinal }) => ordinal!))
}

/** Registered wallets among these addresses. */
export async function walletsAmong(reader: Reader, chain: Chain, addresses: readonly string[]): Promise<Set<string>> {
  const rows = await reader
    .selectFrom('chain.wallet')
    .select('address')
    .where('chain', '=', chain)
    .where('address', '=', anyOf(addresses))
    .execute()
  return new Set(rows.map(({ address }) => address))
}

export const setSender = (tx: Reader, id: number, sender: { from: string; nonce: number }) =>
  tx
    .updateTable('chain.instruction')
    .set({ sender: sender.from, nonce: BigInt(sender.nonce) })
    .where('id', '=', id)
    .where('sender', 'is', null)
    .execute()

export const setReason = (tx: Reader, id: number, reason: string) =>
  tx
    .updateTable('chain.instruction')
    .set({ reason })
    .where('id', '=', id)
    .where('state', '=', 'broadcast')
    .where('reason', '<>', reason)
    .execute()

export const endPaid = (tx: Transaction, id: number, proof: { ordinal: number; at: Date }) =>
  tx
    .updateTable('chain.instruction')
    .set((row) => ({
      state: 'success',
      reason: '',
      ordinal: proof.ordinal,
      ended_at: proof.at,
      version: row('version', '+', 1),
    }))
    .where('id', '=', id)
    .execute()

export const endFailed = (tx: Transaction, ids: readonly number[], reason: string, now: Date) =>
  tx
    .updateTable('chain.instruction')
    .set((row) => ({ state: 'failure', reason, ended_at: now, version: row('version', '+', 1) }))
    .where('id', '=', anyOf(ids))
    .execute()

/** Failed instructions of these payouts, ended by hand. */
export const endByHand = (tx: Transaction, payoutIds: readonly string[]) =>
  tx
    .updateTable('chain.instruction')
    .set((row) => ({ state: 'manual processing successful', version: row('version', '+', 1) }))
    .where('payout_id', '=', anyOf(payoutIds))
    .where('state', '=', 'failure')
    .returningAll()
    .execute()
