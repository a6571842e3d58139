// Payout batches and their payouts.
import type { Parsed } from '@greenroom/contract/call'
import type { payoutBatchList } from '@greenroom/contract/payoutBatches'
import { type Selectable, sql } from 'kysely'
import type { Context, Scope } from '../../../kit/calls/context.ts'
import { visible } from '../../../kit/calls/scope.ts'
import { anyOf } from '../../../kit/database/anyOf.ts'
import type { DB, Reader, Transaction } from '../../../kit/database/database.ts'
import type { Keyset } from '../../../kit/database/paging.ts'
import { among, equals, type Filters, narrowedPage, span } from '../../../records/index.ts'
import type { PayoutKind } from './payouts.source.ts'

export type BatchRow = Selectable<DB['finance.payout_batch']> & { paid: number; failed: number }
export type PayoutRow = Omit<Selectable<DB['finance.payout']>, 'source'> & { source: PayoutKind }

/** A payout, and who made its batch. */
export type BatchedRow = PayoutRow & { made_by: string; made_by_id: number }

/** These payouts with their batches, locked to serialise changes. */
export async function lockPayouts(tx: Transaction, ids: readonly string[]): Promise<BatchedRow[]> {
  await sql`
    select from finance.payout_batch where id in (select batch_id from finance.payout where id = any(${ids}::uuid[]))
     order by id for update`.execute(tx)
  return tx
    .selectFrom('finance.payout as p')
    .innerJoin('finance.payout_batch as b', 'b.id', 'p.batch_id')
    .selectAll('p')
    .select(['b.made_by', 'b.made_by_id'])
    .where('p.id', '=', anyOf(ids))
    .orderBy('p.id')
    .$castTo<BatchedRow>()
    .execute()
}

/** The newest payout of an item, if it ended without a payment. */
export async function failedPayouts(reader: Reader, source: PayoutKind, ids: readonly string[]): Promise<string[]> {
  const { rows } = await sql<{ id: string; state: string }>`
    select distinct on (source_id) id, state from finance.payout
     where source = ${source} and source_id = any(${ids}::text[]) order by source_id, id desc`.execute(reader)
  return rows.flatMap(({ id, state }) => (state === 'failed' ? id : []))
}

export type Instructed = { id: number; state: string; reason: string }

/** The instructions of a batch, by payout. */
export async function instructionsOf(reader: Reader, batchId: number): Promise<Map<string, Instructed>> {
  const rows = await reader
    .selectFrom('chain.instruction')
    .select(['payout_id as payoutId', 'id', 'state', 'reason'])
    .where('payout_batch', '=', batchId)
    .execute()
  return new Map(rows.map(({ payoutId, ...row }) => [payoutId, row]))
}

const ended = (state: string) =>
  sql<number>`(select count(*)::int from finance.payout p where p.batch_id = b.id and p.state = ${state})`

const batches = (reader: Reader, scope: Scope) =>
  reader
    .selectFrom('finance.payout_batch as b')
    .selectAll('b')
    .select([ended('paid').as('paid'), ended('failed').as('failed')])
    .where(visible(scope))

const keyset: Keyset<BatchRow> = {
  sorts: { madeAt: { column: 'b.made_at', type: 'timestamptz', of: (row) => row.made_at } },
  defaultSort: '-madeAt',
  id: { column: 'b.id', type: 'int', of: (row) => row.id },
  defaultSize: 50,
}

const filters: Filters<typeof payoutBatchList> = {
  batchId: among('b.id'),
  state: equals('b.state'),
  kind: equals('b.kind'),
  madeBy: equals('b.made_by'),
  ...span('b.made_at'),
}

export const batchPage = (context: Context, payload: Parsed<typeof payoutBatchList>) =>
  narrowedPage<BatchRow, typeof payload>(context, batches(context.database, context.scope), filters, keyset, payload)

export const batchById = (reader: Reader, scope: Scope, id: number): Promise<BatchRow | undefined> =>
  batches(reader, scope).where('b.id', '=', id).executeTakeFirst()

/** The batch, locked to serialise changes. */
export const lockBatch = async (tx: Transaction, id: number): Promise<BatchRow | undefined> => {
  await sql`select from finance.payout_batch where id = ${id} for update`.execute(tx)
  return batchById(tx, { kind: 'platform' }, id)
}

/** The payouts of a batch in id order. */
export const payoutsOf = (reader: Reader, batchId: number): Promise<PayoutRow[]> =>
  reader
    .selectFrom('finance.payout')
    .selectAll()
    .where('batch_id', '=', batchId)
    .orderBy('id')
    .$narrowType<{ source: PayoutKind }>()
    .execute()

export type NewBatch = {
  kind: string
  lines: number
  usdCents: bigint
  control: string
  note: string
  by: string
  byId: number
  at: Date
}

export async function addBatch(tx: Transaction, batch: NewBatch): Promise<number> {
  const { rows } = await sql<{ id: number }>`
    insert into finance.payout_batch (kind, lines, usd_cents, control, note, made_by, made_by_id, made_at)
    values (${batch.kind}, ${batch.lines}, ${batch.usdCents}, ${batch.control}, ${batch.note}, ${batch.by}, ${batch.byId},
            ${batch.at}) returning id`.execute(tx)
  return rows[0]!.id
}

export type NewPayout = {
  id: string
  source: PayoutKind
  sourceId: string
  payeeId: string
  payeeName: string
  usdCents: bigint
  kind: string
  usdtCents: number
  sealed: string
  sealOwner: string
  lastFour: string
  accountSince: Date | null
}

