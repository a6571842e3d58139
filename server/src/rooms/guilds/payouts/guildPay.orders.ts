// Orders: what one member of staff pays together, with its proof.
import { sql } from 'kysely'
import type { Approvals } from '../../../access/index.ts'
import type { Reader, Transaction } from '../../../kit/database/database.ts'
import { itemsInBatches, type Passed } from '../../finance/index.ts'

export type Pays = 'request' | 'week'
export type Order = {
  id: string
  pays: Pays
  ids: number[]
  usdCents: bigint
  reference: string
  proofFileId: string
  by: string
  byId: number
  at: Date
  approvalId: string | null
  appliedAt: Date | null
}

/** The kind of approval under which an order over the limit waits; its subject is the order's id. */
export const payKinds: Record<Pays, 'payout.pay' | 'payout.payWeek'> = {
  request: 'payout.pay',
  week: 'payout.payWeek',
}

/** Payments of requests or weeks to these guilds (`guild:…`) that were made by hand: those of batches are Finance's. */
export async function paidDirectly(
  reader: Reader,
  pays: readonly Pays[],
  payeeIds: readonly string[],
  since: Date,
): Promise<Passed[]> {
  const guildIds = payeeIds.filter((id) => id.startsWith('guild:')).map((id) => Number(id.slice('guild:'.length)))
  if (guildIds.length === 0) return []
  const { rows } = await sql<Passed>`
    select 'guild:' || p.guild_id as "payeeId", p.paid_at as at, p.usd_cents as cents from guilds.payment p
     where p.guild_id = any(${guildIds}::int[]) and p.paid_at > ${since}
       and case when p.request_id is null then 'week' else 'request' end = any(${[...pays]}::text[])
       and not exists (select from finance.payout o where o.id = p.order_id)`.execute(reader)
  return rows
}

export const insertOrder = (tx: Transaction, order: Order) =>
  sql`
    insert into guilds.payout_order
      (id, pays, ids, usd_cents, reference, proof_file_id, made_by, made_by_id, made_at, approval_id, applied_at)
    values (${order.id}, ${order.pays}, ${order.ids}::int[], ${order.usdCents}, ${order.reference}, ${order.proofFileId},
            ${order.by}, ${order.byId}, ${order.at}, ${order.approvalId}, ${order.appliedAt})`.execute(tx)

const columns = sql`
  id, pays, ids, usd_cents as "usdCents", reference, proof_file_id as "proofFileId", made_by as by,
  made_by_id as "byId", made_at as at, approval_id as "approvalId", applied_at as "appliedAt"`

export const orderById = async (reader: Reader, id: string): Promise<Order | undefined> =>
  (await sql<Order>`select ${columns} from guilds.payout_order where id = ${id}`.execute(reader)).rows[0]

export const lockOrder = async (tx: Transaction, id: string): Promise<Order | undefined> =>
  (await sql<Order>`select ${columns} from guilds.payout_order where id = ${id} for update`.execute(tx)).rows[0]

/** The amount finally paid, if lines were left out. */
export const setApplied = (tx: Transaction, id: string, at: Date, usdCents: bigint) =>
  sql`update guilds.payout_order set applied_at = ${at}, usd_cents = ${usdCents} where id = ${id}`.execute(tx)

/**
 * Requests or weeks whose payment is under way: it waits for a second member of staff, with the approval's id, or Finance has
 * it in a batch, with an empty one.
 */
export async function waitingLines(
  approvals: Approvals,
  reader: Reader,
  pays: Pays,
  now: Date,
): Promise<Map<number, string>> {
  const [waiting, live] = await Promise.all([
    approvals.waitingOn(reader, payKinds[pays], now),
    itemsInBatches(reader, pays === 'request' ? 'guild.request' : 'guild.week'),
  ])
  const routed = [...live].map((id) => [Number(id), ''] as const)
  if (waiting.size === 0) return new Map(routed)
  const { rows } = await sql<{ id: string; ids: number[] }>`
    select id, ids from guilds.payout_order where id = any(${[...waiting.keys()]}::uuid[])`.execute(reader)
  return new Map([
    ...rows.flatMap((row) => row.ids.map((id) => [Number(id), waiting.get(row.id)!] as const)),
    ...routed,
  ])
}

export type Paid = {
  guildId: number
  settlementId: number | null
  requestId: number | null
  accountId: number
  usdCents: bigint
  transferId: string
}

/** What an order paid, line by line. */
export async function insertPayments(tx: Transaction, order: Order, paid: readonly Paid[], at: Date): Promise<void> {
  await sql`
    insert into guilds.payment (guild_id, settlement_id, request_id, account_id, usd_cents, transfer_id, reference,
                                proof_file_id, paid_by, paid_by_id, paid_at, order_id)
    select p.guild_id, p.settlement_id, p.request_id, p.account_id, p.usd_cents, p.transfer_id, ${order.reference},
           ${order.proofFileId}::uuid, ${order.by}, ${order.byId}::int, ${at}::timestamptz, ${order.id}::uuid
      from unnest(${paid.map((p) => p.guildId)}::int[], ${paid.map((p) => p.settlementId)}::int[],
                  ${paid.map((p) => p.requestId)}::int[], ${paid.map((p) => p.accountId)}::int[],
                  ${paid.map((p) => p.usdCents)}::bigint[], ${paid.map((p) => p.transferId)}::uuid[])
           as p(guild_id, settlement_id, request_id, account_id, usd_cents, transfer_id)`.execute(tx)
}

/** Whether this is an uploaded proof of payment. */
export async function isProof(reader: Reader, fileId: string): Promise<boolean> {
  const { rows } = await sql`
    select from files.file where id = ${fileId} and purpose = 'paymentProof'`.execute(reader)
  return rows.length === 1
}

/** Those of these pictures that prove a payment: they must stay. */
export async function proofsInUse(tx: Transaction, ids: string[]): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select proof_file_id as id from guilds.payout_order where proof_file_id = any(${ids}::uuid[])
    union select proof_file_id from guilds.payment where proof_file_id = any(${ids}::uuid[])`.execute(tx)
  return rows.map(({ id }) => id)
}
