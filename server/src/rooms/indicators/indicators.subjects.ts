// The subjects of a user's day: their measures in the order of `m`, and the query that computes them from the facts. A query reads `due
// (user_id, day, from_at, to_at, from_id, to_id)` and returns `day, user_id, m, minutes, amounts`, without empty rows. docs/indicators.md explains each
// measure.
import { type RawBuilder, sql } from 'kysely'
import { entriesOfDays } from '../../ledger/index.ts'
import {
  callsThat,
  type Entries,
  entriesThat,
  isReturned,
  longEnough,
  matchesThat,
  viewerDaysThat,
  viewsThat,
} from './indicators.conditions.ts'
import { mostWaitSeconds } from './indicators.limits.ts'

export type Subject = {
  measures: readonly string[]
  query: RawBuilder<unknown>
  /** A cohort: one row per user, on the day of the user's event, whichever day is due. The query reads `due` for its users. */
  cohort?: true
}

const within = (column: string) => sql`${sql.ref(column)} >= d.from_at and ${sql.ref(column)} < d.to_at`
const count = (condition?: RawBuilder<unknown>) =>
  condition ? sql`count(*) filter (where ${condition})` : sql`count(*)`
const counts = (conditions: Record<string, RawBuilder<unknown>>) =>
  Object.fromEntries(Object.entries(conditions).map(([measure, condition]) => [measure, count(condition)]))
const sum = (what: RawBuilder<unknown>, condition?: RawBuilder<unknown>) =>
  condition ? sql`coalesce(sum(${what}) filter (where ${condition}), 0)` : sql`coalesce(sum(${what}), 0)`

/** Minutes since 1970, for `minutes`. */
const minuteOf = (moment: RawBuilder<unknown>) => sql`floor(extract(epoch from ${moment}) / 60)::int`
const noCourse = sql`'{}'::int[] as minutes, '{}'::bigint[] as amounts`

/** The reader of entries, gifts and views: a day's are counted up to its cursor, and later ones are added (`fold/fold.newTokens.ts`, `fold/fold.newFacts.ts`). */
export const factsReader = 'indicators.ledger'
const isRead = (xid: string) => sql`${sql.ref(xid)} < (select boundary from kit.reader where name = ${factsReader})`

/** The time within the day: `of` is the amount by minute; without it, only the first minute is kept. */
type Course = { at: RawBuilder<unknown>; of?: RawBuilder<unknown> }

function subject(measures: Record<string, RawBuilder<unknown>>, from: RawBuilder<unknown>, course?: Course): Subject {
  const sums = sql`select d.day, d.user_id, array[${sql.join(Object.values(measures))}]::bigint[] as m`
  const grouped = sql`from ${from} group by d.day, d.user_id`
  return { measures: Object.keys(measures), query: withCourse(sums, grouped, course) }
}

function withCourse(sums: RawBuilder<unknown>, grouped: RawBuilder<unknown>, course?: Course): RawBuilder<unknown> {
  if (!course) return sql`${sums}, ${noCourse} ${grouped}`
  const minute = minuteOf(course.at)
  if (!course.of) return sql`${sums}, array[min(${minute})] as minutes, '{}'::bigint[] as amounts ${grouped}`
  return sql`
    select s.day, s.user_id, s.m, coalesce(c.minutes, '{}') as minutes, coalesce(c.amounts, '{}') as amounts
      from (${sums}, array_agg(${minute}) as minute, array_agg((${course.of})::bigint) as amount ${grouped}) s
     cross join lateral (
       select array_agg(a.minute order by a.minute) as minutes, array_agg(a.amount order by a.minute) as amounts
         from (select x.minute, sum(x.amount)::bigint as amount from unnest(s.minute, s.amount) as x(minute, amount) where s.minute is not null group by x.minute) a) c`
}

/** Days online, with the length of visits. */
const visit = subject(
  { users: sql`1`, seconds: sum(sql`v.seconds`) },
  sql`due d join users.active_day v on v.day = d.day and v.user_id = d.user_id`,
  { at: sql`v.first_at` },
)

