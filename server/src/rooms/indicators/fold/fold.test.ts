// Small random histories, folded in random parts, compared with plain SQL over the facts.
import fc from 'fast-check'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { freshDatabase } from '../../../../test/database.ts'
import { foldAll, settled } from '../../../../test/settled.ts'
import { wallNow } from '../../../kit/clock.ts'
import { type Database, openDatabase } from '../../../kit/database/database.ts'
import { newId } from '../../../kit/random.ts'
import { courseSubjects, distinctSubjects, subjects } from '../indicators.subjects.ts'
import { foldIndicators } from './fold.service.ts'

let database: Database
const now = wallNow()
const users = [1n, 2n, 3n, 4n, 5n]
const hour = 3_600_000
const ago = (hours: number) => new Date(now.getTime() - hours * hour)
const dayIn = (at: Date, zone = 'UTC') => at.toLocaleDateString('sv-SE', { timeZone: zone })

beforeAll(async () => {
  database = openDatabase((await freshDatabase()).url, { max: 4 })
  for (const id of users)
    await sql`insert into users.app_user (id, nickname, created_at, registered_at, sex, country, channel, platform)
      values (${id}, ${`n${id}`}, now(), ${ago(Number(id) * 100)}, ${id % 2n ? 'woman' : 'man'}, ${id < 3n ? 'BR' : 'IN'},
        ${id < 4n ? 'a' : 'b'}, 'ios')`.execute(database)
})
afterAll(() => database.destroy())

const country = fc.constantFrom('BR', 'IN', 'JP')
const platform = fc.constantFrom('ios', 'android', 'web')
const user = fc.constantFrom(...users)
const at = fc.integer({ min: 1, max: 14 * 24 }).map(ago)
const fact = fc.oneof(
  fc.record({ what: fc.constant('visit' as const), user, at, platform }),
  fc.record({ what: fc.constant('view' as const), user, at, seconds: fc.nat({ max: 4_000 }) }),
  fc.record({ what: fc.constant('call' as const), user, at, answered: fc.boolean(), seconds: fc.nat({ max: 200 }) }),
  fc.record({ what: fc.constant('live' as const), user, at, minutes: fc.integer({ min: 1, max: 300 }) }),
  fc.record({ what: fc.constant('order' as const), user, at, cents: fc.integer({ min: 1, max: 9_000 }) }),
  fc.record({ what: fc.constant('post' as const), user, at }),
  fc.record({ what: fc.constant('moves' as const), user, country }),
  fc.record({ what: fc.constant('mark' as const), user, marked: fc.boolean() }),
  fc.record({ what: fc.constant('fold' as const), part: fc.integer({ min: 1, max: 20 }) }),
)

async function happen(one: (typeof fact extends fc.Arbitrary<infer T> ? T : never) & object): Promise<void> {
  const id = newId(now)
  switch (one.what) {
    case 'visit':
      await sql`insert into users.active_day (day, user_id, first_at, seconds, platform, online_at)
        values (${dayIn(one.at)}::date, ${one.user}, ${one.at}, 60, ${one.platform}, ${one.at})
        on conflict (day, user_id) do update set seconds = active_day.seconds + 60, platform = excluded.platform`.execute(
        database,
      )
      return
    case 'view':
      await sql`insert into live.view (id, live_id, user_id, seconds, at)
        values (${id}, 'l', ${one.user}, ${one.seconds}, ${one.at})`.execute(database)
      return
    case 'call': {
      await sql`insert into live.call (id, caller_id, callee_id, kind, requested_at, heard_at)
        values (${id}, ${one.user}, ${(one.user % 5n) + 1n}, 'video', ${one.at}, ${one.at})`.execute(database)
      // It ends later, in a transaction of its own.
      await sql`update live.call set answered_at = ${one.answered ? one.at : null}, ended_at = ${one.at},
        seconds = ${one.answered ? one.seconds : 0}, end_reason = ${one.answered ? 'hung up' : 'busy'} where id = ${id}`.execute(
        database,
      )
      return
    }
    case 'live':
      await sql`insert into live.session (id, user_id, started_at, ended_at, heard_at)
        values (${id}, ${one.user}, ${one.at}, ${new Date(one.at.getTime() + one.minutes * 60_000)}, ${one.at})`.execute(
        database,
      )
      return
    case 'order':
      await sql`insert into finance.recharge_order (id, user_id, usd_cents, state, created_at, paid_at, recharge_id)
        values (${id}, ${one.user}, ${one.cents}, 'success', ${one.at}, ${one.at}, ${id}::uuid)`.execute(database)
      return
    case 'post':
      await sql`insert into community.dynamic (id, user_id, text, posted_at) values (${id}, ${one.user}, 'x', ${one.at})`.execute(
        database,
      )
      return
    case 'moves':
      await sql`update users.app_user set country = ${one.country} where id = ${one.user}`.execute(database)
      return
    case 'mark':
      await sql`update users.app_user set internal = ${one.marked} where id = ${one.user}`.execute(database)
      return
    case 'fold':
      await foldIndicators({ database, now, zone: 'UTC', touched: one.part })
  }
}

