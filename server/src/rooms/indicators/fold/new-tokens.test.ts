// New entries of the ledger are added to days exactly once: beside corrections of the same days, after failures, and with two processes.
import fc from 'fast-check'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { freshDatabase } from '../../../../test/database.ts'
import { settled } from '../../../../test/settled.ts'
import { wallNow } from '../../../kit/clock.ts'
import { type Database, inTransaction, openDatabase } from '../../../kit/database.ts'
import { newId } from '../../../kit/random.ts'
import { ensureLedgerMonths, post } from '../../../ledger/index.ts'
import { gift, grant, recharge } from '../../../ledger/items.fixture.ts'
import { measuresOf } from '../subjects.ts'
import { foldIndicators } from './service.ts'

let database: Database
let other: Database
let zone = 'UTC'
const now = wallNow()
const users = [1n, 2n, 3n]
const ago = (hours: number) => new Date(now.getTime() - hours * 3_600_000)

beforeAll(async () => {
  const { url } = await freshDatabase()
  database = openDatabase(url, { max: 4 })
  other = openDatabase(url, { max: 4 })
  await ensureLedgerMonths(database, ago(72))
  for (const id of users)
    await sql`insert into users.app_user (id, nickname, created_at, registered_at, sex, country, channel, platform)
      values (${id}, ${`n${id}`}, now(), ${ago(500)}, 'man', 'BR', 'a', 'ios')`.execute(database)
})
afterAll(async () => {
  await database.destroy()
  await other.destroy()
})

const user = fc.constantFrom(...users)
const at = fc.integer({ min: 1, max: 60 * 12 }).map((fives) => ago(fives / 12))
const fact = fc.oneof(
  {
    weight: 5,
    arbitrary: fc.record({
      what: fc.constant('entry' as const),
      user,
      at,
      kind: fc.constantFrom('recharge', 'grant', 'gift', 'gift'),
      tokens: fc.integer({ min: 1, max: 40 }),
    }),
  },
  { weight: 4, arbitrary: fc.record({ what: fc.constant('fold' as const), part: fc.integer({ min: 1, max: 4 }) }) },
  // Everything of the day is counted again, which includes the new entries.
  { weight: 1, arbitrary: fc.record({ what: fc.constant('comes' as const), user, at }) },
  { weight: 1, arbitrary: fc.record({ what: fc.constant('mark' as const), user, marked: fc.boolean() }) },
  {
    weight: 1,
    arbitrary: fc.record({ what: fc.constant('moves' as const), user, country: fc.constantFrom('BR', 'IN') }),
  },
  {
    weight: 1,
    arbitrary: fc.record({ what: fc.constant('zone' as const), zone: fc.constantFrom('UTC', 'Asia/Tokyo') }),
  },
  { weight: 1, arbitrary: fc.record({ what: fc.constantFrom('fails' as const, 'twice' as const) }) },
)

const fold = (of: Database, touched?: number) =>
  foldIndicators({ database: of, now, zone, ...(touched !== undefined && { touched }) })

async function happen(one: typeof fact extends fc.Arbitrary<infer T> ? T : never): Promise<void> {
  switch (one.what) {
    case 'entry': {
      const [tokens, id] = [BigInt(one.tokens), newId(one.at)]
      const item =
        one.kind === 'recharge'
          ? recharge(tokens * 5n, 0n, one.user, id)
          : one.kind === 'grant'
            ? grant(tokens, one.user, id)
            : gift(tokens, (one.user % 3n) + 1n, one.user, id)
      await inTransaction(database, (tx) => post(tx, 'test', now, [{ ...item, occurredAt: one.at }]))
      return
    }
    case 'comes':
      await sql`insert into users.active_day (day, user_id, first_at, seconds, platform, online_at)
        values ((${one.at}::timestamptz at time zone 'UTC')::date, ${one.user}, ${one.at}, 60, 'web', ${one.at})
        on conflict do nothing`.execute(database)
      return
    case 'mark':
      await sql`update users.app_user set internal = ${one.marked} where id = ${one.user}`.execute(database)
      return
    case 'moves':
      await sql`update users.app_user set country = ${one.country} where id = ${one.user}`.execute(database)
      return
    case 'zone':
      zone = one.zone
      return
    case 'fails':
      // The last table that a round writes: what it has done before must be undone.
      await sql`alter table indicators.cell rename to away`.execute(database)
      await fold(database).catch(() => {})
      await sql`alter table indicators.away rename to cell`.execute(database)
      return
    case 'twice':
      await settled(database)
      await Promise.all([fold(database), fold(other), fold(database)])
      return
    case 'fold':
      await settled(database)
      await fold(database, one.part)
  }
}

