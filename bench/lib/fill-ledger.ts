// Fills the ledger as months of gifts would have: every rule it keeps holds for these rows too, so that the verifying query
// says the same of them. Written past the triggers, since fifty million rows would take an hour through `post`.
import { withClient } from '../../server/test/server.ts'

const days = 58
/** Each gift is so many paid tokens; her forty percent are the receiver's bonus. */
const gift = 50
const bonus = 20
/** What everyone bought at first, at ten thousand micros a token. */
const bought = 100_000

type Filled = { users: number; entries: number }

/**
 * Brings an empty ledger to about `entries` rows: everyone of the users 1 to `users` recharges once, then gifts go round, four
 * entries each. User 7 gives another `whale` gifts to user 8, so that one statement is long.
 */
export async function fillLedger(url: string, { users, entries }: Filled, whale = 50_000): Promise<void> {
  await withClient(url, async (client) => {
    const found = await client.query('select 1 from ledger.transfer limit 1')
    if (found.rows.length > 0) return
    const gifts = Math.max(0, Math.floor((entries - 2 * users) / 4) - whale)
    console.log(`Writing ${2 * users + 4 * (gifts + whale)} ledger entries …`)
    await client.query('set synchronous_commit = off')
    await client.query("select ledger.ensure_months((now() - interval '3 months')::date, 5)")
    await client.query(
      `select ledger.ensure_accounts(array['platform','platform','platform'], array['issue','burn','issue'],
         array['TOKEN','TOKEN','BONUS'], array[true,true,true], array[null,null,null]::bigint[])`,
    )
    await client.query(accounts, [users])
    await client.query('analyze ledger.account')
    await client.query(triggers('disable'))
    const chunk = 250_000
    for (let from = 0; from < users; from += chunk)
      await client.query(recharges, [from, Math.min(from + chunk, users), days])
    for (let from = 0; from < gifts; from += chunk) {
      await client.query(givings, [from, Math.min(from + chunk, gifts), users, days, gifts])
      if ((from / chunk) % 10 === 0) console.log(`  ${from} of ${gifts} gifts`)
    }
    for (let from = 0; from < whale; from += chunk)
      await client.query(whales, [from, Math.min(from + chunk, whale), users, gifts, whale])
    await client.query(triggers('enable'))
    await client.query(balances, [users, gifts])
    await client.query(whaleBalances, [whale])
    for (const table of ['transfer', 'entry', 'account']) await client.query(`vacuum analyze ledger.${table}`)
  })
}

/** Inserting into the parent fires the parent's triggers. */
const triggers = (how: 'enable' | 'disable') => `alter table ledger.entry ${how} trigger user`

const accounts = `
  insert into ledger.account (owner, purpose, currency, derived, floor)
  select 'user:' || n, purpose, currency, false, 0
    from generate_series(1, $1::int) n
    cross join (values ('paid', 'TOKEN'), ('bonus', 'BONUS')) as own(purpose, currency)
   order by n`

/** A v7-shaped id of a moment, told from others by a number. */
const idOf = (at: string, what: string, n: string) =>
  `overlay(kit.uuid_at(${at})::text placing substr(md5('${what}' || ${n}), 1, 12) from 25 for 12)::uuid`
const nameOf = (purpose: string, currency: string, owner: string) =>
  `(select id from ledger.account where owner = ${owner} and purpose = '${purpose}' and currency = '${currency}')`
const platform = (purpose: string, currency: string) => nameOf(purpose, currency, "'platform'")

const transferColumns = '(id, request_hash, kind, phase, reference, actor, occurred_at, recorded_at)'
const entryColumns =
  '(transfer_id, line, account_id, currency, amount, reserved, cost_micros, posted_after, reserved_after, version, recorded_at)'

const recharges = `
  with made as materialized (
    select n, at, ${idOf('at', 'recharge', 'n')} as id, a.id as account
      from generate_series($1::int + 1, $2::int) n
      join ledger.account a on a.owner = 'user:' || n and a.purpose = 'paid' and a.currency = 'TOKEN'
      cross join lateral (select now() - make_interval(days => $3::int) + make_interval(secs => n * 0.0001) as at) moment
  ), written as (
    insert into ledger.transfer ${transferColumns}
    select id, sha256(id::text::bytea), 'recharge', 'single', 'order ' || n, 'bench', at, at from made
  )
  insert into ledger.entry ${entryColumns}
  select id, 1, ${platform('issue', 'TOKEN')}, 'TOKEN', -${bought}, 0, 0, null, null, null, at from made
  union all
  select id, 2, account, 'TOKEN', ${bought}, 0, ${bought}::bigint * 10000, ${bought}, 0, 1, at from made`

