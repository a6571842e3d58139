// Fills the ledger as months of gifts would: the rows satisfy every rule, so verification gives the same result.
// Bypasses the triggers, since fifty million rows would take an hour through `post`, in transactions about as large as
// the bridge's. Also updates what is folded from the ledger, except for the last gifts, which are left to the jobs.
import type pg from 'pg'
import { definitions } from '../../server/src/params/definitions.ts'
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
    for (const one of triggers('disable')) await client.query(one)
    const started = performance.now()
    const indexes = await dropIndexes(client)
    await inChunks(url, users, (from, to) => [recharges, [from, to, days]])
    console.log(`  recharges in ${seconds(started)} s`)
    await inChunks(url, gifts, (from, to) => [givings, [from, to, users, days, gifts]])
    console.log(`  and gifts in ${seconds(started)} s`)
    await client.query("set maintenance_work_mem = '512MB'")
    for (const index of indexes) await client.query(index)
    console.log(`  and indexes in ${seconds(started)} s`)
    await client.query(balances, [users, gifts])
    for (const table of ['transfer', 'entry', 'account']) await client.query(`vacuum analyze ledger.${table}`)
    for (const statement of caughtUp) await client.query(statement, statement.includes('$1') ? [zone] : [])
    await client.query(whaleBalances, [whale])
    await inChunks(url, whale, (from, to) => [whales, [from, to, users, gifts, whale]])
    for (const one of triggers('enable')) await client.query(one)
    for (const table of ['ledger.transfer', 'ledger.entry', 'ledger.account', 'users.wallet'])
      await client.query(`vacuum analyze ${table}`)
    console.log(`  all in ${seconds(started)} s`)
  })
}

