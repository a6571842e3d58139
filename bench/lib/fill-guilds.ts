// Fills the Society area: guilds with sub-agencies, anchors, figures of five weeks, settled weeks, deductions and requests. Set
// statements with the triggers off; the rows are as the product writes them.
import { withClient } from '../../server/test/server.ts'

/** `sealed`: a placeholder for an encrypted payout account. */
export type GuildSizes = { guilds: number; anchors: number; sealed: string }

/** Bonus of a gift day: four of them are less than what `fillLedger` leaves an anchor. */
const dayBonus = '(20 + n % 20)'
const figureColumns = `live_seconds, call_seconds, calls_received, calls_answered, gift_bonus, call_bonus, bonus_micros, base_micros`
const sums = `sum(live_seconds), sum(call_seconds), sum(calls_received), sum(calls_answered), sum(gift_bonus), sum(call_bonus),
  sum(bonus_micros), sum(base_micros)`
/** The latest week that has ended. */
const last = '(select max(week) from guilds.week where ends_at <= now())'
const perWeek = `select 1 + n % $2::int as guild_id, w.week, n as user_id, 12000 + n % 8000 as live_seconds, n % 3600 as call_seconds,
  12 as calls_received, 8 as calls_answered, 4 * ${dayBonus} as gift_bonus, 4 as call_bonus,
  (4 * ${dayBonus} + 4) * 10000 as bonus_micros, (4 * ${dayBonus} + 4) * 9000 as base_micros`

/** Anchor n is in guild `1 + n % guilds`; user `anchors + g` leads guild g; every tenth guild is below the one before. */
const statements = [
  `insert into users.app_user (id, nickname, sex, created_at, registered_at, certified, birthday)
   select n, 'Person ' || n, 'woman', now() - interval '90 days', now() - interval '90 days', true, '1999-01-01'
     from generate_series(1, $1::bigint + $2::bigint) n
   on conflict do nothing`,
  `insert into guilds.guild (id, name, parent_id, leader_user_id, leader_name, leader_email, area_code, phone, state,
                             registered_at, approved_at, members, settlement_method)
   overriding system value
   select n, 'Guild ' || n, case when n % 10 = 0 then n - 1 end, $1::bigint + n, 'Leader ' || n, 'l' || n || '@example.com', '86',
          (13000000000 + n)::text, 'normal', now() - interval '80 days' + make_interval(secs => n), now() - interval '79 days',
          $1::bigint / $2::bigint, case when n % 3 = 0 then 'anchor withdrawal' else 'guild pickup' end
     from generate_series(1, $2::int) n`,
  `insert into guilds.member (guild_id, user_id, state, since, invited_at)
   select 1 + n % $2::int, n, 'active', now() - interval '70 days', now() - interval '71 days' from generate_series(1, $1::bigint) n`,
  `insert into guilds.anchor_day (guild_id, week, day, user_id, ${figureColumns})
   select 1 + n % $2::int, w.week, w.week + d, n, 3000 + n % 2000, n % 900, 3, 2, ${dayBonus}, 1, (${dayBonus} + 1) * 10000,
          (${dayBonus} + 1) * 9000
     from guilds.week w, generate_series(0, 3) d, generate_series(1, $1::bigint) n where w.week = ${last}`,
  `insert into guilds.anchor_day (guild_id, week, day, user_id, ${figureColumns})
   select 1 + n % $2::int, w.week, now()::date, n, 3000 + n % 2000, n % 900, 3, 2, ${dayBonus}, 1, (${dayBonus} + 1) * 10000,
          (${dayBonus} + 1) * 9000
     from guilds.week w, generate_series(1, $1::bigint) n where w.starts_at <= now() and w.ends_at > now()`,
  `insert into guilds.anchor_week (guild_id, week, user_id, ${figureColumns})
   ${perWeek} from guilds.week w, generate_series(1, $1::bigint) n where w.week between ${last} - 14 and ${last} - 7`,
  `insert into guilds.anchor_week (guild_id, week, user_id, ${figureColumns})
   select guild_id, week, user_id, ${sums} from guilds.anchor_day where $1::bigint + $2::int > 0 group by 1, 2, 3`,
  `insert into guilds.guild_day (guild_id, week, day, ${figureColumns}, anchors)
   select g, w.week, w.week + d, 30000, 5000, 30, 20, 300, 10, 3100000, 2790000, 10
     from guilds.week w, generate_series(0, 6) d, generate_series(1, $2::int) g
    where w.week between ${last} - 21 and ${last} - 7 and $1::bigint > 0`,
  `insert into guilds.guild_day (guild_id, week, day, ${figureColumns}, anchors)
   select guild_id, week, day, ${sums}, count(*) from guilds.anchor_day where $1::bigint + $2::int > 0 group by 1, 2, 3`,
  `insert into guilds.guild_week (guild_id, week, ${figureColumns}, anchors)
   select guild_id, week, ${sums}, max(anchors) from guilds.guild_day where $1::bigint + $2::int > 0 group by 1, 2`,
  // Three weeks are paid.
  `insert into guilds.settlement (guild_id, week, state, plan_id, method, base_micros, level, rate_bp, commission_cents, bonus_cents,
                                  payable_cents, paid_cents, inputs, drafted_at, confirm_by, confirmed_at,
                                  confirmed_by, approved_at, approved_by, paid_at)
   select f.guild_id, f.week, 'approved', 1, g.settlement_method, f.base_micros, 1, 500, 97, 2170, 2267, 2267,
          guilds.inputs_of(f.guild_id, f.week, '{}'), w.ends_at, w.ends_at, w.ends_at, 'system', w.ends_at, 'bench', w.ends_at
     from guilds.guild_week f join guilds.week w using (week) join guilds.guild g on g.id = f.guild_id
    where f.week < ${last} and $1::bigint + $2::int > 0`,
  `insert into guilds.settlement_run (week, begun_at, horizon, finished_at)
   select week, ends_at, '1', ends_at from guilds.week where week < ${last} and $1::bigint + $2::int > 0`,
  `insert into guilds.deduction (guild_id, user_id, kind, usd_cents, reason, week, created_by, created_at)
   select 1 + n % $2::int, case when n % 2 = 0 then n end, (array['advance', 'penalty', 'chargeback'])[1 + n % 3], 100 + n % 900,
          'bench', ${last}, 'bench', now() - make_interval(secs => n * 3)
     from generate_series(1, $1::bigint / 10) n`,
  `insert into guilds.payout_account (guild_id, kind, sealed, last_four, state, created_by, created_at, effective_at)
   select n, 'bank', '', '3000', 'effective', 'bench', now() - interval '60 days', now() - interval '59 days'
     from generate_series(1, $2::int) n where $1::bigint > 0`,
  `insert into guilds.payout_request (guild_id, usd_cents, account_id, state, hold_id, requested_by, requested_at)
   select n, 1000, a.id, (array['in review', 'agreed', 'refused', 'paid out'])[1 + n % 4], gen_random_uuid(), 'bench',
          now() - make_interval(secs => n * 20)
     from generate_series(1, $2::int) n join guilds.payout_account a on a.guild_id = n where $1::bigint > 0`,
  `insert into access.staff (username, password_hash, created_at)
   select 'benchpayer', 'none', now() where $1::bigint + $2::int > 0`,
  `insert into guilds.payout_order (id, pays, ids, usd_cents, reference, proof_file_id, made_by, made_by_id, made_at, applied_at)
   select gen_random_uuid(), 'week', array[s.id], s.payable_cents, 'FT ' || s.id, gen_random_uuid(), 'benchpayer', p.id, s.paid_at,
          s.paid_at
     from guilds.settlement s, access.staff p
    where s.paid_at is not null and p.username = 'benchpayer' and $1::bigint + $2::int > 0`,
  `insert into guilds.payment (guild_id, settlement_id, account_id, usd_cents, transfer_id, reference, paid_by, paid_at, order_id)
   select s.guild_id, s.id, a.id, s.payable_cents, gen_random_uuid(), o.reference, 'benchpayer', s.paid_at, o.id
     from guilds.payout_order o join guilds.settlement s on s.id = o.ids[1] join guilds.payout_account a using (guild_id)
    where $1::bigint + $2::int > 0`,
]

