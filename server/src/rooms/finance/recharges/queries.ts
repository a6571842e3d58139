// Recharge orders, read and written in sets by the app's events.
import { sql } from 'kysely'
import type { Transaction } from '../../../kit/database.ts'
import type { Order } from './rules.ts'

/** These orders, locked in id order; unknown ones are inserted first, with their fields empty. */
export async function lockOrders(tx: Transaction, ids: readonly string[]): Promise<Order[]> {
  if (ids.length === 0) return []
  const sorted = ids.toSorted()
  await sql`insert into finance.recharge_order (id) select id from unnest(${sorted}::text[]) as i(id)
    on conflict do nothing`.execute(tx)
  const { rows } = await sql<Order>`
    select id, user_id, product, tokens, promo_tokens, usd_cents, gateway, gateway_reference, fee_usd_cents, state, refund,
           failure_reason, created_at, paid_at, failed_at, refunded_at, recharge_id, refund_id, debt_tokens, channel, currency,
           amount_minor, payer_reference, reversed_at, reverse_id
      from finance.recharge_order where id = any(${sorted}::text[]) order by id for no key update`.execute(tx)
  return rows
}

/** Writes back what changed of locked orders, in one statement. */
export async function saveOrders(tx: Transaction, orders: readonly Order[]): Promise<void> {
  if (orders.length === 0) return
  await sql`
    update finance.recharge_order o
       set user_id = n.user_id, product = n.product, tokens = n.tokens, promo_tokens = n.promo_tokens,
           usd_cents = n.usd_cents, gateway = n.gateway, gateway_reference = n.gateway_reference,
           fee_usd_cents = n.fee_usd_cents, state = n.state, refund = n.refund, failure_reason = n.failure_reason,
           created_at = n.created_at, paid_at = n.paid_at, failed_at = n.failed_at, refunded_at = n.refunded_at,
           recharge_id = n.recharge_id, refund_id = n.refund_id, debt_tokens = n.debt_tokens, channel = n.channel,
           currency = n.currency, amount_minor = n.amount_minor, payer_reference = n.payer_reference,
           reversed_at = n.reversed_at, reverse_id = n.reverse_id
      from unnest(
        ${orders.map((o) => o.id)}::text[], ${orders.map((o) => o.user_id)}::bigint[],
        ${orders.map((o) => o.product)}::text[], ${orders.map((o) => o.tokens)}::bigint[],
        ${orders.map((o) => o.promo_tokens)}::bigint[], ${orders.map((o) => o.usd_cents)}::bigint[],
        ${orders.map((o) => o.gateway)}::text[], ${orders.map((o) => o.gateway_reference)}::text[],
        ${orders.map((o) => o.fee_usd_cents)}::bigint[], ${orders.map((o) => o.state)}::text[],
        ${orders.map((o) => o.refund)}::text[], ${orders.map((o) => o.failure_reason)}::text[],
        ${orders.map((o) => o.created_at)}::timestamptz[], ${orders.map((o) => o.paid_at)}::timestamptz[],
        ${orders.map((o) => o.failed_at)}::timestamptz[], ${orders.map((o) => o.refunded_at)}::timestamptz[],
        ${orders.map((o) => o.recharge_id)}::uuid[], ${orders.map((o) => o.refund_id)}::uuid[],
        ${orders.map((o) => o.debt_tokens)}::bigint[], ${orders.map((o) => o.channel)}::text[],
        ${orders.map((o) => o.currency)}::text[], ${orders.map((o) => o.amount_minor)}::bigint[],
        ${orders.map((o) => o.payer_reference)}::text[], ${orders.map((o) => o.reversed_at)}::timestamptz[],
        ${orders.map((o) => o.reverse_id)}::uuid[])
        as n(id, user_id, product, tokens, promo_tokens, usd_cents, gateway, gateway_reference, fee_usd_cents, state, refund,
             failure_reason, created_at, paid_at, failed_at, refunded_at, recharge_id, refund_id, debt_tokens, channel, currency,
             amount_minor, payer_reference, reversed_at, reverse_id)
     where o.id = n.id`.execute(tx)
}

/**
 * Marks the first recharge of each of these users: the earliest paid, in any order of arrival. Runs after their accounts are locked, so
 * that the later of two chunks sees what the earlier wrote.
 */
export async function markFirst(tx: Transaction, userIds: readonly bigint[]): Promise<void> {
  if (userIds.length === 0) return
  await sql`
    update finance.recharge_order o set first_recharge = o.id = f.id
      from unnest(${userIds}::bigint[]) as u(id)
     cross join lateral (select p.id from finance.recharge_order p
                          where p.user_id = u.id and p.recharge_id is not null
                          order by p.paid_at, p.id limit 1) f
     where o.user_id = u.id and (o.id = f.id) <> o.first_recharge and (o.first_recharge or o.id = f.id)`.execute(tx)
}