/** @throws a unique violation of `payout_live` if another batch took one in the meantime. */
export const addPayouts = (tx: Transaction, batchId: number, rows: readonly NewPayout[]) =>
  sql`
    insert into finance.payout (id, batch_id, source, source_id, payee_id, payee_name, usd_cents, kind, usdt_cents, sealed, seal_owner,
                                last_four, account_since)
    select n.id, ${batchId}::int, n.source, n.source_id, n.payee_id, n.payee_name, n.usd_cents, n.kind, n.usdt_cents, n.sealed, n.seal_owner,
           n.last_four, n.account_since
      from unnest(${rows.map((r) => r.id)}::uuid[], ${rows.map((r) => r.source)}::text[],
                  ${rows.map((r) => r.sourceId)}::text[], ${rows.map((r) => r.payeeId)}::text[],
                  ${rows.map((r) => r.payeeName)}::text[], ${rows.map((r) => r.usdCents)}::bigint[],
                  ${rows.map((r) => r.kind)}::text[], ${rows.map((r) => r.usdtCents)}::int[], ${rows.map((r) => r.sealed)}::text[],
                  ${rows.map((r) => r.sealOwner)}::text[], ${rows.map((r) => r.lastFour)}::text[],
                  ${rows.map((r) => r.accountSince)}::timestamptz[])
           as n(id, source, source_id, payee_id, payee_name, usd_cents, kind, usdt_cents, sealed, seal_owner, last_four, account_since)`.execute(
    tx,
  )

export const setApproval = (tx: Transaction, id: number, approvalId: string) =>
  sql`update finance.payout_batch set approval_id = ${approvalId} where id = ${id}`.execute(tx)

export const setApproved = (tx: Transaction, id: number, by: string, byId: number, at: Date) =>
  sql`
    update finance.payout_batch
       set state = 'approved', approved_by = ${by}, approved_by_id = ${byId}, approved_at = ${at}, version = version + 1
     where id = ${id}`.execute(tx)

/** The batch becomes chain instructions on approval; it never leaves as a file. */
export const setOnChain = (tx: Transaction, id: number, by: string, at: Date) =>
  sql`
    update finance.payout_batch
       set state = 'sent', on_chain = true, sent_by = ${by}, sent_at = ${at}, sent_times = 1, version = version + 1
     where id = ${id}`.execute(tx)

/** Marks the batch as sent; the time of the first sending is kept. */
export const setSent = (tx: Transaction, id: number, by: string, at: Date) =>
  sql`
    update finance.payout_batch
       set state = 'sent', sent_by = ${by}, sent_at = coalesce(sent_at, ${at}), sent_times = sent_times + 1,
           version = version + 1
     where id = ${id}`.execute(tx)

export const setDropped = async (tx: Transaction, id: number, reason: string, by: string, at: Date) => {
  await sql`
    update finance.payout set state = 'dropped', reason = ${reason}, ended_by = ${by}, ended_at = ${at}
     where batch_id = ${id} and state = 'waiting'`.execute(tx)
  await sql`
    update finance.payout_batch set state = 'dropped', done_at = ${at}, version = version + 1 where id = ${id}`.execute(
    tx,
  )
}

export type Ended = {
  payoutId: string
  state: 'paid' | 'failed'
  reference: string
  reason: string
  proofFileId: string | null
}

/** Ends open payouts, and their batches once none is open. */
export async function endPayouts(tx: Transaction, by: string, at: Date, results: readonly Ended[]): Promise<void> {
  const { rows } = await sql<{ batch_id: number }>`
    update finance.payout p
       set state = e.state, reference = e.reference, reason = e.reason, proof_file_id = e.proof, ended_by = ${by},
           ended_at = ${at}
      from unnest(${results.map((e) => e.payoutId)}::uuid[], ${results.map((e) => e.state)}::text[],
                  ${results.map((e) => e.reference)}::text[], ${results.map((e) => e.reason)}::text[],
                  ${results.map((e) => e.proofFileId)}::uuid[]) as e(id, state, reference, reason, proof)
     where p.id = e.id and p.state = 'waiting' returning p.batch_id`.execute(tx)
  if (rows.length !== results.length) throw new Error('a payout ended twice')
  await sql`
    update finance.payout_batch b set state = 'done', done_at = ${at}, version = b.version + 1
     where b.id = any(${[...new Set(rows.map((row) => row.batch_id))]}::int[]) and b.state = 'sent'
       and not exists (select from finance.payout p where p.batch_id = b.id and p.state = 'waiting')`.execute(tx)
}

/** Whether this is an uploaded proof of payment. */
export const isProof = async (reader: Reader, fileId: string): Promise<boolean> =>
  (await proofsOf(reader, [fileId])).has(fileId)

/** Those of these files that are uploaded proofs of payment. */
export async function proofsOf(reader: Reader, fileIds: readonly string[]): Promise<Set<string>> {
  const { rows } = await sql<{ id: string }>`
    select id from files.file where id = any(${fileIds}::uuid[]) and purpose = 'paymentProof'`.execute(reader)
  return new Set(rows.map((row) => row.id))
}

/** Mime types of files, by id. */
export async function mimesOf(reader: Reader, fileIds: readonly string[]): Promise<Map<string, string>> {
  if (fileIds.length === 0) return new Map()
  const { rows } = await sql<{ id: string; mime: string }>`
    select id, mime from files.file where id = any(${fileIds}::uuid[])`.execute(reader)
  return new Map(rows.map((row) => [row.id, row.mime]))
}

/** Those of these pictures used as proof of a payout or a withdrawal; they must be kept. */
export async function proofsInUse(tx: Transaction, ids: string[]): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select proof_file_id as id from finance.payout where proof_file_id = any(${ids}::uuid[])
    union select proof_file_id from finance.withdrawal where proof_file_id = any(${ids}::uuid[])`.execute(tx)
  return rows.map(({ id }) => id)
}