// Tables whose triggers are off. Those of guilds' figures stay on: they sum up the sub-agencies.
const triggered = ['users.app_user', 'guilds.guild', 'guilds.member', 'guilds.deduction']
const filled = [
  'guild',
  'member',
  'anchor_day',
  'anchor_week',
  'guild_day',
  'guild_week',
  'settlement',
  'deduction',
  'payment',
]

/** Fills an empty Society area, and leaves a filled one unchanged. Weeks must exist. */
export async function fillGuilds(url: string, { guilds, anchors, sealed }: GuildSizes): Promise<void> {
  await withClient(url, async (client) => {
    const { rows } = await client.query<{ count: number }>('select count(*)::int as count from guilds.guild')
    if (rows[0]!.count >= guilds) return
    console.log(`Writing ${guilds} guilds with ${anchors} anchors …`)
    await client.query('set statement_timeout = 0')
    await client.query('set synchronous_commit = off')
    const started = performance.now()
    for (const table of triggered) await client.query(`alter table ${table} disable trigger user`)
    for (const statement of statements) {
      await client.query(statement, [anchors, guilds])
      console.log(
        `  ${statement.slice(0, 40).split('\n')[0]!}… ${((performance.now() - started) / 1_000).toFixed(0)} s`,
      )
    }
    for (const table of triggered) await client.query(`alter table ${table} enable trigger user`)
    await client.query('update guilds.payout_account set sealed = $1', [sealed])
    for (const table of filled) await client.query(`vacuum analyze guilds.${table}`)
    await client.query('vacuum analyze users.app_user')
    await client.query(`select setval(pg_get_serial_sequence('guilds.guild', 'id'), $1)`, [guilds + 1_000])
    // Nothing is left to fold.
    await client.query(`insert into kit.reader (name, boundary) values ('guilds.figures', '9999999999999'), ('guilds.times', '9999999999999')
      on conflict (name) do update set boundary = excluded.boundary`)
  })
}