/** Drops what only reading needs: an index is built faster over all rows than row by row. @returns how to make them again. */
async function dropIndexes(client: pg.Client): Promise<string[]> {
  const { rows } = await client.query<{ name: string; definition: string }>(
    `select c.oid::regclass::text as name, pg_get_indexdef(c.oid) as definition
       from pg_index i join pg_class c on c.oid = i.indexrelid
      where i.indrelid in ('ledger.entry'::regclass, 'ledger.transfer'::regclass) and not i.indisunique`,
  )
  for (const { name } of rows) await client.query(`drop index ${name}`)
  return rows.map(({ definition }) => definition.replace(' ON ONLY ', ' ON '))
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

/** What `ledger.fold` keeps of when entries are booked. */
export const booked = (entries: string): string[] => [
  `insert into ledger.booked (slot, holder, purpose, currency, debit, credit, entries)
   select b.slot, split_part(a.owner, ':', 1), a.purpose, a.currency, sum(b.debit), sum(b.credit), sum(b.entries)
     from (select e.account_id, date_bin('15 minutes', t.booked_at, 'epoch') as slot,
                  coalesce(sum(-e.amount) filter (where e.amount < 0), 0) as debit,
                  coalesce(sum(e.amount) filter (where e.amount > 0), 0) as credit, count(*) as entries
             from ${entries} e join ledger.transfer t on t.id = e.transfer_id where e.amount <> 0 group by 1, 2) b
     join ledger.account a on a.id = b.account_id group by 1, 2, 3, 4`,
  `insert into ledger.booked_day (day, holder, purpose, currency, debit, credit, entries)
   select (slot at time zone 'UTC')::date, holder, purpose, currency, sum(debit), sum(credit), sum(entries)
     from ledger.booked group by 1, 2, 3, 4`,
]

/** The state that the jobs leave: everything verified and folded. */
const caughtUp = [
  `insert into ledger.folded (account_id, day, debit, credit, entries)
   select account_id, (recorded_at at time zone 'UTC')::date, coalesce(sum(-amount) filter (where amount < 0), 0),
          coalesce(sum(amount) filter (where amount > 0), 0), count(*)
     from ledger.entry where version is null group by 1, 2`,
  ...booked('ledger.entry'),
  `insert into flow.zone (zone) values ($1)`,
  `insert into flow.daily (key, day, currency, kind, in_sum, out_sum, transfers)
   select day || ' ' || currency || ' ' || kind, day, currency, kind, in_sum, out_sum, transfers
     from (select (t.occurred_at at time zone $1)::date as day, e.currency, t.kind,
                  coalesce(sum(e.amount) filter (where e.amount > 0), 0) as in_sum,
                  coalesce(-sum(e.amount) filter (where e.amount < 0), 0) as out_sum, count(*) as transfers
             from ledger.entry e join ledger.transfer t on t.id = e.transfer_id
            where e.version is not null group by 1, 2, 3) d`,
  `update users.wallet w set paid_tokens = p.posted, promo_tokens = 0, bonus = b.posted
     from ledger.account p, ledger.account b
    where p.owner = 'user:' || w.user_id and p.purpose = 'paid' and b.owner = p.owner and b.purpose = 'bonus'`,
  `update ledger.verified set entries = f.entries, until = f.until
     from (select count(*) as entries, max(recorded_at) as until from ledger.entry) f`,
  `insert into kit.reader (name, boundary)
   select name, kit.horizon()
     from unnest(array['ledger.fold', 'ledger.verify', 'flow.daily', 'users.wallet', 'indicators.ledger']) as name
   on conflict (name) do update set boundary = excluded.boundary`,
]

/** Inserting into the parent fires the parent's triggers. */
const triggers = (how: 'enable' | 'disable') =>
  ['entry', 'transfer'].map((table) => `alter table ledger.${table} ${how} trigger user`)

const accounts = `
  insert into ledger.account (owner, purpose, currency, derived, floor)
  select 'user:' || n, purpose, currency, false, 0
    from generate_series(1, $1::int) n
    cross join (values ('paid', 'TOKEN'), ('bonus', 'BONUS')) as own(purpose, currency)
   order by n`

/** A UUIDv7-shaped id from a time and a number. */
const idOf = (at: string, what: string, n: string) =>
  `overlay(kit.uuid_at(${at})::text placing substr(md5('${what}' || ${n}), 1, 12) from 25 for 12)::uuid`
const nameOf = (purpose: string, currency: string, owner: string) =>
  `(select id from ledger.account where owner = ${owner} and purpose = '${purpose}' and currency = '${currency}')`
const platform = (purpose: string, currency: string) => nameOf(purpose, currency, "'platform'")

const transferColumns = '(id, request_hash, kind, phase, reference, actor, occurred_at, booked_at, recorded_at)'
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
    select id, sha256(id::text::bytea), 'recharge', 'single', 'order ' || n, 'bench', at, at, at from made
  )
  insert into ledger.entry ${entryColumns}
  select id, 1, ${platform('issue', 'TOKEN')}, 'TOKEN', -${bought}, 0, 0, null, null, null, at from made
  union all
  select id, 2, account, 'TOKEN', ${bought}, 0, ${bought}::bigint * 10000, ${bought}, 0, 1, at from made`

/** Gift n goes to the user half a round away; everyone gives and gets once per round, so versions follow from n. */
const givings = `
  with made as materialized (
    select n, at, ${idOf('at', 'gift', 'n')} as id, s.id as sender, r.id as receiver, n / $3::bigint as round
      from generate_series($1::bigint, $2::bigint - 1) n
      join ledger.account s on s.owner = 'user:' || (n % $3::bigint + 1) and s.purpose = 'paid' and s.currency = 'TOKEN'
      join ledger.account r on r.owner = 'user:' || ((n + $3::bigint / 2) % $3::bigint + 1) and r.purpose = 'bonus' and r.currency = 'BONUS'
      cross join lateral (select now() - make_interval(days => $4::int) * (0.99 - 0.98 * n::float8 / $5::bigint) as at) moment
  ), written as (
    insert into ledger.transfer ${transferColumns}
    select id, sha256(id::text::bytea), 'gift', 'single', 'gift ' || n, 'bench', at, at, at from made
  )
  insert into ledger.entry ${entryColumns}
  select id, 1, sender, 'TOKEN', -${gift}, 0, -${gift} * 10000, ${bought} - (round + 1) * ${gift}, 0, round + 2, at from made
  union all select id, 2, ${platform('burn', 'TOKEN')}, 'TOKEN', ${gift}, 0, 0, null, null, null, at from made
  union all select id, 3, ${platform('issue', 'BONUS')}, 'BONUS', -${bonus}, 0, 0, null, null, null, at from made
  union all select id, 4, receiver, 'BONUS', ${bonus}, 0, 0, (round + 1) * ${bonus}, 0, round + 1, at from made`

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
    select id, sha256(id::text::bytea), 'gift', 'single', 'whale ' || n, 'bench', at, at, at from made
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
