// Fills the ledger as months of gifts would: the rows satisfy every rule, so verification gives the same result.
// Bypasses the triggers, since fifty million rows would take an hour through `post`, in transactions about as large as
// the bridge's. Also updates what is folded from the ledger, except for the last gifts, which are left to the jobs.
import type pg from 'pg'
import { definitions } from '../../server/src/params/params.definitions.ts'
import { always } from '../../server/src/rooms/finance/person/userStat.rules.ts'
import { withClient } from '../../server/test/server.ts'

const days = 58
/** Paid tokens per gift; forty percent become the receiver's bonus. */
const gift = 50
const bonus = 20
/** Everyone's first purchase, at ten thousand micros per token. */
const bought = 100_000

type Filled = { users: number; entries: number }

/**
 * Fills an empty ledger up to about `entries` rows: users 1 to `users` recharge once, then give gifts in rounds, four
 * entries each. User 7 gives another `whale` gifts to user 8, for one long statement.
 *
 * @param sums also fills users' sums by day, which takes as long as the entries.
 */
export async function fillLedger(
  url: string,
  { users, entries }: Filled,
  { whale = 50_000, sums = true }: { whale?: number; sums?: boolean } = {},
): Promise<void> {
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
    await client.query(accounts, [users, gifts])
    await client.query('vacuum analyze ledger.account')
    const first = await firstAccount(client, users)
    for (const one of triggers('disable')) await client.query(one)
    const started = performance.now()
    const indexes = await dropIndexes(client)
    await inChunks(url, users, (from, to) => [recharges, [from, to, days, first]])
    console.log(`  recharges in ${seconds(started)} s`)
    await inChunks(url, gifts, (from, to) => [givings, [from, to, users, days, gifts, first]])
    console.log(`  and gifts in ${seconds(started)} s`)
    await client.query("set maintenance_work_mem = '512MB'")
    for (const index of indexes) await client.query(index)
    console.log(`  and indexes in ${seconds(started)} s`)
    for (const table of ['transfer', 'entry']) await client.query(`vacuum analyze ledger.${table}`)
    console.log(`  vacuumed in ${seconds(started)} s`)
    await client.query(wallets, [users, gifts])
    for (const statement of [...caughtUp, ...(sums ? userSums : [])])
      await client.query(statement, statement.includes('$1') ? [zone] : [])
    console.log(`  caught up in ${seconds(started)} s`)
    await client.query(whaleBalances, [whale])
    await inChunks(url, whale, (from, to) => [whales, [from, to, users, gifts, whale]])
    for (const one of triggers('enable')) await client.query(one)
    for (const table of ['ledger.transfer', 'ledger.entry', 'ledger.account', 'users.wallet', 'finance.user_sum'])
      await client.query(`vacuum analyze ${table}`)
    console.log(`  all in ${seconds(started)} s`)
  })
}

/** The id of user 1's wallet; user n's is `2 * (n - 1)` above it, and the bonus one above that. */
async function firstAccount(client: pg.Client, users: number): Promise<number> {
  const { rows } = await client.query<{ first: string; last: string }>(
    `select min(id) as first, max(id) as last from ledger.account where owner in ('user:1', 'user:' || $1::int)`,
    [users],
  )
  const first = Number(rows[0]!.first)
  if (Number(rows[0]!.last) !== first + 2 * users - 1) throw new Error('the accounts have gaps')
  return first
}

/** Drops indexes and keys: they are built faster over all rows than row by row. @returns the statements that create them again. */
async function dropIndexes(client: pg.Client): Promise<string[]> {
  const { rows: keys } = await client.query<{ table: string; name: string; definition: string }>(
    `select conrelid::regclass::text as table, quote_ident(conname) as name, pg_get_constraintdef(oid) as definition
       from pg_constraint where conrelid in ('ledger.entry'::regclass, 'ledger.transfer'::regclass) and contype = 'p'`,
  )
  for (const { table, name } of keys) await client.query(`alter table ${table} drop constraint ${name}`)
  const { rows } = await client.query<{ name: string; definition: string }>(
    `select c.oid::regclass::text as name, pg_get_indexdef(c.oid) as definition
       from pg_index i join pg_class c on c.oid = i.indexrelid
      where i.indrelid in ('ledger.entry'::regclass, 'ledger.transfer'::regclass) and not i.indisunique`,
  )
  for (const { name } of rows) await client.query(`drop index ${name}`)
  return [
    ...keys.map(({ table, name, definition }) => `alter table ${table} add constraint ${name} ${definition}`),
    ...rows.map(({ definition }) => definition.replace(' ON ONLY ', ' ON ')),
  ]
}

