// Queries of the fold: due users, their days, and the cells summed from them.
import { type RawBuilder, sql } from 'kysely'
import { plainArray } from '../../../kit/arrays.ts'
import type { Database, Reader, Transaction } from '../../../kit/database.ts'
import { idAt } from '../../../kit/random.ts'
import { firstMovements } from '../../../ledger/index.ts'
import { courseDays, daysKept } from '../limits.ts'
import { courseSubjects, everything, measuresOf, type Subject, type SubjectName, subjects } from '../subjects.ts'
import { type Due, dayPlus, type Touch } from './rules.ts'

/** One fold at a time. The lock is held until the transaction ends. */
export const lockFold = async (tx: Transaction): Promise<void> => {
  await sql`select pg_advisory_xact_lock(hashtextextended('indicators.fold', 0))`.execute(tx)
}

/** Adds to what is due: each user and time once, in the order of the key, so that concurrent writers cannot block each other. */
export const addToDue = (rows: RawBuilder<unknown>) => sql`
  insert into indicators.due as d (user_id, at, what)
  select user_id, at, bit_or(what) from (${rows}) t group by user_id, at order by user_id, at
  on conflict (user_id, at) do update set what = d.what | excluded.what where d.what | excluded.what <> d.what`

/** Moves up to `limit` touched rows of ended transactions to what is due. @returns how many there were. */
export async function takeTouched(tx: Transaction, limit: number): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    with next as (
      select ctid as place from indicators.touched where xid < kit.horizon() order by xid limit ${limit}),
    taken as materialized (
      delete from indicators.touched where ctid = any(array(select place from next)) returning user_id, at, what),
    added as (${addToDue(sql`select * from taken`)})
    select count(*)::int as count from taken`.execute(tx)
  return rows[0]!.count
}

export async function isAnythingDue(reader: Reader): Promise<boolean> {
  const { rows } = await sql`select from indicators.due limit 1`.execute(reader)
  return rows.length > 0
}

/** Takes up to `limit` due users and times, in the order of users. */
export async function takeDue(tx: Transaction, limit: number, now: Date): Promise<Touch[]> {
  const { rows } = await sql<{ userId: bigint; at: Date | null; what: number }>`
    delete from indicators.due
     where ctid = any(array(select ctid from indicators.due order by user_id, at limit ${limit}))
    returning user_id as "userId", at, what`.execute(tx)
  const since = await firstFactsOf(
    tx,
    rows.flatMap(({ userId, at }) => (at === null ? userId : [])),
    now,
  )
  return rows.map(
    ({ userId, at, what }): Touch => (at ? { userId, what, at } : { userId, what, since: since.get(userId)! }),
  )
}

/** True if at least so many touched rows wait. */
export async function hasBacklog(database: Database, count: number): Promise<boolean> {
  const { rows } = await sql`select from indicators.touched offset ${count - 1} limit 1`.execute(database)
  return rows.length > 0
}

/** A time before a user's first fact; now for a user without facts. An id differs from its fact's time by at most a day. */
async function firstFactsOf(tx: Transaction, userIds: readonly bigint[], now: Date): Promise<Map<bigint, Date>> {
  if (userIds.length === 0) return new Map()
  const least = (table: string, user: string, at: string) =>
    sql`(select min(${sql.ref(at)}) from ${sql.table(table)} where ${sql.ref(user)} = u.id)`
  const firsts = await firstMovements(tx, userIds)
  const moved = userIds.map((userId) => ({ userId, at: firsts.get(userId) ?? null }))
  const { rows } = await sql<{ userId: bigint; since: Date }>`
    select u.id as "userId", least(
      ${now}::timestamptz, ${sql.join(
        [
          ['live.view', 'user_id', 'at'],
          ['live.session', 'user_id', 'started_at'],
          ['live.match', 'user_id', 'requested_at'],
          ['live.call', 'caller_id', 'requested_at'],
          ['live.call', 'callee_id', 'requested_at'],
          ['finance.recharge_order', 'user_id', 'paid_at'],
          ['community.dynamic', 'user_id', 'posted_at'],
          ['community.comment', 'user_id', 'posted_at'],
          ['audits.item', 'user_id', 'submitted_at'],
          ['audits.report', 'reporter_id', 'reported_at'],
        ].map(([table, user, at]) => least(table!, user!, at!)),
      )},
      (select min(day)::timestamptz from users.active_day where user_id = u.id),
      (select at from live.gift where sender_id = u.id order by id limit 1) - interval '1 day', m.at)
      - interval '2 days' as since
      from unnest(${moved.map(({ userId }) => userId)}::bigint[], ${moved.map(({ at }) => at)}::timestamptz[]) as m(id, at)
      cross join lateral (select m.id) as u(id)`.execute(tx)
  return new Map(rows.map(({ userId, since }) => [userId, since]))
}

/** Records that everything received by then has been taken; once a minute when nothing is new. */
export const writeTaken = async (tx: Transaction, at: Date, isIdle: boolean): Promise<void> => {
  await sql`
    insert into indicators.folded as f (at, taken_at) values (${at}, ${at})
    on conflict (single) do update set taken_at = excluded.taken_at
      where not ${isIdle} or f.taken_at < excluded.taken_at - interval '1 minute'`.execute(tx)
}

/** Records that everything taken has been counted. */
export const writeFolded = async (tx: Transaction): Promise<void> => {
  await sql`update indicators.folded set at = taken_at where at < taken_at`.execute(tx)
}

/** Takes the times of new installs. */
export async function takeInstalls(tx: Transaction): Promise<Date[]> {
  const { rows } = await sql<{ at: Date }>`
    with taken as (delete from indicators.touched_install where xid < kit.horizon() returning at)
    select distinct at from taken`.execute(tx)
  return rows.map(({ at }) => at)
}

/** Marks everything around a change of the zone as touched, since times near it now belong to another day. */
export async function touchAround(tx: Transaction, since: string): Promise<void> {
  await sql`
    insert into indicators.touched (user_id, at, what)
    select u.user_id, indicators.noon_of(d.day), ${everything}
      from (select distinct user_id from indicators.user_day where day >= ${since}::date - 2) u
     cross join (select ${since}::date + n as day from generate_series(-2, 1) n) d`.execute(tx)
  await sql`
    insert into indicators.touched_install (at)
    select indicators.noon_of(${since}::date + n) from generate_series(-2, 1) n`.execute(tx)
}

const places = (width: number, of: (place: number) => RawBuilder<unknown>) =>
  sql`array[${sql.join(Array.from({ length: width }, (_, index) => of(index + 1)))}]::bigint[]`

/** The roll-ups by name, with the dimensions of each. Reads use the smallest one that fits their filters. */
export const rollups = {
  all: [],
  sex: ['sex'],
  platform: ['platform'],
  'sex platform': ['sex', 'platform'],
  country: ['country'],
  channel: ['channel'],
  'country sex': ['country', 'sex'],
  'country platform': ['country', 'platform'],
  'country sex platform': ['country', 'sex', 'platform'],
  'channel sex': ['channel', 'sex'],
  'channel platform': ['channel', 'platform'],
  'channel sex platform': ['channel', 'sex', 'platform'],
  // Without their sex, countries and channels together are two cells more: not worth a roll-up.
  'country channel sex': ['country', 'channel', 'sex'],
  every: ['country', 'channel', 'sex', 'platform'],
} as const satisfies Record<string, readonly string[]>
const dimensions = ['country', 'channel', 'sex', 'platform'] as const

/**
 * Adds `deltas (day, country, channel, sex, platform, old, sign, m)` to the cells of a subject. They are summed by their full key first:
 * that takes one hash, and leaves few rows to sort for each roll-up.
 */
const addToCells = (name: SubjectName, deltas: RawBuilder<unknown>) => {
  const width = measuresOf(name).length
  const kept = (dimension: string) =>
    sql`case when grouping(${sql.ref(dimension)}) = 0 then ${sql.ref(dimension)} else '*' end`
  const sets = Object.values(rollups).map(
    (keep) =>
      sql`(day, old${sql.join(
        keep.map((d) => sql`, ${sql.ref(d)}`),
        sql``,
      )})`,
  )
  const bits = sql`grouping(country, channel, sex, platform)`
  const bitsOf = (keep: readonly string[]) =>
    dimensions.reduce((sum, dimension) => sum * 2 + (keep.includes(dimension) ? 0 : 1), 0)
  const named = sql.join(
    Object.entries(rollups).map(([rollup, keep]) => sql`when ${sql.lit(bitsOf(keep))} then ${sql.lit(rollup)}`),
    sql` `,
  )
  return sql`
    insert into indicators.cell as c (subject, rollup, day, country, channel, sex, platform, old, m)
    select ${name}, case ${bits} ${named} end, day, ${sql.join(dimensions.map(kept))}, old,
           ${places(width, (place) => sql`sum(m[${sql.lit(place)}])`)}
      from (select day, country, channel, sex, platform, old, ${places(width, (place) => sql`sum(sign * m[${sql.lit(place)}])`)} as m
              from (${deltas}) d group by 1, 2, 3, 4, 5, 6) d
     group by grouping sets (${sql.join(sets)})
     order by 1, 2, 4, 5, 6, 7, 3, 8
    on conflict (subject, rollup, country, channel, sex, platform, day, old) do update
      set m = ${places(width, (place) => sql`c.m[${sql.lit(place)}] + excluded.m[${sql.lit(place)}]`)}`
}

/** Adds `deltas (sign, minutes, amounts)` to the minutes of a subject, from `from` on. */
const addToCourse = (name: SubjectName, from: Date) => sql`
    insert into indicators.course as c (subject, minute, users, amount)
    select ${name}, to_timestamp(x.minute::bigint * 60), sum(d.sign * (x.place = 1)::int), sum(d.sign * coalesce(x.amount, 0))
      from deltas d cross join lateral unnest(d.minutes, d.amounts) with ordinality as x(minute, amount, place)
     where x.minute >= ${Math.ceil(from.getTime() / 60_000)}::int
     group by x.minute having sum(d.sign * (x.place = 1)::int) <> 0 or sum(d.sign * coalesce(x.amount, 0)) <> 0
     order by 2
    on conflict (subject, minute) do update set users = c.users + excluded.users, amount = c.amount + excluded.amount`

/**
 * A user's day of a subject that was added, removed, moved to another cell, or began in another minute; for broadcasts, any change. Null
 * for absent values.
 */
export type Change = {
  userId: bigint
  day: string
  before: Place | null
  after: Place | null
}
export type Place = { country: string; channel: string; sex: string; platform: string }

/** The ids of a day are within a day of it: they are of the app's clock. */
const slackMs = 86_400_000
const idFrom = (at: Date, slack: number) => idAt(new Date(at.getTime() + slack))

/** The few different days are sent once. */
function dueTable(due: readonly Due[]): RawBuilder<unknown> {
  const days = new Map<string, { place: number; one: Due }>()
  const placed = due.map((one) => {
    const known = days.get(one.day) ?? { place: days.size + 1, one }
    days.set(one.day, known)
    return known.place
  })
  const each = (of: (one: Due) => string) => plainArray([...days.values()].map(({ one }) => of(one)))
  return sql`
  select u.user_id, (${each(({ day }) => day)}::date[])[u.place] as day,
         (${each(({ from }) => from.toISOString())}::timestamptz[])[u.place] as from_at,
         (${each(({ to }) => to.toISOString())}::timestamptz[])[u.place] as to_at,
         (${each(({ from }) => idFrom(from, -slackMs))}::uuid[])[u.place] as from_id,
         (${each(({ to }) => idFrom(to, slackMs))}::uuid[])[u.place] as to_id
    from unnest(${plainArray(due.map(({ userId }) => userId))}::bigint[], ${plainArray(placed)}::int[]) as u(user_id, place)`
}

const placeColumns = (table: string) =>
  sql`case when ${sql.ref(`${table}.user_id`)} is null then null else jsonb_build_object('country', ${sql.ref(`${table}.country`)},
    'channel', ${sql.ref(`${table}.channel`)}, 'sex', ${sql.ref(`${table}.sex`)}, 'platform', ${sql.ref(`${table}.platform`)}) end`

/**
 * Recounts a subject of the due days from the facts, and corrects rows and cells by the differences.
 *
 * @param oldAfterDays how many days before a day's start a user must have registered to be an old user.
 * @param courseFrom earlier minutes are not corrected, since nobody reads them.
 * @param first cohorts of earlier days are unchanged, since their following days are no longer stored.
 * @param taken a table that the query reads, or whose rows it replaces.
 * @param query instead of the subject's own.
 */
export async function recount(
  tx: Transaction,
  name: Exclude<SubjectName, 'install'>,
  {
    due,
    oldAfterDays,
    courseFrom,
    first,
    taken,
    query = subjects[name].query,
  }: {
    due: readonly Due[]
    oldAfterDays: number
    courseFrom: Date
    first: string
    taken?: RawBuilder<unknown>
    query?: RawBuilder<unknown>
  },
): Promise<Change[]> {
  if (due.length === 0) return []
  const { cohort }: Subject = subjects[name]
  const { rows } = await sql<Change>`
    with due as materialized (${dueTable(due)}),
    ${taken ? sql`${taken},` : sql``}
    counted as materialized (${query}),
    people as materialized (
      select id, coalesce(country, '') as country, channel, sex, platform, registered_at from users.app_user
       where id in (select user_id from due) and not market_audit and not internal),
    fresh as materialized (
      select c.day, c.user_id, p.country, p.channel, p.sex,
             coalesce(nullif(${cohort ? sql`''` : sql`v.platform`}, ''), nullif(p.platform, ''), 'web') as platform,
             ${cohort ? sql`false` : sql`coalesce(p.registered_at <= d.from_at - ${oldAfterDays} * interval '1 day', false)`} as old, c.m, c.minutes, c.amounts
        from counted c join people p on p.id = c.user_id
        ${cohort ? sql`where c.day >= ${first}::date` : sql`join due d on d.day = c.day and d.user_id = c.user_id left join users.active_day v on v.day = c.day and v.user_id = c.user_id`}),
    stale as materialized (
      select s.* from indicators.user_day s
       where s.subject = ${name} and ${
         cohort
           ? sql`s.user_id in (select user_id from due) and s.day >= ${first}::date`
           : sql`(s.day, s.user_id) in (select day, user_id from due)`
       }),
    changed as materialized (
      select f.*, s.user_id is not null as was from fresh f left join stale s using (day, user_id)
       where s.user_id is null or (s.country, s.channel, s.sex, s.platform, s.old, s.m, s.minutes, s.amounts)
         is distinct from (f.country, f.channel, f.sex, f.platform, f.old, f.m, f.minutes, f.amounts)),
    gone as materialized (select s.* from stale s where not exists (select from fresh f where f.day = s.day and f.user_id = s.user_id)),
    removed as (
      delete from indicators.user_day u using gone g where u.subject = ${name} and u.day = g.day and u.user_id = g.user_id),
    written as (
      insert into indicators.user_day as u (subject, day, user_id, country, channel, sex, platform, old, m, minutes, amounts)
      select ${name}, day, user_id, country, channel, sex, platform, old, m, minutes, amounts from changed order by day, user_id
      on conflict (subject, day, user_id) do update set country = excluded.country, channel = excluded.channel,
        sex = excluded.sex, platform = excluded.platform, old = excluded.old, m = excluded.m,
        minutes = excluded.minutes, amounts = excluded.amounts),
    deltas as materialized (
      select day, country, channel, sex, platform, old, 1 as sign, m, minutes, amounts from changed
      union all select s.day, s.country, s.channel, s.sex, s.platform, s.old, -1, s.m, s.minutes, s.amounts from stale s
                  where exists (select from changed c where c.day = s.day and c.user_id = s.user_id)
      union all select day, country, channel, sex, platform, old, -1, m, minutes, amounts from gone),
    ${(courseSubjects as readonly string[]).includes(name) ? sql`course as (${addToCourse(name, courseFrom)}),` : sql``}
    cells as (${addToCells(name, sql`select * from deltas`)})
    select coalesce(c.user_id, s.user_id) as "userId", to_char(coalesce(c.day, s.day), 'YYYY-MM-DD') as day,
           ${placeColumns('s')} as before, ${placeColumns('c')} as after
      from changed c full join (
        select s.* from stale s where (s.day, s.user_id) in (select day, user_id from changed union all select day, user_id from gone)) s
        on s.day = c.day and s.user_id = c.user_id
     where ${name === 'live' ? sql`true` : sql`(s.user_id is null) <> (c.user_id is null) or (s.country, s.channel, s.sex, s.platform, s.minutes[1]) is distinct from (c.country, c.channel, c.sex, c.platform, c.minutes[1])`}`.execute(
    tx,
  )
  return rows
}

/** Recounts the installs of these days. */
export async function recountInstalls(
  tx: Transaction,
  days: readonly { day: string; from: Date; to: Date }[],
): Promise<void> {
  if (days.length === 0) return
  await sql`
    with due as materialized (
      select * from unnest(${days.map((d) => d.day)}::date[], ${days.map((d) => d.from)}::timestamptz[], ${days.map((d) => d.to)}::timestamptz[])
        as d(day, from_at, to_at)),
    fresh as (
      select d.day, i.country, i.channel, '' as sex, i.platform, false as old, array[count(*)]::bigint[] as m
        from due d join promotion.install i on i.at >= d.from_at and i.at < d.to_at group by 1, 2, 3, 5)
    ${addToCells(
      'install',
      sql`select day, country, channel, sex, platform, old, 1 as sign, m from fresh
          union all select day, country, channel, sex, platform, old, -1, m from indicators.cell
                     where subject = 'install' and rollup = 'every' and day in (select day from due)`,
    )}`.execute(tx)
}

/** The maximum of concurrent broadcasts on these days, from the running sessions. */
export async function recountPeaks(
  tx: Transaction,
  days: readonly { day: string; from: Date; to: Date }[],
): Promise<void> {
  if (days.length === 0) return
  await sql`
    insert into indicators.peak (day, broadcasts)
    select d.day, coalesce(p.most, 0)
      from unnest(${days.map((d) => d.day)}::date[], ${days.map((d) => d.from)}::timestamptz[], ${days.map((d) => d.to)}::timestamptz[])
        as d(day, from_at, to_at)
     cross join lateral (
       select max(running) as most from (
         select sum(sum(step)) over (order by at) as running from (
           select greatest(s.started_at, d.from_at) as at, 1 as step from live.session s join users.app_user u on u.id = s.user_id
            where s.started_at < d.to_at and s.started_at >= d.from_at - interval '1 day' and coalesce(s.ended_at > d.from_at, true)
              and not u.market_audit and not u.internal
           union all
           select s.ended_at, -1 from live.session s join users.app_user u on u.id = s.user_id
            where s.started_at < d.to_at and s.started_at >= d.from_at - interval '1 day' and s.ended_at > d.from_at and s.ended_at < d.to_at
              and not u.market_audit and not u.internal) steps
          group by at) sums) p
    on conflict (day) do update set broadcasts = excluded.broadcasts`.execute(tx)
}

/** The first day whose figures facts can still change. */
export const firstKept = (today: string): string => dayPlus(today, 1 - daysKept)

/** Deletes users' days beyond retention, whose sums stay, and minutes that are no longer read. */
export async function forgetOld(database: Database, now: Date): Promise<void> {
  await sql`delete from indicators.course where minute < ${now}::timestamptz - ${courseDays + 1} * interval '1 day'`.execute(
    database,
  )
  await sql`delete from indicators.user_day
    where day < (select max(day) from indicators.user_day where subject = 'active') - ${daysKept}::int - 31`.execute(
    database,
  )
}
