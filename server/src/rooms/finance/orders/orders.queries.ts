// Recharge orders as staff see them, and their refunds. Platform data: guild and agent callers find none.
import type { Parsed } from '@greenroom/contract/call'
import type { PersonRef } from '@greenroom/contract/fields'
import type { rechargeList } from '@greenroom/contract/finance'
import type { orderMoments } from '@greenroom/contract/statesAndKinds'
import { type RawBuilder, type Selectable, sql } from 'kysely'
import type { Context } from '../../../kit/calls/context.ts'
import { visible } from '../../../kit/calls/scope.ts'
import { anyOf, lockById } from '../../../kit/database/anyOf.ts'
import type { DB, Reader, Transaction } from '../../../kit/database/database.ts'
import type { Keyset } from '../../../kit/database/paging.ts'
import { among, equals, flag, type ListFilters, narrowedPage, ofUsers, span } from '../../../records/index.ts'
import { personOrNull } from '../../users/index.ts'
import type { CommandRow, RefundRow } from './orders.rules.ts'

export type Refund = Selectable<DB['finance.refund']>
export type ReturnRow = Selectable<DB['finance.order_return']>
export type OrderRow = Selectable<DB['finance.recharge_order']> & {
  user: PersonRef | null
  newest_refund: Pick<Refund, 'state' | 'approval_id'> | null
}

const keyset: Keyset<OrderRow> = {
  sorts: {
    createdAt: { column: 'o.created_at', type: 'timestamptz', of: (row) => row.created_at! },
    paidAt: { column: 'o.paid_at', type: 'timestamptz', nullable: true, of: (row) => row.paid_at },
    refundedAt: { column: 'o.refunded_at', type: 'timestamptz', nullable: true, of: (row) => row.refunded_at },
  },
  defaultSort: '-createdAt',
  id: { column: 'o.id', type: 'text', of: (row) => row.id },
  defaultSize: 50,
}

type Moment = (typeof orderMoments)[number]
const spans = { created: span('o.created_at'), paid: span('o.paid_at'), refunded: span('o.refunded_at') }
const ofMoment: Record<Moment, RawBuilder<boolean>> = {
  created: sql`true`,
  paid: sql`o.paid_at is not null`,
  refunded: sql`o.refunded_at is not null and o.reversed_at is null`,
}
const momentOf = (payload: object): Moment => (payload as { moment?: Moment }).moment ?? 'created'

const filters: ListFilters<typeof rechargeList> = {
  orderId: among('o.id'),
  userId: among('o.user_id'),
  state: equals('o.state'),
  refund: equals('o.refund'),
  gateway: equals('o.gateway'),
  product: equals('o.product'),
  channel: equals('o.channel'),
  firstRecharge: flag('o.first_recharge'),
  gatewayReference: equals('o.gateway_reference'),
  payerReference: equals('o.payer_reference'),
  ...ofUsers('o.user_id'),
  moment: (moment) => ofMoment[moment],
  startTimeStr: (value, context, payload) => spans[momentOf(payload)].startTimeStr(value, context),
  endTimeStr: (value, context, payload) => spans[momentOf(payload)].endTimeStr(value, context, payload),
}

/** The same rows without joins: counting ten thousand of them is an index-only scan. */
const counted = ({ database, scope }: Context) =>
  database
    .selectFrom('finance.recharge_order as o')
    .select('o.id')
    .where('o.created_at', 'is not', null)
    .where(visible(scope))

/** One page of created orders; other events about an order wait for its creation. */
export function orderPage(context: Context, payload: Parsed<typeof rechargeList>) {
  const query = context.database
    .selectFrom('finance.recharge_order as o')
    .leftJoin('users.app_user as u', 'u.id', 'o.user_id')
    .selectAll('o')
    .select([
      personOrNull('o.user_id', 'u').as('user'),
      sql<OrderRow['newest_refund']>`(
        select jsonb_build_object('state', r.state, 'approval_id', r.approval_id)
          from finance.refund r where r.order_id = o.id order by r.id desc limit 1)`.as('newest_refund'),
    ])
    .where('o.created_at', 'is not', null)
    .where(visible(context.scope))
  // Days of payment pass all their orders, which the index on payments holds with their users.
  const late = payload.moment === 'paid' && (payload.country ?? payload.userChannel ?? payload.sex) !== undefined
  return narrowedPage<OrderRow, typeof payload>(context, query, filters, keyset, payload, {
    counted: counted(context),
    late,
  })
}