const seconds = (since: number) => ((performance.now() - since) / 1_000).toFixed(0)

/** As many transfers as a few bridge transactions; a single huge one could not be split by the jobs. */
const chunk = 5_000

/** Runs a statement for each chunk of `count`, one transaction each, on two connections. */
async function inChunks(url: string, count: number, statement: (from: number, to: number) => [string, number[]]) {
  let next = 0
  const lane = () =>
    withClient(url, async (client) => {
      await client.query('set synchronous_commit = off')
      while (next < count) {
        const from = next
        next += chunk
        await client.query(...statement(from, Math.min(from + chunk, count)))
        if ((from / chunk) % 200 === 199) console.log(`  ${from} of ${count}`)
      }
    })
  await Promise.all([lane(), lane()])
}

const zone = definitions.platform_time_zone.default

const bookedDays = `
  insert into ledger.booked_day (day, holder, purpose, currency, debit, credit, entries)
  select (slot at time zone 'UTC')::date, holder, purpose, currency, sum(debit), sum(credit), sum(entries)
    from ledger.booked group by 1, 2, 3, 4`

/** The sums by booking time that `ledger.fold` keeps. */
export const booked = (entries: string): string[] => [
  `insert into ledger.booked (slot, holder, purpose, currency, debit, credit, entries)
   select b.slot, split_part(a.owner, ':', 1), a.purpose, a.currency, sum(b.debit), sum(b.credit), sum(b.entries)
     from (select e.account_id, date_bin('15 minutes', t.booked_at, 'epoch') as slot,
                  coalesce(sum(-e.amount) filter (where e.amount < 0), 0) as debit,
                  coalesce(sum(e.amount) filter (where e.amount > 0), 0) as credit, count(*) as entries
             from ${entries} e join ledger.transfer t on t.id = e.transfer_id where e.amount <> 0 group by 1, 2) b
     join ledger.account a on a.id = b.account_id group by 1, 2, 3, 4`,
  bookedDays,
]

/** Users' sums by day, by month and in total, as `finance.userSums` keeps them; there are no orders. */
const userSums = [
  `insert into finance.user_sum (user_id, grain, start, spent_tokens, earned_bonus)
   select user_id, 'day', day, sum(spent), sum(earned)
     from (select substr(reference, 6)::bigint as n, (occurred_at at time zone $1)::date as day
             from ledger.transfer where kind = 'gift') g
    cross join (select count(*) / 2 as users from ledger.account where owner like 'user:%') u
    cross join lateral (values (n % users + 1, ${gift}, 0), ((n + users / 2) % users + 1, 0, ${bonus})) m(user_id, spent, earned)
    group by 1, 3 order by 1, 3`,
  `insert into finance.user_sum (user_id, grain, start, spent_tokens, earned_bonus)
   select user_id, 'month', date_trunc('month', start)::date, sum(spent_tokens), sum(earned_bonus)
     from finance.user_sum group by 1, 3 order by 1, 3`,
  `insert into finance.user_sum (user_id, grain, start, spent_tokens, earned_bonus)
   select user_id, 'all', '${always}', sum(spent_tokens), sum(earned_bonus)
     from finance.user_sum where grain = 'month' group by 1 order by 1`,
  `insert into finance.users_sum (grain, start, users, spent_tokens, earned_bonus)
   select grain, start, count(*), sum(spent_tokens), sum(earned_bonus) from finance.user_sum group by 1, 2`,
]

/** The legs of each kind of transfer; all transfers of a kind move the same. */
const legs = `(values ('recharge', 'platform', 'issue', 'TOKEN', -${bought}), ('recharge', 'user', 'paid', 'TOKEN', ${bought}),
  ('gift', 'user', 'paid', 'TOKEN', -${gift}), ('gift', 'platform', 'burn', 'TOKEN', ${gift}),
  ('gift', 'platform', 'issue', 'BONUS', -${bonus}), ('gift', 'user', 'bonus', 'BONUS', ${bonus}))
  as l(kind, holder, purpose, currency, amount)`