const seconds = sql`v.seconds`
/** The viewer's total of the day: measures that are no sums. */
export const lengthOfDay = (total: RawBuilder<unknown>) => {
  const { dayUnder30, dayTo60, dayOver60 } = viewerDaysThat(total)
  return { dayUnder30: sql`(${dayUnder30})::int`, dayTo60: sql`(${dayTo60})::int`, dayOver60: sql`(${dayOver60})::int` }
}
/** Views of broadcasts, by length. */
export const viewsOf = (from: RawBuilder<unknown>) =>
  subject(
    {
      users: sql`1`,
      views: count(),
      ...counts(viewsThat),
      seconds: sum(seconds),
      ...lengthOfDay(sql`sum(${seconds})`),
    },
    from,
    { at: sql`v.at` },
  )
const view = viewsOf(sql`due d join live.view v on v.user_id = d.user_id and ${within('v.at')} and ${isRead('v.xid')}`)

/** Broadcasts that began that day, with their earnings. */
const live = subject(
  {
    users: sql`1`,
    sessions: count(),
    seconds: sum(sql`extract(epoch from s.ended_at - s.started_at)::bigint`, sql`s.ended_at is not null`),
    ended: count(sql`s.ended_at is not null`),
    giftTokens: sum(sql`s.gift_tokens`),
    roomTokens: sum(sql`s.minute_tokens`),
  },
  sql`due d join live.session s on s.user_id = d.user_id and ${within('s.started_at')}`,
  { at: sql`s.started_at`, of: sql`1` },
)

/** Gifts that the user sent in broadcasts. */
export const giftsOf = (from: RawBuilder<unknown>) =>
  subject({ users: sql`1`, gifts: sum(sql`g.count`), tokens: sum(sql`g.tokens`) }, from, { at: sql`g.at` })
const gift = giftsOf(
  sql`due d join live.gift g on g.sender_id = d.user_id and g.live_id is not null and ${within('g.at')}
        and g.id >= d.from_id and g.id < d.to_id and ${isRead('g.xid')}`,
)

/** Matches requested by the user, with their calls; the last measures are a histogram of waiting seconds. */
const waits = Array.from({ length: mostWaitSeconds + 1 }, (_, wait) => [
  `wait${wait}`,
  count(
    sql`m.outcome = 'matched' and ${wait === mostWaitSeconds ? sql`m.waited_seconds >= ${wait}::int` : sql`m.waited_seconds = ${wait}::int`}`,
  ),
])
const match = subject(
  {
    users: sql`1`,
    requests: count(),
    ...counts(matchesThat),
    calls: count(longEnough),
    tokens: sum(sql`c.tokens + c.gift_tokens`),
    ...(Object.fromEntries(waits) as Record<string, RawBuilder<unknown>>),
  },
  sql`due d join live.match m on m.user_id = d.user_id and ${within('m.requested_at')} left join live.call c on c.id = m.call_id`,
  { at: sql`m.requested_at` },
)

/** Calls that the user made. */
const { under30, to120, over120, voice, video, ...callsBefore } = callsThat
const call = subject(
  {
    users: sql`1`,
    attempts: count(),
    ...counts(callsBefore),
    calls: count(longEnough),
    seconds: sum(sql`c.seconds`, longEnough),
    ...counts({ under30, to120, over120, voice, video }),
    tokens: sum(sql`c.tokens`, longEnough),
    bonus: sum(sql`c.bonus`, longEnough),
  },
  sql`due d join live.call c on c.caller_id = d.user_id and ${within('c.requested_at')}`,
  { at: sql`c.requested_at`, of: sql`1` },
)

/** Calls that others made to the user. */
const received = subject(
  { users: sql`1`, calls: count(), answered: count(sql`c.answered_at is not null`) },
  sql`due d join live.call c on c.callee_id = d.user_id and ${within('c.requested_at')}`,
)

/** The user's posts, comments, submissions and reports. */
const content = subject(
  {
    users: sql`1`,
    posts: count(sql`o.made = 'post'`),
    comments: count(sql`o.made = 'comment'`),
    submissions: count(sql`o.made = 'submission'`),
    reports: count(sql`o.made = 'report'`),
  },
  sql`due d cross join lateral (
    select 'post' as made, p.posted_at as at from community.dynamic p where p.user_id = d.user_id and ${within('p.posted_at')}
    union all select 'comment', p.posted_at from community.comment p where p.user_id = d.user_id and ${within('p.posted_at')}
    union all select 'submission', p.submitted_at from audits.item p where p.user_id = d.user_id and ${within('p.submitted_at')}
    union all select 'report', p.reported_at from audits.report p where p.reporter_id = d.user_id and ${within('p.reported_at')}) o`,
  { at: sql`o.at` },
)

