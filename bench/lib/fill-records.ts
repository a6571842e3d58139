// Facts of three months with the users' days that count them, for the lists behind figures: calls, half as many views, matches, gifts, orders,
// installs and transfers of gifts, of 100,000 users, of whom 100 are of a rare channel and 20,000 of a common one. A user's day in 500 is of the web.

import { measuresOf, type SubjectName } from '../../server/src/rooms/indicators/indicators.subjects.ts'
import { withClient } from '../../server/test/server.ts'
import { fillLedger } from './fill-ledger.ts'
import { inBulk } from './in-bulk.ts'

const [firstUser, users, days] = [1, 100_000, 90]

/** The users' days of each subject, from its facts. */
const own: [SubjectName, string][] = [
  ['call', "select caller_id as user_id, requested_at as at from live.call where id like 'records-%'"],
  ['view', "select user_id, at from live.view where id like 'records-%'"],
  ['match', "select user_id, requested_at as at from live.match where id like 'records-%'"],
  ['gift', 'select sender_id as user_id, at from live.gift where live_id is not null'],
  ['payment', "select user_id, paid_at as at from finance.recharge_order where id like 'records-%'"],
  [
    'refund',
    "select user_id, refunded_at as at from finance.recharge_order where id like 'records-%' and refunded_at is not null",
  ],
  [
    'tokens',
    `select substr(a.owner, 6)::bigint as user_id, t.occurred_at as at
       from ledger.entry e join ledger.account a on a.id = e.account_id and a.owner like 'user:%'
       join ledger.transfer t on t.id = e.transfer_id where e.currency = 'TOKEN'`,
  ],
]

const tables = [
  'users.app_user',
  'live.call',
  'live.view',
  'live.match',
  'finance.recharge_order',
  'finance.order_return',
  'promotion.install',
]

/** Fills the database with so many calls, and half as many of each other kind, unless it has calls of a fill. */
export async function fillRecords(url: string, calls: number): Promise<void> {
  await withClient(url, async (client) => {
    const { rows } = await client.query("select from live.call where id = 'records-1'")
    if (rows.length > 0) return
    const started = performance.now()
    await client.query('set statement_timeout = 0')
    await client.query("insert into indicators.zone values ('2000-01-01', 'UTC') on conflict do nothing")
    await client.query("select live.ensure_months((now() - interval '4 months')::date, 6)")
    await inBulk(client, tables, async () => {
      await client.query(
        `insert into users.app_user (id, nickname, sex, country, channel, platform, created_at, registered_at)
         select $1::bigint + n, 'Caller ' || n, case when n % 2 = 0 then 'woman' else 'man' end,
                (array['BR', 'IN', 'TR', 'EG', 'PH'])[1 + n % 5],
                case when n % 1000 = 7 then 'rare' when n % 5 = 1 then 'common' else 'other' end, 'android',
                now() - interval '400 days', now() - interval '400 days'
           from generate_series(0, $2::int - 1) n`,
        [firstUser, users],
      )
      // Neighbours in time are of different users.
      const facts = (step: number) => `
        select n, $1::bigint + (n::bigint * 7919) % $2::int as user_id,
               date_trunc('day', now()) - interval '1 second' * (86400.0 * $3::int * n / $4::int + 1) as at
          from generate_series(1, $4::int, ${step}) n`
      await client.query(
        `insert into live.call (id, caller_id, callee_id, kind, requested_at, answered_at, ended_at, end_reason, seconds, heard_at)
         select 'records-' || n, user_id, $1::bigint + n % $2::int, 'video', at, case when n % 3 > 0 then at end, at,
                case when n % 3 > 0 then 'ended' when n % 1000 = 0 then 'busy' else 'no answer' end, case when n % 3 > 0 then 40 end, at
           from (${facts(1)}) f`,
        [firstUser, users, days, calls],
      )
      await client.query(
        `insert into live.view (id, live_id, user_id, seconds, at)
         select 'records-' || n, 'records', user_id, n % 90, at from (${facts(2)}) f`,
        [firstUser, users, days, calls],
      )
      await client.query(
        `insert into live.match (id, user_id, requested_at, ended_at, outcome, waited_seconds)
         select 'records-' || n, user_id, at, at, case when n % 1000 < 2 then 'timeout' when n % 3 > 0 then 'matched' else 'cancelled' end, n % 60
           from (${facts(2)}) f`,
        [firstUser, users, days, calls],
      )
      await client.query(
        `insert into finance.recharge_order (id, user_id, usd_cents, state, channel, refund, first_recharge, created_at, paid_at, recharge_id,
                                             refunded_at)
         select 'records-' || n, user_id, 99, 'success', 'other', case when n % 200 = 1 then 'refund' else 'none' end, n % 50 = 1, at, at,
                gen_random_uuid(), case when n % 200 = 1 then at end
           from (${facts(2)}) f`,
        [firstUser, users, days, calls],
      )
      await client.query(
        `insert into finance.order_return (id, order_id, n, kind, at, counts, transfer_id)
         select gen_random_uuid(), id, 1, refund, refunded_at, true, gen_random_uuid() from finance.recharge_order
          where id like 'records-%' and refunded_at is not null`,
      )
      await client.query(
        `insert into promotion.install (device_id, channel, platform, country, at)
         select 'records-' || n, case when n % 1000 = 7 then 'rare' when n % 5 = 1 then 'common' else 'other' end,
                case when n % 500 = 1 then 'web' else 'android' end, (array['BR', 'IN', 'TR', 'EG', 'PH'])[1 + user_id % 5], at
           from (${facts(2)}) f`,
        [firstUser, users, days, calls],
      )
      // A gift in three is of a call.
      await client.query(
        `insert into live.gift (id, at, gift_id, sender_id, receiver_id, count, tokens, promo_tokens, bonus, live_id, call_id)
         select overlay(kit.uuid_at(at)::text placing substr(md5(n::text), 1, 12) from 25 for 12)::uuid, at, 1, user_id, user_id, 1, 10, 0, 4,
                case when n % 3 < 2 then 'records' end, case when n % 3 = 2 then 'records' end
           from (${facts(2)}) f`,
        [firstUser, users, days, calls],
      )
    })
    await client.query('vacuum analyze live.gift')
    await fillLedger(url, { users, entries: 2 * users + 2 * calls }, { whale: 0, sums: false })
    await inBulk(client, ['indicators.user_day'], async () => {
      for (const [subject, of] of own)
        await client.query(
          `insert into indicators.user_day (subject, day, user_id, country, channel, sex, platform, old, m, minutes, amounts)
           select $1, f.day, f.user_id, u.country, u.channel, u.sex,
                  case when (f.user_id + (f.day - date '2000-01-01')) % 500 = 0 then 'web' else 'android' end, true,
                  array_fill(1::bigint, array[$2::int]), '{}', '{}'
             from (select distinct (at at time zone 'UTC')::date as day, user_id from (${of}) a) f
             join users.app_user u on u.id = f.user_id
            order by 2, 3`,
          [subject, measuresOf(subject).length],
        )
    })
    console.log(`${calls} calls filled in ${Math.round((performance.now() - started) / 1_000)} s`)
  })
}