/** Sums of the legs, from the number of transfers in each quarter of an hour. */
const flows =
  'sum(greatest(-l.amount, 0) * s.n) as debit, sum(greatest(l.amount, 0) * s.n) as credit, sum(s.n) as entries'

/** The state that the jobs leave: everything verified and folded. Transfers are recorded and booked when they happen. */
const caughtUp = [
  `create temp table slots as
   select kind, date_bin('15 minutes', booked_at, 'epoch') as slot, count(*) as n from ledger.transfer group by 1, 2`,
  `insert into ledger.folded (account_id, day, debit, credit, entries)
   select a.id, (s.slot at time zone 'UTC')::date, ${flows}
     from slots s join ${legs} using (kind)
     join ledger.account a on a.owner = 'platform' and a.purpose = l.purpose and a.currency = l.currency
    where l.holder = 'platform' group by 1, 2`,
  `insert into ledger.booked (slot, holder, purpose, currency, debit, credit, entries)
   select s.slot, l.holder, l.purpose, l.currency, ${flows} from slots s join ${legs} using (kind) group by 1, 2, 3, 4`,
  bookedDays,
  `insert into flow.zone (zone) values ($1)`,
  `insert into flow.daily (key, day, currency, kind, in_sum, out_sum, transfers)
   select day || ' ' || currency || ' ' || kind, day, currency, kind, credit, debit, entries
     from (select (s.slot at time zone $1)::date as day, l.currency, kind, ${flows}
             from slots s join ${legs} using (kind) where l.holder = 'user' group by 1, 2, 3) d`,
  `update ledger.verified
      set entries = (select sum(s.n) from slots s join ${legs} using (kind)),
          until = (select recorded_at from ledger.transfer order by id desc limit 1)`,
  `insert into finance.user_sum_zone (zone) values ($1)`,
  `insert into kit.reader (name, boundary)
   select name, kit.horizon()
     from unnest(array['ledger.fold', 'ledger.verify', 'flow.daily', 'users.wallet', 'indicators.ledger', 'finance.userSums',
                       'official gifts']) as name
   on conflict (name) do update set boundary = excluded.boundary`,
]

/** Inserting into the parent fires the parent's triggers. */
const triggers = (how: 'enable' | 'disable') =>
  ['entry', 'transfer'].map((table) => `alter table ledger.${table} ${how} trigger user`)

/** How often each user n gives and receives. */
const rounds = `(select n, $2::bigint / $1::bigint + case when n - 1 < $2::bigint % $1::bigint then 1 else 0 end as given,
         $2::bigint / $1::bigint + case when (n - 1 - $1::bigint / 2 + $1::bigint) % $1::bigint < $2::bigint % $1::bigint then 1 else 0 end as got
    from generate_series(1, $1::bigint) n) g`

/** The users' accounts, with their balances after all gifts. */
const accounts = `
  insert into ledger.account (owner, purpose, currency, derived, floor, posted, cost_micros, version)
  select 'user:' || n, purpose, currency, false, 0,
         case purpose when 'paid' then ${bought} - given * ${gift} else got * ${bonus} end,
         case purpose when 'paid' then (${bought} - given * ${gift})::bigint * 10000 else 0 end,
         case purpose when 'paid' then 1 + given else got end
    from ${rounds} cross join (values (1, 'paid', 'TOKEN'), (2, 'bonus', 'BONUS')) as own(place, purpose, currency)
   order by n, place`

const wallets = `
  update users.wallet w set paid_tokens = ${bought} - given * ${gift}, promo_tokens = 0, bonus = got * ${bonus}
    from ${rounds} where g.n = w.user_id`

/** A UUIDv7-shaped id from a time and a number. */
const idOf = (at: string, what: string, n: string) =>
  `overlay(kit.uuid_at(${at})::text placing substr(md5('${what}' || ${n}), 1, 12) from 25 for 12)::uuid`
const nameOf = (purpose: string, currency: string, owner: string) =>
  `(select id from ledger.account where owner = ${owner} and purpose = '${purpose}' and currency = '${currency}')`
const platform = (purpose: string, currency: string) => nameOf(purpose, currency, "'platform'")

