// Fills withdrawals and users' sums as years of use would, set-based; the ledger has no entries for them.
import { withClient } from '../../server/test/server.ts'
import { inBulk } from './in-bulk.ts'

const chunk = 1_000_000

/**
 * Fills up to `rows` withdrawals of users 1 to `users`, one account each, unless there are some already.
 *
 * @param sealed a placeholder for an account's encrypted text.
 */
export async function fillWithdrawals(
  url: string,
  { rows, users, sealed }: { rows: number; users: number; sealed: string },
): Promise<void> {
  await withClient(url, async (client) => {
    if ((await client.query('select 1 from finance.withdrawal limit 1')).rows.length > 0) return
    console.log(`Writing ${rows} withdrawals …`)
    const started = performance.now()
    await client.query('set synchronous_commit = off')
    await client.query(
      `insert into finance.payee_account (user_id, kind, digest, sealed, last_four, first_used_at)
       select n, (array['bank', 'e-wallet', 'usdt.trc20', 'usdt.erc20'])[1 + n % 4], 'bench ' || n, $2, lpad((n % 10000)::text, 4, '0'),
              now() - interval '2 years'
         from generate_series(1, $1::bigint) n`,
      [users, sealed],
    )
    await inBulk(client, ['finance.withdrawal'], async () => {
      for (let from = 0; from < rows; from += chunk)
        await client.query(withdrawals, [from, Math.min(from + chunk, rows) - 1, users, rows])
      console.log(`  ${((performance.now() - started) / 1_000).toFixed(0)} s without indexes`)
    })
    console.log(`  in ${((performance.now() - started) / 1_000).toFixed(0)} s`)
  })
}

/** In chronological order; the newest are undecided or on their way. */
const withdrawals = `
  insert into finance.withdrawal (id, user_id, bonus, usd_cents, method, account_id, state, hold_id, requested_at, decided_at, ended_at,
                                  released_at, risk_score, risk_reasons, held)
  select 'wd-' || n, a.user_id, m.usd * 100, m.usd * 100, a.kind, a.id, m.state, gen_random_uuid(), m.at,
         case when m.state <> 'in review' then m.at + interval '1 day' end,
         case when m.state in ('success', 'failure', 'manual processing successful') then m.at + interval '2 days' end,
         case when m.state = 'failure' and n % 3 = 0 then m.at + interval '3 days' end, (n % 101)::int,
         case when n % 10 = 0 then array['first', 'velocity'] when n % 997 = 0 then array['circle', 'sharedAccount'] else '{}' end,
         case when n % 4001 = 0 then 'fraud' else '' end
    from generate_series($1::bigint, $2::bigint) n
   cross join lateral (select random() a, random() b, n as own) r
   cross join lateral (
     select date_trunc('milliseconds', now()) - interval '2 years' * (1 - n::float8 / $4::bigint) as at,
            1 + floor($3::bigint * r.a ^ 2)::bigint as user_id, (1 + floor(90 * r.b ^ 3))::int * 10 as usd,
            case when $4::bigint - n < 20000 then 'in review' when n % 200 = 3 then 'audit failed'
                 when n % 500 = 7 then 'failure' when n % 1000 = 9 then 'manual processing successful'
                 when $4::bigint - n < 30000 then 'withdrawing' else 'success' end as state) m
    join finance.payee_account a on a.user_id = m.user_id`