/** Gift n goes from one to another half way round; everyone gives and gets once a round, so versions follow from n. */
const givings = `
  with made as materialized (
    select n, at, ${idOf('at', 'gift', 'n')} as id, s.id as sender, r.id as receiver, n / $3::bigint as round
      from generate_series($1::bigint, $2::bigint - 1) n
      join ledger.account s on s.owner = 'user:' || (n % $3::bigint + 1) and s.purpose = 'paid' and s.currency = 'TOKEN'
      join ledger.account r on r.owner = 'user:' || ((n + $3::bigint / 2) % $3::bigint + 1) and r.purpose = 'bonus' and r.currency = 'BONUS'
      cross join lateral (select now() - make_interval(days => $4::int) * (0.99 - 0.98 * n::float8 / $5::bigint) as at) moment
  ), written as (
    insert into ledger.transfer ${transferColumns}
    select id, sha256(id::text::bytea), 'gift', 'single', 'gift ' || n, 'bench', at, at from made
  )
  insert into ledger.entry ${entryColumns}
  select id, 1, sender, 'TOKEN', -${gift}, 0, -${gift} * 10000, ${bought} - (round + 1) * ${gift}, 0, round + 2, at from made
  union all select id, 2, ${platform('burn', 'TOKEN')}, 'TOKEN', ${gift}, 0, 0, null, null, null, at from made
  union all select id, 3, ${platform('issue', 'BONUS')}, 'BONUS', -${bonus}, 0, 0, null, null, null, at from made
  union all select id, 4, receiver, 'BONUS', ${bonus}, 0, 0, (round + 1) * ${bonus}, 0, round + 1, at from made`

/** After all rounds: user 7 goes on giving one token at a time, so that she never runs dry. */
const whales = `
  with rounds as (
    select (select count(*) from generate_series(6, $4::bigint - 1, $3::bigint)) as given,
           (select count(*) from generate_series((7 - $3::bigint / 2 + $3::bigint) % $3::bigint, $4::bigint - 1, $3::bigint)) as got
  ), made as materialized (
    select n, at, ${idOf('at', 'whale', 'n')} as id, given, got
      from generate_series($1::bigint, $2::bigint - 1) n cross join rounds
      cross join lateral (select now() - make_interval(secs => ($5::bigint - n) * 0.05) as at) moment
  ), written as (
    insert into ledger.transfer ${transferColumns}
    select id, sha256(id::text::bytea), 'gift', 'single', 'whale ' || n, 'bench', at, at from made
  )
  insert into ledger.entry ${entryColumns}
  select id, 1, ${nameOf('paid', 'TOKEN', "'user:7'")}, 'TOKEN', -1, 0, -10000, ${bought} - given * ${gift} - n - 1, 0, given + n + 2, at from made
  union all select id, 2, ${platform('burn', 'TOKEN')}, 'TOKEN', 1, 0, 0, null, null, null, at from made
  union all select id, 3, ${platform('issue', 'BONUS')}, 'BONUS', -1, 0, 0, null, null, null, at from made
  union all select id, 4, ${nameOf('bonus', 'BONUS', "'user:8'")}, 'BONUS', 1, 0, 0, got * ${bonus} + n + 1, 0, got + n + 1, at from made`

const balances = `
  update ledger.account a
     set posted = case a.purpose when 'paid' then ${bought} - g.given * ${gift} else g.got * ${bonus} end,
         cost_micros = case a.purpose when 'paid' then (${bought} - g.given * ${gift})::bigint * 10000 else 0 end,
         version = case a.purpose when 'paid' then 1 + g.given else g.got end
    from (select n, $2::bigint / $1::bigint + case when n - 1 < $2::bigint % $1::bigint then 1 else 0 end as given,
                 $2::bigint / $1::bigint + case when (n - 1 - $1::bigint / 2 + $1::bigint) % $1::bigint < $2::bigint % $1::bigint then 1 else 0 end as got
            from generate_series(1, $1::bigint) n) g
   where a.owner = 'user:' || g.n and a.purpose in ('paid', 'bonus')`

const whaleBalances = `
  update ledger.account
     set posted = posted + case purpose when 'paid' then -$1::bigint else $1::bigint end,
         cost_micros = cost_micros - case purpose when 'paid' then $1::bigint * 10000 else 0 end,
         version = version + $1::bigint
   where (owner, purpose) in (('user:7', 'paid'), ('user:8', 'bonus'))`