const transferColumns = '(id, request_hash, kind, phase, reference, actor, occurred_at, booked_at, recorded_at, xid)'
const entryColumns =
  '(transfer_id, line, account_id, currency, amount, reserved, cost_micros, posted_after, reserved_after, version, recorded_at, xid)'
/** Evaluated once per statement; the column's default would be evaluated for each row. */
const xid = '(select kit.xid())'

const recharges = `
  with made as materialized (
    select n, at, ${idOf('at', 'recharge', 'n')} as id, $4::bigint + 2 * (n - 1) as account
      from generate_series($1::int + 1, $2::int) n
      cross join lateral (select now() - make_interval(days => $3::int) + make_interval(secs => n * 0.0001) as at) moment
  ), written as (
    insert into ledger.transfer ${transferColumns}
    select id, sha256(id::text::bytea), 'recharge', 'single', 'order ' || n, 'bench', at, at, at, ${xid} from made
  )
  insert into ledger.entry ${entryColumns}
  select id, 1, ${platform('issue', 'TOKEN')}, 'TOKEN', -${bought}, 0, 0, null, null, null, at, ${xid} from made
  union all
  select id, 2, account, 'TOKEN', ${bought}, 0, ${bought}::bigint * 10000, ${bought}, 0, 1, at, ${xid} from made`

/** Gift n goes to the user half a round away; everyone gives and receives once per round, so versions follow from n. */
const givings = `
  with made as materialized (
    select n, at, ${idOf('at', 'gift', 'n')} as id, $6::bigint + 2 * (n % $3::bigint) as sender,
           $6::bigint + 2 * ((n + $3::bigint / 2) % $3::bigint) + 1 as receiver, n / $3::bigint as round
      from generate_series($1::bigint, $2::bigint - 1) n
      cross join lateral (select now() - make_interval(days => $4::int) * (0.99 - 0.98 * n::float8 / $5::bigint) as at) moment
  ), written as (
    insert into ledger.transfer ${transferColumns}
    select id, sha256(id::text::bytea), 'gift', 'single', 'gift ' || n, 'bench', at, at, at, ${xid} from made
  )
  insert into ledger.entry ${entryColumns}
  select id, 1, sender, 'TOKEN', -${gift}, 0, -${gift} * 10000, ${bought} - (round + 1) * ${gift}, 0, round + 2, at, ${xid} from made
  union all select id, 2, ${platform('burn', 'TOKEN')}, 'TOKEN', ${gift}, 0, 0, null, null, null, at, ${xid} from made
  union all select id, 3, ${platform('issue', 'BONUS')}, 'BONUS', -${bonus}, 0, 0, null, null, null, at, ${xid} from made
  union all select id, 4, receiver, 'BONUS', ${bonus}, 0, 0, (round + 1) * ${bonus}, 0, round + 1, at, ${xid} from made`

/** After all rounds: user 7 keeps giving one token at a time, and never runs out. */
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
    select id, sha256(id::text::bytea), 'gift', 'single', 'whale ' || n, 'bench', at, at, at, ${xid} from made
  )
  insert into ledger.entry ${entryColumns}
  select id, 1, ${nameOf('paid', 'TOKEN', "'user:7'")}, 'TOKEN', -1, 0, -10000, ${bought} - given * ${gift} - n - 1, 0, given + n + 2, at, ${xid} from made
  union all select id, 2, ${platform('burn', 'TOKEN')}, 'TOKEN', 1, 0, 0, null, null, null, at, ${xid} from made
  union all select id, 3, ${platform('issue', 'BONUS')}, 'BONUS', -1, 0, 0, null, null, null, at, ${xid} from made
  union all select id, 4, ${nameOf('bonus', 'BONUS', "'user:8'")}, 'BONUS', 1, 0, 0, got * ${bonus} + n + 1, 0, got + n + 1, at, ${xid} from made`

const whaleBalances = `
  update ledger.account
     set posted = posted + case purpose when 'paid' then -$1::bigint else $1::bigint end,
         cost_micros = cost_micros - case purpose when 'paid' then $1::bigint * 10000 else 0 end,
         version = version + $1::bigint
   where (owner, purpose) in (('user:7', 'paid'), ('user:8', 'bonus'))`