/** Paid orders, and refunds. */
const payment = subject(
  {
    users: sql`1`,
    orders: count(),
    usdCents: sum(sql`o.usd_cents`),
    firstPayers: count(sql`o.first_recharge`),
  },
  sql`due d join finance.recharge_order o on o.user_id = d.user_id and o.recharge_id is not null and ${within('o.paid_at')}`,
  { at: sql`o.paid_at`, of: sql`o.usd_cents` },
)
const refund = subject(
  { orders: count(), usdCents: sum(sql`o.usd_cents`) },
  sql`due d join finance.recharge_order o on o.user_id = d.user_id and o.refund <> 'none'
    join finance.order_return r on r.order_id = o.id and ${isReturned} and ${within('r.at')}`,
)

/** Tokens and bonus, by kind of transfer. */
const ofKinds = (kinds: readonly string[]) => sql`e.kind in (${sql.join(kinds.map((kind) => sql.lit(kind)))})`
const amounts = Object.fromEntries(
  Object.entries<Entries>(entriesThat).map(([measure, { currency, kinds, where, sign }]) => {
    const condition = sql`e.currency = ${sql.lit(currency)} and ${where}${kinds ? sql` and ${ofKinds(kinds)}` : sql``}`
    return [measure, sql`${sign < 0 ? sql`-` : sql``}${sum(sql`e.amount`, condition)}`]
  }),
)
const isSpent = sql`e.currency = 'TOKEN' and e.amount < 0 and ${ofKinds(['gift', 'call', 'room', 'text'])}`
/** Minutes are summed for all users at once: a part of new entries has thousands of users with few entries each. */
const tokensOf = (entries: RawBuilder<unknown>): Subject => ({
  measures: Object.keys(amounts),
  query: sql`
    with e as materialized (${entries}),
    course as materialized (
      select day, user_id, array_agg(minute) as minutes, array_agg(amount) as amounts
        from (select day, user_id, ${minuteOf(sql`at`)} as minute, -sum(amount)::bigint as amount from e where ${isSpent}
               group by 1, 2, 3 order by 1, 2, 3) m
       group by 1, 2)
    select s.day, s.user_id, s.m, coalesce(c.minutes, '{}') as minutes, coalesce(c.amounts, '{}') as amounts
      from (select day, user_id, array[${sql.join(Object.values(amounts))}]::bigint[] as m from e group by 1, 2) s
      left join course c on c.day = s.day and c.user_id = s.user_id`,
})

const tokens = tokensOf(entriesOfDays(factsReader))

/** The sums of entries `n (user_id, kind, purpose, currency, amount, at)` by user and day. */
export const tokensByDay = (entries: RawBuilder<unknown>, day: RawBuilder<unknown>): RawBuilder<unknown> =>
  tokensOf(sql`select ${day} as day, n.* from (${entries}) n`).query

/**
 * Active (docs/indicators.md, Words): came online, or acted; receiving and messages do not count. `anchors`: as a member of a guild.
 * Computed after the subjects it reads.
 */
export const acting = ['visit', 'view', 'gift', 'match', 'call', 'live', 'payment', 'content'] as const
const active = subject(
  {
    users: sql`1`,
    anchors: sql`max((exists (select from guilds.member a where a.user_id = d.user_id
      and a.state in ('active', 'leaving', 'left', 'expelled') and a.since < d.to_at and coalesce(a.ends_at > d.from_at, true)))::int)`,
  },
  sql`due d join indicators.user_day u on u.day = d.day and u.user_id = d.user_id
        and u.subject in (${sql.join(acting.map((name) => sql.lit(name)))})`,
  { at: sql`to_timestamp(u.minutes[1]::bigint * 60)` },
)

/** The days after the cohort's on which a user was active, exactly that day (PostHog 23661). */
const returned = (days: number) =>
  sql`(exists (select from indicators.user_day r where r.subject = 'active' and r.user_id = c.user_id and r.day = c.day + ${sql.lit(days)}))::int`
const returns = { d1: returned(1), d3: returned(3), d7: returned(7), d15: returned(15), d30: returned(30) }
const did = (subjectName: string) =>
  sql`(exists (select from indicators.user_day r where r.subject = ${sql.lit(subjectName)} and r.user_id = c.user_id))::int`

