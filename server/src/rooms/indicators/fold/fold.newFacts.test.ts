// New entries of the ledger, gifts and views are added to days exactly once: beside corrections of the same days, after failures, and with two processes.
import fc from 'fast-check'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { freshDatabase } from '../../../../test/database.ts'
import { foldAll, settled } from '../../../../test/settled.ts'
import { wallNow } from '../../../kit/clock.ts'
import { type Database, inTransaction, openDatabase, type Transaction } from '../../../kit/database/database.ts'
import { newId } from '../../../kit/random.ts'
import { ensureLedgerMonths, post } from '../../../ledger/index.ts'
import { gift, grant, recharge } from '../../../ledger/items.fixture.ts'
import { ensureLiveMonths } from '../../live/index.ts'
import { factsReader, measuresOf, type SubjectName } from '../indicators.subjects.ts'
import { foldFull, foldIndicators } from './fold.service.ts'

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
  await ensureLiveMonths(database, ago(72))
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
  {
    weight: 3,
    arbitrary: fc.record({ what: fc.constant('view' as const), user, at, seconds: fc.integer({ min: 1, max: 2_000 }) }),
  },
  {
    weight: 3,
    arbitrary: fc.record({ what: fc.constant('gift' as const), user, at, tokens: fc.integer({ min: 1, max: 40 }) }),
  },
  { weight: 4, arbitrary: fc.record({ what: fc.constant('fold' as const), part: fc.integer({ min: 1, max: 4 }) }) },
  // One transaction with more entries than a part takes, beside a gift and a view.
  {
    weight: 2,
    arbitrary: fc.record({
      what: fc.constant('import' as const),
      user,
      at,
      tokens: fc.array(fc.integer({ min: 1, max: 40 }), { minLength: 3, maxLength: 9 }),
    }),
  },
  // Everything of the day is counted again, which includes the new entries.
  { weight: 1, arbitrary: fc.record({ what: fc.constant('comes' as const), user, at }) },
  { weight: 1, arbitrary: fc.record({ what: fc.constant('mark' as const), user, marked: fc.boolean() }) },
  {
    weight: 1,
    arbitrary: fc.record({ what: fc.constant('moves' as const), user, country: fc.constantFrom('BR', 'IN') }),
  },
  {
    weight: 1,
    arbitrary: fc.record({
      what: fc.constant('zone' as const),
      zone: fc.constantFrom('UTC', 'Asia/Tokyo', 'Pacific/Kiritimati'),
    }),
  },
  { weight: 1, arbitrary: fc.record({ what: fc.constantFrom('fails' as const, 'twice' as const) }) },
  // A transaction that stays open while others follow: nothing after it is read until it ends.
  {
    weight: 2,
    arbitrary: fc.record({
      what: fc.constant('late' as const),
      user,
      at,
      tokens: fc.array(fc.integer({ min: 1, max: 40 }), { minLength: 1, maxLength: 5 }),
    }),
  },
  { weight: 3, arbitrary: fc.record({ what: fc.constant('commits' as const) }) },
)

const fold = (of: Database, touched?: number) =>
  foldIndicators({ database: of, now, zone, ...(touched !== undefined && { touched, entries: touched }) })

/** A round that fails at the last table that it writes: what it has done before must be undone. */
async function failingFold(part?: number): Promise<void> {
  await sql`alter table indicators.cell rename to away`.execute(database)
  await fold(database, part).catch(() => {})
  await sql`alter table indicators.away rename to cell`.execute(database)
}

type Given = { user: bigint; at: Date }

const addView = (to: Database | Transaction, { user, at, seconds }: Given & { seconds: number }) =>
  sql`insert into live.view (id, live_id, user_id, seconds, at) values (${newId(at)}, 'l', ${user}, ${seconds}, ${at})`.execute(
    to,
  )
const addGift = (to: Database | Transaction, { user, at, tokens }: Given & { tokens: number }) =>
  sql`insert into live.gift (id, at, gift_id, sender_id, receiver_id, count, tokens, promo_tokens, bonus, live_id)
    values (${newId(at)}, ${at}, 1, ${user}, ${(user % 3n) + 1n}, 2, ${tokens}, 0, 0, 'l')`.execute(to)