const place = (measure: string) => sql.lit(measuresOf('tokens').indexOf(measure) + 1)

/** Days of users as stored, and from the ledger alone. */
async function days() {
  const read = async (rows: ReturnType<typeof sql>) =>
    (await sql`select * from (${rows}) x order by 1, 2`.execute(database)).rows
  return {
    stored: await read(sql`
      select user_id, day::text, m[${place('change')}] as change, m[${place('gift')}] as gifts, m[${place('earned')}] as earned,
             (select array_agg(amount order by minute)::text from unnest(minutes, amounts) as x(minute, amount)) as amounts
        from indicators.user_day where subject = 'tokens'`),
    facts: await read(sql`
      with entry as (
        select substr(a.owner, 6)::bigint as user_id, indicators.day_of(t.occurred_at)::text as day, t.kind, e.amount, e.currency,
               date_trunc('minute', t.occurred_at) as minute
          from ledger.entry e join ledger.account a on a.id = e.account_id join ledger.transfer t on t.id = e.transfer_id
         where a.owner like 'user:%' and e.currency in ('TOKEN', 'BONUS') and e.amount <> 0
           and substr(a.owner, 6)::bigint in (select id from users.app_user where not internal)),
      minutes as (
        select user_id, day, minute, sum(-amount)::bigint as amount from entry
         where currency = 'TOKEN' and amount < 0 and kind = 'gift' group by 1, 2, 3)
      select user_id, day, coalesce(sum(amount) filter (where currency = 'TOKEN'), 0)::bigint as change,
             coalesce(sum(-amount) filter (where currency = 'TOKEN' and amount < 0 and kind = 'gift'), 0)::bigint as gifts,
             coalesce(sum(amount) filter (where currency = 'BONUS' and amount > 0), 0)::bigint as earned,
             (select array_agg(m.amount order by m.minute)::text from minutes m where m.user_id = e.user_id and m.day = e.day) as amounts
        from entry e group by 1, 2`),
  }
}

/** Cells that are not the sums of the days, and minutes that are not those of the days. */
async function differences() {
  const { rows } = await sql`
    with stored as (
      select country, day, place, sum(v) as v from indicators.user_day, unnest(m) with ordinality as x(v, place)
       where subject = 'tokens' group by 1, 2, 3),
    cells as (
      select country, day, place, sum(v) as v from indicators.cell, unnest(m) with ordinality as x(v, place)
       where subject = 'tokens' and rollup = 'country' group by 1, 2, 3),
    told as (
      select to_timestamp(x.minute::bigint * 60) as minute, sum((x.place = 1)::int) as users, sum(x.amount) as amount
        from indicators.user_day d cross join lateral unnest(d.minutes, d.amounts) with ordinality as x(minute, amount, place)
       where d.subject = 'tokens' group by 1)
    select 'cell' as what, day::text as key from cells c full join stored s using (country, day, place) where coalesce(c.v, 0) <> coalesce(s.v, 0)
    union all
    select 'minute', minute::text from told t full join (select * from indicators.course where subject = 'tokens') c using (minute)
     where (coalesce(t.users, 0), coalesce(t.amount, 0)) <> (coalesce(c.users, 0), coalesce(c.amount, 0))`.execute(
    database,
  )
  return rows
}

test('days have each entry once, whatever is corrected, fails or runs twice meanwhile', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(fact, { minLength: 10, maxLength: 40 }), async (facts) => {
      for (const one of facts) await happen(one)
      await settled(database)
      while (await fold(database));
      const { stored, facts: raw } = await days()
      expect(stored).toEqual(raw)
      expect(await differences()).toEqual([])
    }),
    { numRuns: 8 },
  )
})
