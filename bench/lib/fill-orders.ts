// Fills recharge orders as in two years of use: states, refunds, gateways, products and channels in their usual shares, and few users who
// buy most. Set-based; the ledger has no entries for them.
import { withClient } from '../../server/test/server.ts'
import { inBulk } from './in-bulk.ts'

const chunk = 1_000_000

/** Fills up to `rows` orders of users 1 to `users`, unless there are orders already. */
export async function fillOrders(url: string, { rows, users }: { rows: number; users: number }): Promise<void> {
  await withClient(url, async (client) => {
    if ((await client.query('select 1 from finance.recharge_order limit 1')).rows.length > 0) return
    console.log(`Writing ${rows} recharge orders …`)
    const started = performance.now()
    await inBulk(client, ['finance.recharge_order', 'finance.order_return'], async () => {
      for (let from = 0; from < rows; from += chunk)
        await client.query(orders, [from, Math.min(from + chunk, rows) - 1, users, rows])
      await client.query(returns)
      console.log(`  ${((performance.now() - started) / 1_000).toFixed(0)} s without indexes`)
    })
    // Without a zone the server begins by queueing every order for its channel's days, beside what is measured.
    await client.query(`insert into promotion.zone (zone) values ('UTC') on conflict do nothing`)
    console.log(`  in ${((performance.now() - started) / 1_000).toFixed(0)} s`)
  })
}

const returns = `
  insert into finance.order_return (id, order_id, n, kind, at, counts)
  select gen_random_uuid(), id, 1, refund, refunded_at, true from finance.recharge_order where refunded_at is not null`

/** In chronological order. `random()` in a lateral that refers to the row is evaluated per row. */
const orders = `
  insert into finance.recharge_order (id, user_id, product, tokens, promo_tokens, usd_cents, fee_usd_cents, gateway, gateway_reference,
                                      payer_reference, channel, state, refund, failure_reason, first_recharge, created_at, paid_at, failed_at,
                                      refunded_at)
  select 'bench-' || n, m.user_id, 'coins-' || m.size * 100, m.size * 100, 0, m.size * 99, 15, m.gateway, 'pay_' || n,
         'payer ' || m.user_id, case when r.c < 0.3 then '' else 'ch' || floor(60 * r.d ^ 2)::int end, m.state, m.refund,
         case when m.state = 'failure' then 'declined' else '' end, m.state = 'success' and r.e < 0.03, m.at,
         case when m.state = 'success' then m.at + interval '1 minute' end,
         case when m.state = 'failure' then m.at + interval '1 minute' end,
         case when m.refund <> 'none' then m.at + interval '3 days' end
    from generate_series($1::bigint, $2::bigint) n
   cross join lateral (select random() a, random() b, random() c, random() d, random() e, n as own) r
   cross join lateral (
     select date_trunc('milliseconds', now()) - interval '2 years' * (1 - n::float8 / $4::bigint) as at,
            1 + floor($3::bigint * r.a ^ 2)::bigint as user_id, 1 + floor(6 * r.d ^ 2)::int as size,
            (array['card', 'card', 'playstore', 'playstore', 'playstore', 'appstore', 'paypal'])[1 + floor(7 * r.c)::int] as gateway,
            case when r.b < 0.05 then 'failure' when r.b < 0.12 then 'not paid' else 'success' end as state,
            case when r.b > 0.9995 then 'chargeback' when r.b > 0.9975 then 'refund' else 'none' end as refund) m`
