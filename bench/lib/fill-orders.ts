// Fills recharge orders as years of buying would: states, refunds, gateways and products in their usual shares, set-based.
import { withClient } from '../../server/test/server.ts'
import { inBulk } from './in-bulk.ts'

const chunk = 250_000

/** Fills up to `rows` orders of users 1 to `users`, unless there are orders already. */
export async function fillOrders(url: string, { rows, users }: { rows: number; users: number }): Promise<void> {
  await withClient(url, async (client) => {
    if ((await client.query('select 1 from finance.recharge_order limit 1')).rows.length > 0) return
    console.log(`Writing ${rows} recharge orders …`)
    const started = performance.now()
    await inBulk(client, ['finance.recharge_order'], async () => {
      for (let from = 0; from < rows; from += chunk)
        await client.query(
          `insert into finance.recharge_order (id, user_id, product, tokens, promo_tokens, usd_cents, fee_usd_cents, gateway,
                                             gateway_reference, state, refund, first_recharge, created_at, paid_at)
         select 'bench-' || n, 1 + n % $3::bigint, 'coins-' || (1 + n % 6) * 100, (1 + n % 6) * 100, 0, (1 + n % 6) * 99, 15,
                (array['card', 'playstore', 'appstore', 'paypal'])[1 + n % 4], 'pay_' || n,
                case when n % 20 = 0 then 'failure' when n % 13 = 0 then 'not paid' else 'success' end,
                case when n % 500 = 7 then 'refund' when n % 2000 = 9 then 'chargeback' else 'none' end,
                n < $3::bigint, at, case when n % 20 = 0 or n % 13 = 0 then null else at + interval '1 minute' end
           from generate_series($1::bigint, $2::bigint - 1) n
          cross join lateral (select date_trunc('milliseconds', now()) - make_interval(secs => ($4::bigint - n) * 3.0) as at) m`,
          [from, Math.min(from + chunk, rows), users, rows],
        )
    })
    console.log(`  in ${((performance.now() - started) / 1_000).toFixed(0)} s`)
  })
}