/** Grants of so many tokens, with a gift and a view, in one transaction. */
const importOf = ({ user, at, tokens }: Given & { tokens: readonly number[] }) =>
  inTransaction(database, async (tx) => {
    const items = tokens.map((amount) => ({ ...grant(BigInt(amount), user, newId(at)), occurredAt: at }))
    await post(tx, 'test', now, items)
    await addGift(tx, { user, at, tokens: tokens.length })
    await addView(tx, { user, at, seconds: tokens.length })
  })

let open: { commit: () => void; ended: Promise<void> } | undefined

/** Ends the open transaction, if there is one. */
async function commits(): Promise<void> {
  open?.commit()
  await open?.ended
  open = undefined
}

/** A gift, a view and grants, in a transaction that stays open after the first two. */
async function commitLate({ user, at, tokens }: Given & { tokens: readonly number[] }): Promise<void> {
  await commits()
  const begun = Promise.withResolvers<void>()
  const committed = Promise.withResolvers<void>()
  const ended = inTransaction(database, async (tx) => {
    await addGift(tx, { user, at, tokens: tokens.length })
    await addView(tx, { user, at, seconds: tokens.length })
    begun.resolve()
    await committed.promise
    const items = tokens.map((amount) => ({ ...grant(BigInt(amount), user, newId(at)), occurredAt: at }))
    await post(tx, 'test', now, items)
  })
  await begun.promise
  open = { commit: () => committed.resolve(), ended }
}

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
    case 'import':
      await importOf(one)
      return
    case 'view':
      await addView(database, one)
      return
    case 'gift':
      await addGift(database, one)
      return
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
      await failingFold()
      return
    case 'twice':
      await Promise.all([fold(database), fold(other), fold(database)])
      return
    case 'late':
      await commitLate(one)
      return
    case 'commits':
      await commits()
      return
    case 'fold':
      await fold(database, one.part)
  }
}

const placeOf = (name: SubjectName, measure: string) => sql.lit(measuresOf(name).indexOf(measure) + 1)
const place = (measure: string) => placeOf('tokens', measure)

const read = async (rows: ReturnType<typeof sql>) =>
  (await sql`select * from (${rows}) x order by 1, 2, 3`.execute(database)).rows

/** Days with views or gifts as stored, and from these alone. */
async function shown() {
  const m = (name: 'view' | 'gift', measure: string) => sql`m[${placeOf(name, measure)}]`
  const view = (measure: string) => m('view', measure)
  const counted = sql`user_id in (select id from users.app_user where not internal)`
  return {
    stored: await read(sql`
      select 'view' as what, user_id, day::text, ${view('users')} as users, ${view('views')} as number, ${view('seconds')} as amount, ${view('to60')} as to60,
             ${view('dayUnder30')} as under30, ${view('dayTo60')} as between, ${view('dayOver60')} as over60, minutes[1] as minute
        from indicators.user_day where subject = 'view'
      union all
      select 'gift', user_id, day::text, ${m('gift', 'users')}, ${m('gift', 'gifts')}, ${m('gift', 'tokens')}, 0, 0, 0, 0, minutes[1]
        from indicators.user_day where subject = 'gift'`),
    facts: await read(sql`
      select 'view' as what, user_id, indicators.day_of(at)::text as day, 1::bigint as users, count(*) as number, sum(seconds)::bigint as amount,
             count(*) filter (where seconds between 31 and 60) as to60, (sum(seconds) < 1800)::int::bigint as under30,
             (sum(seconds) between 1800 and 3600)::int::bigint as between, (sum(seconds) > 3600)::int::bigint as over60,
             floor(extract(epoch from min(at)) / 60)::int as minute
        from live.view where ${counted} group by 2, 3
      union all
      select 'gift', sender_id, indicators.day_of(at)::text, 1, sum(count)::bigint, sum(tokens)::bigint, 0, 0, 0, 0, floor(extract(epoch from min(at)) / 60)::int
        from (select sender_id as user_id, * from live.gift) g where ${counted} group by 2, 3`),
  }
}