/** All facts are counted. */
const foldEverything = () => foldAll(database, () => foldIndicators({ database, now, zone: 'UTC' }))

/** The expected sums, from the facts only. */
async function fromFacts() {
  const counted = sql`users.app_user u on u.id = f.user_id and not u.market_audit and not u.internal`
  const { rows } = await sql<{ subject: string; day: string; country: string; sex: string; a: bigint; b: bigint }>`
    select * from (
      select 'view' as subject, to_char(f.at at time zone 'UTC', 'YYYY-MM-DD') as day, u.country, u.sex,
             count(distinct u.id) as a, count(*) filter (where f.seconds > 60) as b
        from live.view f join ${counted} group by 2, 3, 4
      union all
      select 'call', to_char(f.at at time zone 'UTC', 'YYYY-MM-DD'), u.country, u.sex, count(distinct u.id),
             coalesce(sum(f.seconds) filter (where f.seconds >= 10), 0)
        from (select caller_id as user_id, requested_at as at, seconds from live.call) f join ${counted} group by 2, 3, 4
      union all
      select 'payment', to_char(f.at at time zone 'UTC', 'YYYY-MM-DD'), u.country, u.sex, count(distinct u.id), sum(f.usd_cents)
        from (select user_id, paid_at as at, usd_cents from finance.recharge_order) f join ${counted} group by 2, 3, 4
      union all
      select 'live', to_char(f.at at time zone 'UTC', 'YYYY-MM-DD'), u.country, u.sex, count(distinct u.id), sum(f.seconds)
        from (select user_id, started_at as at, extract(epoch from ended_at - started_at)::bigint as seconds from live.session) f
        join ${counted} group by 2, 3, 4) x order by 1, 2, 3, 4`.execute(database)
  return rows.map((row) => ({ ...row, a: Number(row.a), b: Number(row.b) }))
}

/** Users and days on which they came online or acted, from the facts alone, next to those counted as active. */
async function activesDiffer() {
  const { rows } = await sql`
    with acted (user_id, day) as (
      select user_id, day from users.active_day
      union select user_id, (at at time zone 'UTC')::date from live.view
      union select caller_id, (requested_at at time zone 'UTC')::date from live.call
      union select user_id, (started_at at time zone 'UTC')::date from live.session
      union select user_id, (paid_at at time zone 'UTC')::date from finance.recharge_order
      union select user_id, (posted_at at time zone 'UTC')::date from community.dynamic),
    counted as (select a.user_id, a.day from acted a join users.app_user u on u.id = a.user_id and not u.market_audit and not u.internal),
    folded as (select user_id, day from indicators.user_day where subject = 'active')
    (select * from counted except select * from folded) union all (select * from folded except select * from counted)`.execute(
    database,
  )
  return rows
}

/** The position of `b` in `m`. */
const placesOf = Object.fromEntries(
  Object.entries({ view: 'over60', call: 'seconds', payment: 'usdCents', live: 'seconds' }).map(
    ([subject, measure]) => [subject, subjects[subject as keyof typeof subjects].measures.indexOf(measure)],
  ),
)
async function fromCells() {
  const { rows } = await sql<{ subject: string; day: string; country: string; sex: string; m: bigint[] }>`
    select subject, to_char(day, 'YYYY-MM-DD') as day, country, sex, array_agg(m order by i) as m
      from (select subject, day, country, sex, i, sum(v)::bigint as m
              from indicators.cell, unnest(m) with ordinality as x(v, i)
             where rollup = 'country channel sex' and subject = any(${Object.keys(placesOf)}::text[])
             group by 1, 2, 3, 4, 5) y
     group by 1, 2, 3, 4 order by 1, 2, 3, 4`.execute(database)
  return rows
    .map(({ subject, day, country: of, sex, m }) => ({
      subject,
      day,
      country: of,
      sex,
      a: Number(m[0]),
      b: Number(m[placesOf[subject]!]),
    }))
    .filter(({ a }) => a !== 0)
}

/** Every roll-up is the sum of the users' days. */
async function rollupsDiffer() {
  const { rows } = await sql`
    with every as (
      select subject, day, old, place, sum(v) as v from indicators.user_day, unnest(m) with ordinality as x(v, place)
       where subject <> 'install' group by 1, 2, 3, 4),
    rolled as (
      select rollup, subject, day, old, place, sum(v) as v from indicators.cell, unnest(m) with ordinality as x(v, place)
       where subject <> 'install' group by 1, 2, 3, 4, 5)
    select r.* from rolled r left join every e using (subject, day, old, place) where r.v <> coalesce(e.v, 0)
    union all
    select n.rollup, e.* from every e cross join (select distinct rollup from indicators.cell) n
     where e.v <> 0 and not exists (select from rolled r where r.rollup = n.rollup and (r.subject, r.day, r.old, r.place, r.v) = (e.subject, e.day, e.old, e.place, e.v))`.execute(
    database,
  )
  return rows
}