function cohort(
  events: RawBuilder<unknown>,
  measures: Record<string, RawBuilder<unknown>> = {},
  course = noCourse,
): Subject {
  const all = { users: sql`1`, ...returns, ...measures }
  return {
    cohort: true,
    measures: Object.keys(all),
    query: sql`select c.day, c.user_id, array[${sql.join(Object.values(all))}]::bigint[] as m, ${course} from (${events}) c`,
  }
}

const dayOf = (moment: RawBuilder<unknown>) => sql`indicators.day_of(${moment})`
const users = sql`(select distinct user_id from due) d`

const newcomer = cohort(
  sql`select ${dayOf(sql`u.registered_at`)} as day, u.id as user_id, u.avatar_url, u.birthday, u.certified, u.registered_at
        from ${users} join users.app_user u on u.id = d.user_id where u.registered_at is not null`,
  {
    complete: sql`(c.avatar_url <> '' and c.birthday is not null)::int`,
    certified: sql`c.certified::int`,
    called: did('call'),
    matched: did('match'),
    viewed: did('view'),
    recharged: did('payment'),
    paidWithinDay: sql`(exists (select from finance.recharge_order o where o.user_id = c.user_id and o.recharge_id is not null
      and o.paid_at < c.registered_at + interval '24 hours'))::int`,
  },
  sql`array[${minuteOf(sql`c.registered_at`)}] as minutes, '{}'::bigint[] as amounts`,
)
const newPayer = cohort(
  sql`select ${dayOf(sql`f.at`)} as day, d.user_id from ${users}
       cross join lateral (select min(o.paid_at) as at from finance.recharge_order o
                            where o.user_id = d.user_id and o.recharge_id is not null) f where f.at is not null`,
)
const newAnchor = cohort(
  sql`select ${dayOf(sql`f.at`)} as day, d.user_id from ${users}
       cross join lateral (select min(a.since) as at from guilds.member a
                            where a.user_id = d.user_id and a.state in ('active', 'leaving', 'left', 'expelled')) f where f.at is not null`,
)

/** Kinds of facts in `indicators.touched.what`; triggers (functions/indicators.sql) use the same numbers. */
export const touchBits = {
  visit: 1,
  view: 2,
  live: 4,
  gift: 8,
  match: 16,
  call: 32,
  received: 64,
  payment: 128,
  entry: 256,
  content: 512,
  member: 1_024,
  profile: 2_048,
  /** First new entries of a day, whose sums wait. */
  newEntries: 4_096,
} as const
export const everything = 4_095

/** The facts that each subject is counted from; the fold knows which other subjects it reads. */
export const countedFrom = {
  visit: touchBits.visit,
  view: touchBits.view,
  live: touchBits.live,
  gift: touchBits.gift,
  match: touchBits.match,
  call: touchBits.call,
  received: touchBits.received,
  payment: touchBits.payment,
  refund: touchBits.payment,
  tokens: touchBits.entry,
  content: touchBits.content,
  active: touchBits.member,
  newcomer: touchBits.profile | touchBits.payment,
  newPayer: touchBits.payment,
  newAnchor: touchBits.member,
} as const satisfies Record<Exclude<SubjectName, 'install'>, number>

/** In computation order: `active` reads the subjects before it, and the cohorts read `active`. */
export const subjects = {
  visit,
  view,
  live,
  gift,
  match,
  call,
  received,
  payment,
  refund,
  tokens,
  content,
  active,
  newcomer,
  newPayer,
  newAnchor,
} satisfies Record<string, Subject>
export type SubjectName = keyof typeof subjects | 'install'

/** Subjects with distinct users over any span. */
export const distinctSubjects = ['active', 'view', 'live', 'gift', 'match', 'call', 'payment'] as const
export type DistinctSubject = (typeof distinctSubjects)[number]

/** Subjects stored by minute, for Home: users by their first minute, and amounts. */
export const courseSubjects = ['newcomer', 'active', 'payment', 'tokens', 'call', 'live'] as const
export type CourseSubject = (typeof courseSubjects)[number]

/** An install belongs to a device, so it is counted separately. */
export const installMeasures = ['installs'] as const

/** The measures of a subject, in the order of `m`. */
export const measuresOf = (name: SubjectName): readonly string[] =>
  name === 'install' ? installMeasures : subjects[name].measures