/** These orders, locked in id order. */
export const lockOrders = (tx: Transaction, ids: readonly string[]) => lockById(tx, 'finance.recharge_order', ids)

/** Open refunds of these orders, by order. */
export const openRefunds = async (tx: Transaction, orderIds: readonly string[]) =>
  new Map(
    (
      await tx
        .selectFrom('finance.refund')
        .selectAll()
        .where('order_id', '=', anyOf(orderIds))
        .where('state', 'in', ['waiting', 'asked'])
        .execute()
    ).map((row) => [row.order_id, row]),
  )

export const addRefunds = (tx: Transaction, rows: readonly Omit<Refund, 'ended_at' | 'failure_reason'>[]) =>
  tx
    .insertInto('finance.refund')
    .values([...rows])
    .execute()

/** Sets the state of refunds. @returns those that were in one of the states `from` */
export const setRefunds = (
  tx: Transaction,
  ids: readonly string[],
  from: readonly Refund['state'][],
  state: Refund['state'],
  at: Date,
) =>
  tx
    .updateTable('finance.refund')
    .set({ state, ended_at: state === 'asked' ? null : at })
    .where('id', '=', anyOf(ids))
    .where('state', 'in', [...from])
    .returningAll()
    .execute()

export const refundsOfApproval = (tx: Transaction, approvalId: string) =>
  tx.selectFrom('finance.refund').selectAll().where('approval_id', '=', approvalId).orderBy('order_id').execute()

/** Returns of an order that count, oldest first. */
export const returnsOf = (reader: Reader, orderId: string): Promise<ReturnRow[]> =>
  reader
    .selectFrom('finance.order_return')
    .selectAll()
    .where('order_id', '=', orderId)
    .where('counts', '=', true)
    .orderBy('at')
    .orderBy('n')
    .execute()

/** Refunds of an order, oldest first. */
export const refundsOf = async (reader: Reader, orderId: string): Promise<RefundRow[]> =>
  reader.selectFrom('finance.refund').selectAll().where('order_id', '=', orderId).orderBy('id').execute()

/** Commands about an order that reached the app. */
export async function deliveredCommands(reader: Reader, orderId: string): Promise<CommandRow[]> {
  const { rows } = await sql<CommandRow>`
    select d.type, c.at, d.delivered_at
      from bridge.delivery d join bridge.command c on c.id = d.command_id
     where d.subject = ${`order:${orderId}`} and d.state = 'delivered' order by d.seq limit 50`.execute(reader)
  return rows
}

/** Debt tokens that these transfers repaid, or released with a reversal, by transfer. */
export async function debtsSettled(reader: Reader, transferIds: readonly string[]): Promise<Map<string, number>> {
  const { rows } = await sql<{ id: string; tokens: number }>`
    select transfer_id as id, sum(tokens)::float8 as tokens from finance.chargeback_event
     where transfer_id = any(${[...transferIds]}::uuid[]) and what in ('repaid', 'reversed') group by 1`.execute(reader)
  return new Map(rows.map(({ id, tokens }) => [id, tokens]))
}

/** Ends refunds answered by the app: by id, or without one, the order's open refund. @returns the ids of those that failed */
export async function endRefunds(
  tx: Transaction,
  ended: readonly { orderId: string; refundId: string | null; failed: boolean; reason: string; at: Date }[],
): Promise<string[]> {
  if (ended.length === 0) return []
  const { rows } = await sql<{ id: string; failed: boolean }>`
    update finance.refund r
       set state = case when e.failed then 'failed' else 'done' end, failure_reason = e.reason, ended_at = e.at
      from unnest(${ended.map((e) => e.orderId)}::text[], ${ended.map((e) => e.refundId)}::uuid[],
                  ${ended.map((e) => e.failed)}::boolean[], ${ended.map((e) => e.reason)}::text[],
                  ${ended.map((e) => e.at)}::timestamptz[]) as e(order_id, id, failed, reason, at)
     where r.order_id = e.order_id and r.state = 'asked' and (e.id is null or r.id = e.id)
    returning r.id, e.failed`.execute(tx)
  return rows.flatMap(({ id, failed }) => (failed ? [id] : []))
}