/** The figures by minute equal the users' days, as far back as they are kept. */
async function courseDiffers() {
  const { rows } = await sql`
    with told as (
      select d.subject, to_timestamp(x.minute::bigint * 60) as minute, sum((x.place = 1)::int) as users, sum(coalesce(x.amount, 0)) as amount
        from indicators.user_day d cross join lateral unnest(d.minutes, d.amounts) with ordinality as x(minute, amount, place)
       where d.subject = any(${[...courseSubjects]}::text[]) group by 1, 2)
    select * from told t full join indicators.course c using (subject, minute)
     where minute >= ${ago(8 * 24)} and (coalesce(t.users, 0), coalesce(t.amount, 0)) <> (coalesce(c.users, 0), coalesce(c.amount, 0))`.execute(
    database,
  )
  return rows
}

/** Distinct users of a span from the cells, compared with the sets. */
async function distinctDiffer(from: string, to: string) {
  const { rows } = await sql<{ kind: string; platforms: number; cells: bigint; sets: bigint }>`
    with asked as (select kind, s as platforms from unnest(${[...distinctSubjects]}::text[]) kind, generate_series(1, 7) s)
    select a.kind, a.platforms,
           coalesce((select sum(p.ge[p.day - ${from}::date + 1]) from indicators.people p
                      where p.kind = a.kind and p.rollup = 'all' and p.platforms = a.platforms
                        and p.day between ${from}::date and ${to}::date), 0)::bigint as cells,
           (select count(distinct user_id) from indicators.user_day d
             where d.subject = a.kind and d.day between ${from}::date and ${to}::date
               and a.platforms & case d.platform when 'ios' then 1 when 'android' then 2 else 4 end <> 0) as sets
      from asked a`.execute(database)
  return rows.filter(({ cells, sets }) => cells !== sets)
}

test('with late, corrected and marked facts, the sums equal the facts', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(fact, { minLength: 5, maxLength: 25 }),
      fc.nat({ max: 14 * 24 }),
      fc.nat({ max: 14 * 24 }),
      async (facts, one, other) => {
        for (const happened of facts) await happen(happened)
        await foldEverything()
        expect(await fromCells()).toEqual(await fromFacts())
        expect(await rollupsDiffer()).toEqual([])
        expect(await activesDiffer()).toEqual([])
        expect(await courseDiffers()).toEqual([])
        const [from, to] = [ago(one), ago(other)].sort((a, b) => a.getTime() - b.getTime()) as [Date, Date]
        expect(await distinctDiffer(dayIn(from), dayIn(to))).toEqual([])
      },
    ),
    { numRuns: 12, endOnFailure: true },
  )
})

test('it steps aside for exports at its beginning and before each subject', async () => {
  await happen({ what: 'visit', user: 1n, at: ago(2), platform: 'ios' })
  await settled(database)
  let steps = 0
  const aside = async () => void steps++
  while (await foldIndicators({ database, now, zone: 'UTC', aside })) steps = 0
  expect(steps).toBe(1 + Object.keys(subjects).length)
})

test('channels beyond the limit are counted together, those of promoters and those already counted never', async () => {
  const come = async (id: bigint, channel: string) => {
    await sql`insert into users.app_user (id, nickname, created_at, registered_at, sex, country, channel, platform)
      values (${id}, ${`n${id}`}, now(), ${ago(50)}, 'man', 'BR', ${channel}, 'ios')`.execute(database)
    await happen({ what: 'visit', user: id, at: ago(3), platform: 'ios' })
    await sql`insert into promotion.install (device_id, at, channel, platform, country)
      values (${`d${id}`}, ${ago(3)}, ${channel}, 'ios', 'BR')`.execute(database)
  }
  const { rows: known } = await sql<{ count: number }>`select count(*)::int as count from indicators.channel`.execute(
    database,
  )
  await sql`
    insert into promotion.channel (number, name, type, created_by, created_at, updated_by, updated_at)
    values ('promoted', 'Promoted', 'other', 'x', now(), 'x', now())`.execute(database)
  await come(11n, 'first')
  await settled(database)
  const channels = known[0]!.count + 1
  while (await foldIndicators({ database, now, zone: 'UTC', channels }));
  await come(12n, 'second')
  await come(13n, 'promoted')
  await come(14n, 'first')
  await settled(database)
  while (await foldIndicators({ database, now, zone: 'UTC', channels }));
  const { rows } = await sql<{ what: string }>`
    select subject || ' ' || channel || ' ' || sum(m[1]) as what from indicators.cell
     where rollup = 'channel' and subject in ('install', 'visit') and channel in ('first', 'second', 'promoted', 'other')
     group by subject, channel order by 1`.execute(database)
  expect(rows.map(({ what }) => what)).toEqual([
    'install first 2',
    'install other 1',
    'install promoted 1',
    expect.stringMatching(/^visit first/),
    expect.stringMatching(/^visit other/),
    expect.stringMatching(/^visit promoted/),
  ])
})
