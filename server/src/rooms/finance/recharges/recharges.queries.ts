// Recharge orders, read and written in sets by the app's events.
import { sql } from 'kysely'
import type { Transaction } from '../../../kit/database/database.ts'
import { derivedId } from '../../../kit/random.ts'
import { type Order, type Return, type ReturnKind, shownReturn } from './recharges.rules.ts'

/** These orders, locked in id order; unknown ones are inserted first, with their fields empty. */
export async function lockOrders(tx: Transaction, ids: readonly string[]): Promise<Order[]> {
  if (ids.length === 0) return []
  const sorted = ids.toSorted()
  await sql`insert into finance.recharge_order (id) select id from unnest(${sorted}::text[]) as i(id)
    on conflict do nothing`.execute(tx)
  const { rows } = await sql<Omit<Order, 'returns'>>`
    select id, user_id, product, tokens, promo_tokens, usd_cents, gateway, gateway_reference, fee_usd_cents, state, failure_reason,
           created_at, paid_at, failed_at, recharge_id, channel, currency, amount_minor, payer_reference, reversals
      from finance.recharge_order where id = any(${sorted}::text[]) order by id for no key update`.execute(tx)
  const { rows: all } = await sql<Return & { order_id: string }>`
    select order_id, id, kind, at, counts, transfer_id, debt_tokens, reversed_at, reverse_id
      from finance.order_return where order_id = any(${sorted}::text[]) order by order_id, n`.execute(tx)
  const returns = Map.groupBy(all, (one) => one.order_id)
  return rows.map((row) => ({
    ...row,
    returns: returns.get(row.id) ?? [],
  }))
}

/** The id of an order's return: the same kind at the same moment is the same return. */
export const returnId = (orderId: string, kind: ReturnKind, at: Date): string =>
  derivedId(at, 'return', orderId, kind, at.toISOString())

/** Writes back what changed of locked orders, with their returns. */
export async function saveOrders(tx: Transaction, orders: readonly Order[]): Promise<void> {
  if (orders.length === 0) return
  const shown = orders.map((order) => shownReturn(order))
  await sql`
    update finance.recharge_order o
       set user_id = n.user_id, product = n.product, tokens = n.tokens, promo_tokens = n.promo_tokens,
           usd_cents = n.usd_cents, gateway = n.gateway, gateway_reference = n.gateway_reference,
           fee_usd_cents = n.fee_usd_cents, state = n.state, refund = n.refund, failure_reason = n.failure_reason,
           created_at = n.created_at, paid_at = n.paid_at, failed_at = n.failed_at, refunded_at = n.refunded_at,
           recharge_id = n.recharge_id, debt_tokens = n.debt_tokens, channel = n.channel,
           currency = n.currency, amount_minor = n.amount_minor, payer_reference = n.payer_reference,
           reversed_at = n.reversed_at, reversals = n.reversals::timestamptz[]
      from unnest(
        ${orders.map((o) => o.id)}::text[], ${orders.map((o) => o.user_id)}::bigint[],
        ${orders.map((o) => o.product)}::text[], ${orders.map((o) => o.tokens)}::bigint[],
        ${orders.map((o) => o.promo_tokens)}::bigint[], ${orders.map((o) => o.usd_cents)}::bigint[],
        ${orders.map((o) => o.gateway)}::text[], ${orders.map((o) => o.gateway_reference)}::text[],
        ${orders.map((o) => o.fee_usd_cents)}::bigint[], ${orders.map((o) => o.state)}::text[],
        ${shown.map((one) => one?.kind ?? 'none')}::text[], ${orders.map((o) => o.failure_reason)}::text[],
        ${orders.map((o) => o.created_at)}::timestamptz[], ${orders.map((o) => o.paid_at)}::timestamptz[],
        ${orders.map((o) => o.failed_at)}::timestamptz[], ${shown.map((one) => one?.at ?? null)}::timestamptz[],
        ${orders.map((o) => o.recharge_id)}::uuid[], ${shown.map((one) => one?.debt_tokens ?? 0n)}::bigint[],
        ${orders.map((o) => o.channel)}::text[],
        ${orders.map((o) => o.currency)}::text[], ${orders.map((o) => o.amount_minor)}::bigint[],
        ${orders.map((o) => o.payer_reference)}::text[], ${shown.map((one) => one?.reversed_at ?? null)}::timestamptz[],
        ${orders.map((o) => `{${o.reversals.map((at) => at.toISOString()).join(',')}}`)}::text[])
        as n(id, user_id, product, tokens, promo_tokens, usd_cents, gateway, gateway_reference, fee_usd_cents, state, refund,
             failure_reason, created_at, paid_at, failed_at, refunded_at, recharge_id, debt_tokens, channel, currency,
             amount_minor, payer_reference, reversed_at, reversals)
     where o.id = n.id`.execute(tx)
  await saveReturns(tx, orders)
}

async function saveReturns(tx: Transaction, orders: readonly Order[]): Promise<void> {
  const all = orders.flatMap(({ id, returns }) => returns.map((one, index) => ({ ...one, order_id: id, n: index + 1 })))
  if (all.length === 0) return
  // What no longer stands is written first: at most one does.
  const columns = (rows: typeof all) => sql`
    unnest(${rows.map((r) => r.id)}::uuid[], ${rows.map((r) => r.order_id)}::text[], ${rows.map((r) => r.n)}::smallint[],
           ${rows.map((r) => r.kind)}::text[], ${rows.map((r) => r.at)}::timestamptz[], ${rows.map((r) => r.counts)}::boolean[],
           ${rows.map((r) => r.transfer_id)}::uuid[], ${rows.map((r) => r.debt_tokens)}::bigint[],
           ${rows.map((r) => r.reversed_at)}::timestamptz[], ${rows.map((r) => r.reverse_id)}::uuid[])
      as r(id, order_id, n, kind, at, counts, transfer_id, debt_tokens, reversed_at, reverse_id)`
  const standing = Map.groupBy(all, ({ counts, reversed_at }) => counts && reversed_at === null)
  for (const stands of [false, true]) {
    const rows = standing.get(stands)
    if (rows)
      await sql`
        insert into finance.order_return (id, order_id, n, kind, at, counts, transfer_id, debt_tokens, reversed_at, reverse_id)
        select * from ${columns(rows)} order by order_id, n
        on conflict (id) do update
           set counts = excluded.counts, transfer_id = excluded.transfer_id, debt_tokens = excluded.debt_tokens,
               reversed_at = excluded.reversed_at, reverse_id = excluded.reverse_id`.execute(tx)
  }
}

/**
 * Marks the first recharge of each of these users: the earliest paid, in any order of arrival; none of those who paid in an old console. Runs after their accounts are locked, so
 * that the later of two chunks sees what the earlier wrote.
 */
export async function markFirst(tx: Transaction, userIds: readonly bigint[]): Promise<void> {
  if (userIds.length === 0) return
  await sql`
    update finance.recharge_order o set first_recharge = o.id = f.id and f.is_first
      from unnest(${userIds}::bigint[]) as u(id)
     cross join lateral (select p.id, not exists (select from finance.first_payment e where e.user_id = u.id) as is_first
                           from finance.recharge_order p
                          where p.user_id = u.id and p.recharge_id is not null
                          order by p.paid_at, p.id limit 1) f
     where o.user_id = u.id and (o.id = f.id and f.is_first) <> o.first_recharge and (o.first_recharge or o.id = f.id)`.execute(
    tx,
  )
}