/** Days of users as stored, and from the ledger alone. */
async function days() {
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
      select subject, country, day, place, sum(v) as v from indicators.user_day, unnest(m) with ordinality as x(v, place)
       where subject in ('tokens', 'view', 'gift') group by 1, 2, 3, 4),
    cells as (
      select subject, country, day, place, sum(v) as v from indicators.cell, unnest(m) with ordinality as x(v, place)
       where subject in ('tokens', 'view', 'gift') and rollup = 'country' group by 1, 2, 3, 4),
    told as (
      select to_timestamp(x.minute::bigint * 60) as minute, sum((x.place = 1)::int) as users, sum(x.amount) as amount
        from indicators.user_day d cross join lateral unnest(d.minutes, d.amounts) with ordinality as x(minute, amount, place)
       where d.subject = 'tokens' group by 1)
    select subject as what, day::text as key from cells c full join stored s using (subject, country, day, place) where coalesce(c.v, 0) <> coalesce(s.v, 0)
    union all
    select 'minute', minute::text from told t full join (select * from indicators.course where subject = 'tokens') c using (minute)
     where (coalesce(t.users, 0), coalesce(t.amount, 0)) <> (coalesce(c.users, 0), coalesce(c.amount, 0))`.execute(
    database,
  )
  return rows
}

async function expectEachOnce(): Promise<void> {
  const { stored, facts: raw } = await days()
  expect(stored).toEqual(raw)
  const { stored: shownDays, facts: shownFacts } = await shown()
  expect(shownDays).toEqual(shownFacts)
  expect(await differences()).toEqual([])
}

test('days have each entry once, whatever is corrected, fails or runs twice meanwhile', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(fact, { minLength: 10, maxLength: 40 }), async (facts) => {
      for (const one of facts) await happen(one)
      await commits()
      await foldAll(database, () => fold(database))
      await expectEachOnce()
    }),
    // Runs share the database: a shorter history in it shows nothing.
    { numRuns: 8, endOnFailure: true },
  )
})

/** How far the reader got within a transaction; null between two. */
async function positionWithin(): Promise<string | null> {
  const { within } = await database
    .selectFrom('kit.reader')
    .select('within')
    .where('name', '=', factsReader)
    .executeTakeFirstOrThrow()
  return within
}

test('a part that ends within a large transaction counts each of its entries once, beside failures and another process', async () => {
  const at = ago(2)
  await foldAll(database, () => fold(database))
  const tokens = Array.from({ length: 60 }, (_, index) => index + 1)
  for (const of of users) await importOf({ user: of, at, tokens })
  await settled(database)
  const positions = new Set<string | null>()
  for (let round = 0; round < 8; round++) {
    const part = (round % 3) + 1
    await failingFold(part)
    await Promise.all([fold(database, part), fold(other, part)])
    positions.add(await positionWithin())
  }
  // Otherwise no part ended within a transaction, and this test would show nothing.
  expect(positions.size).toBeGreaterThan(2)
  await foldAll(database, () => fold(database))
  expect(await positionWithin()).toBeNull()
  await expectEachOnce()
})

test('a change of the zone moves stored days, also when nothing else is new', async () => {
  await addView(database, { user: users[0]!, at: ago(3), seconds: 60 })
  for (const next of ['Asia/Tokyo', 'UTC', 'Pacific/Kiritimati']) {
    zone = next
    await foldAll(database, () => fold(database))
    await expectEachOnce()
  }
})

test('beside a history that still arrives only full batches are folded, and the rest when it has arrived', async () => {
  zone = 'UTC'
  await foldAll(database, () => fold(database))
  const touched = async () =>
    Number((await sql<{ count: bigint }>`select count(*) from indicators.touched`.execute(database)).rows[0]!.count)
  expect(await touched()).toBe(0)
  for (const id of users)
    await sql`insert into users.active_day (day, user_id, first_at, seconds, platform, online_at)
      values ((${ago(70)}::timestamptz at time zone 'UTC')::date, ${id}, ${ago(70)}, 60, 'web', ${ago(70)})`.execute(
      database,
    )
  const waiting = await touched()
  expect(waiting).toBeGreaterThan(1)
  const full = (least: number) => foldFull({ database, now, zone, touched: least })
  expect(await full(waiting + 1)).toBe(false)
  expect(await touched()).toBe(waiting)
  expect(await full(waiting)).toBe(true)
  await foldAll(database, () => fold(database))
  await expectEachOnce()
})
