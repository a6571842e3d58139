// The raw facts of the requested days and users, for recomputing figures: plain SQL sums each user's actions by day. Independent of subjects,
// cells and the fold.
import { sql } from 'kysely'
import type { Database } from '../../../kit/database/database.ts'

export type FigureRequest = {
  from: string
  to: string
  today: string
  country?: string[] | undefined
  channel?: string[] | undefined
  platform?: string[] | undefined
  sex?: string | undefined
}

/** Facts of a user at a time: `value` is summed by day. */
type Source = { rows: string; value?: string }
const sources = {
  online: { rows: 'select user_id, null::timestamptz as at, day, seconds from users.active_day', value: 'seconds' },
  onlineDays: { rows: 'select user_id, null::timestamptz as at, day from users.active_day' },
  views: { rows: 'select user_id, at, seconds from live.view' },
  viewsTo10: { rows: 'select user_id, at from live.view where seconds <= 10' },
  viewsTo30: { rows: 'select user_id, at from live.view where seconds between 11 and 30' },
  viewsTo60: { rows: 'select user_id, at from live.view where seconds between 31 and 60' },
  viewsOver60: { rows: 'select user_id, at from live.view where seconds > 60' },
  viewed: { rows: 'select user_id, at, seconds from live.view', value: 'seconds' },
  sessions: { rows: 'select user_id, started_at as at from live.session' },
  ended: { rows: 'select user_id, started_at as at from live.session where ended_at is not null' },
  broadcast: {
    rows: 'select user_id, started_at as at, extract(epoch from ended_at - started_at) as seconds from live.session where ended_at is not null',
    value: 'seconds',
  },
  sessionGifts: { rows: 'select user_id, started_at as at, gift_tokens from live.session', value: 'gift_tokens' },
  sessionMinutes: { rows: 'select user_id, started_at as at, minute_tokens from live.session', value: 'minute_tokens' },
  gifts: { rows: 'select sender_id as user_id, at from live.gift where live_id is not null' },
  requests: { rows: 'select user_id, requested_at as at from live.match' },
  matched: { rows: `select user_id, requested_at as at from live.match where outcome = 'matched'` },
  matchCancelled: { rows: `select user_id, requested_at as at from live.match where outcome = 'cancelled'` },
  matchAnswered: {
    rows: 'select m.user_id, m.requested_at as at from live.match m join live.call c on c.id = m.call_id where c.answered_at is not null',
  },
  matchCalls: {
    rows: 'select m.user_id, m.requested_at as at from live.match m join live.call c on c.id = m.call_id where c.answered_at is not null and c.seconds >= 10',
  },
  matchTokens: {
    rows: 'select m.user_id, m.requested_at as at, c.tokens + c.gift_tokens as tokens from live.match m join live.call c on c.id = m.call_id',
    value: 'tokens',
  },
  attempts: { rows: 'select caller_id as user_id, requested_at as at from live.call' },
  answered: { rows: 'select caller_id as user_id, requested_at as at from live.call where answered_at is not null' },
  ...Object.fromEntries(
    Object.entries({
      unansweredCancelled: `end_reason in ('cancelled', 'cancelled by the caller')`,
      unansweredDeclined: `end_reason in ('declined', 'refused')`,
      unansweredNoAnswer: `end_reason in ('no answer', 'timeout')`,
      unansweredBusy: `end_reason = 'busy'`,
      unansweredBalance: `end_reason = 'balance'`,
      unansweredOtherwise: `end_reason not in ('cancelled', 'cancelled by the caller', 'declined', 'refused', 'no answer', 'timeout', 'busy', 'balance')`,
    }).map(([key, why]) => [
      key,
      {
        rows: `select caller_id as user_id, requested_at as at from live.call where ended_at is not null and answered_at is null and ${why}`,
      },
    ]),
  ),
  calls: {
    rows: 'select caller_id as user_id, requested_at as at from live.call where answered_at is not null and seconds >= 10',
  },
  callSeconds: {
    rows: 'select caller_id as user_id, requested_at as at, seconds from live.call where answered_at is not null and seconds >= 10',
    value: 'seconds',
  },
  callsUnder30: {
    rows: 'select caller_id as user_id, requested_at as at from live.call where answered_at is not null and seconds < 30',
  },
  callsTo120: {
    rows: 'select caller_id as user_id, requested_at as at from live.call where answered_at is not null and seconds >= 30 and seconds <= 120',
  },
  callsOver120: {
    rows: 'select caller_id as user_id, requested_at as at from live.call where answered_at is not null and seconds > 120',
  },
  voiceCalls: {
    rows: `select caller_id as user_id, requested_at as at from live.call where answered_at is not null and seconds >= 10 and kind = 'voice'`,
  },
  videoCalls: {
    rows: `select caller_id as user_id, requested_at as at from live.call where answered_at is not null and seconds >= 10 and kind = 'video'`,
  },
  callTokens: {
    rows: 'select caller_id as user_id, requested_at as at, tokens from live.call where answered_at is not null and seconds >= 10',
    value: 'tokens',
  },
  callBonus: {
    rows: 'select caller_id as user_id, requested_at as at, bonus from live.call where answered_at is not null and seconds >= 10',
    value: 'bonus',
  },
  received: { rows: 'select callee_id as user_id, requested_at as at from live.call' },
  receivedAnswered: {
    rows: 'select callee_id as user_id, requested_at as at from live.call where answered_at is not null',
  },
  paid: {
    rows: 'select user_id, paid_at as at, usd_cents from finance.recharge_order where recharge_id is not null',
    value: 'usd_cents',
  },
  orders: { rows: 'select user_id, paid_at as at from finance.recharge_order where recharge_id is not null' },
  firstOrders: {
    rows: 'select user_id, paid_at as at from finance.recharge_order where recharge_id is not null and first_recharge',
  },
  refunded: {
    rows: `select o.user_id, r.at, o.usd_cents from finance.order_return r join finance.recharge_order o on o.id = r.order_id
      where r.transfer_id is not null and r.reversed_at is null`,
    value: 'usd_cents',
  },
  ...Object.fromEntries(
    Object.entries({
      fromRecharges: `currency = 'TOKEN' and amount > 0 and purpose = 'paid' and kind = 'recharge'`,
      fromAgents: `currency = 'TOKEN' and amount > 0 and purpose = 'paid' and kind = 'agent.sale'`,
      promotional: `currency = 'TOKEN' and amount > 0 and purpose = 'promo'`,
      spentOnGifts: `currency = 'TOKEN' and amount < 0 and kind = 'gift'`,
      spentOnCalls: `currency = 'TOKEN' and amount < 0 and kind = 'call'`,
      spentOnRooms: `currency = 'TOKEN' and amount < 0 and kind = 'room'`,
      spentOnTexts: `currency = 'TOKEN' and amount < 0 and kind = 'text'`,
      earned: `currency = 'BONUS' and amount > 0 and kind in ('gift', 'call', 'room', 'text')`,
      withdrawn: `currency = 'BONUS' and amount < 0 and kind in ('withdrawal', 'settlement.redeem')`,
      held: `currency = 'TOKEN'`,
    }).map(([key, which]) => [
      key,
      {
        rows: `select substr(a.owner, 6)::bigint as user_id, t.occurred_at as at, e.amount as tokens
                 from ledger.entry e join ledger.account a on a.id = e.account_id and a.owner like 'user:%'
                 join ledger.transfer t on t.id = e.transfer_id
                where ${which.replaceAll('currency', 'a.currency').replaceAll('amount', 'e.amount').replaceAll('kind', 't.kind').replaceAll('purpose', 'a.purpose')}`,
        value: 'tokens',
      },
    ]),
  ),
  made: {
    rows: `select user_id, posted_at as at from community.dynamic union all select user_id, posted_at from community.comment
           union all select user_id, submitted_at from audits.item union all select reporter_id, reported_at from audits.report`,
  },
} satisfies Record<string, Source> as Record<string, Source>

/** Came online, or acted. */
export const acting = ['onlineDays', 'views', 'gifts', 'requests', 'attempts', 'sessions', 'orders', 'made']

type UserAction = {
  source: string
  userId: string
  day: string
  sex: string
  old: boolean
  isAnchor: boolean
  value: number
}
export type Person = { userId: string; day: string } & Record<
  'd1' | 'complete' | 'certified' | 'called' | 'matched' | 'viewed' | 'recharged' | 'soon',
  boolean
>

export type Raw = {
  did: UserAction[]
  newcomers: Person[]
  waits: { userId: string; day: string; wait: number }[]
  peaks: Map<string, number>
  installs: Map<string, number>
}

export const day = (column: string) => `to_char(${column}, 'YYYY-MM-DD')`

/** The requested days and users, as the queries' first tables. */
export function requestedDays({ from, to, country, channel, platform, sex }: FigureRequest) {
  const some = (column: string, values: string[] | undefined) =>
    values === undefined ? sql`true` : sql`${sql.raw(column)} = any(${values}::text[])`
  return sql`
    d as materialized (
      select x.day, x.starts, lead(x.starts) over (order by x.day) as ends from (
        select s::date as day, s::date::timestamp at time zone (select zone from indicators.zone where since <= s::date order by since desc limit 1) as starts
          from generate_series(${from}::date - 45, ${to}::date + 45, interval '1 day') s) x),
    u as materialized (
      select id as user_id, sex, platform, registered_at from users.app_user
       where not market_audit and not internal and ${some(`coalesce(country, '')`, country)} and ${some('channel', channel)}
         and ${some('sex', sex === undefined ? undefined : [sex])}),
    ud as materialized (
      select u.user_id, u.sex, d.day, d.starts, d.ends, coalesce(u.registered_at <= d.starts - 7 * interval '1 day', false) as old,
             exists (select from guilds.member m where m.user_id = u.user_id and m.state in ('active', 'leaving', 'left', 'expelled')
                        and m.since < d.ends and (m.ends_at is null or m.ends_at > d.starts)) as anchor
        from u cross join d left join users.active_day v on v.user_id = u.user_id and v.day = d.day
       where d.ends is not null
         and ${some(`coalesce(nullif(v.platform, ''), nullif(u.platform, ''), 'web')`, platform)})`
}

export async function read(database: Database, of: FigureRequest): Promise<Raw> {
  const inDay = sql.raw('(case when f.at is null then f.day = ud.day else f.at >= ud.starts and f.at < ud.ends end)')
  const branches = Object.entries(sources).map(
    ([name, { rows, value }]) => sql`
      select ${name} as source, ud.user_id, ud.day, ud.sex, ud.old, ud.anchor, sum(${sql.raw(value ? `f.${value}` : '1')}) as value
        from ud join (select *, ${sql.raw(rows.includes('as at, day') ? 'true' : 'null::date as day')} ${sql.raw(rows.includes('as at, day') ? 'as named' : '')}
                        from (${sql.raw(rows)}) r) f on f.user_id = ud.user_id and ${inDay} group by 1, 2, 3, 4, 5, 6`,
  )
  const { rows: did } = await sql<UserAction>`
    with ${requestedDays(of)}
    select source, user_id::text as "userId", ${sql.raw(day('day'))} as day, sex, old, anchor as "isAnchor", value::float8 as value
      from (${sql.join(branches, sql` union all `)}) x`.execute(database)
  const registered = sql`
    people as materialized (
      select u.user_id, d.day, u.registered_at from u join d on u.registered_at >= d.starts and u.registered_at < d.ends
       where ${of.platform === undefined ? sql`true` : sql`coalesce(nullif(u.platform, ''), 'web') = any(${of.platform}::text[])`})`
  // A cohort's return counts on any of its days and platforms.
  const returns = await actives(database, { ...of, platform: undefined })
  const { rows: newcomers } = await sql<Omit<Person, 'd1'>>`
    with ${requestedDays(of)}, ${registered}
    select p.user_id::text as "userId", ${sql.raw(day('p.day'))} as day, a.avatar_url <> '' and a.birthday is not null as complete, a.certified,
           exists (select from live.call c where c.caller_id = p.user_id) as called,
           exists (select from live.match c where c.user_id = p.user_id) as matched,
           exists (select from live.view c where c.user_id = p.user_id) as viewed,
           exists (select from finance.recharge_order c where c.user_id = p.user_id and c.recharge_id is not null) as recharged,
           exists (select from finance.recharge_order c where c.user_id = p.user_id and c.recharge_id is not null
                      and c.paid_at < p.registered_at + interval '24 hours') as soon
      from people p join users.app_user a on a.id = p.user_id`.execute(database)
  const { rows: waits } = await sql<{ userId: string; day: string; wait: number }>`
    with ${requestedDays(of)}
    select ud.user_id::text as "userId", ${sql.raw(day('ud.day'))} as day, least(f.waited_seconds, 60) as wait
      from ud join live.match f on f.user_id = ud.user_id and f.requested_at >= ud.starts and f.requested_at < ud.ends
     where f.outcome = 'matched' and f.waited_seconds is not null`.execute(database)
  const { rows: peaks } = await sql<{ day: string; most: number }>`
    with ${requestedDays(of)}, s as (select l.* from live.session l join u on u.user_id = l.user_id),
    moments as (select d.day, d.starts as at from d union select d.day, s.started_at from d join s on s.started_at >= d.starts and s.started_at < d.ends)
    select ${sql.raw(day('day'))} as day, max(running)::int as most from (
      select m.day, (select count(*) from s where s.started_at <= m.at and (s.ended_at is null or s.ended_at > m.at)) as running from moments m) x
     group by 1`.execute(database)
  const some = (column: string, values: string[] | undefined) =>
    values === undefined ? sql`true` : sql`${sql.ref(column)} = any(${values}::text[])`
  const { rows: installs } = await sql<{ day: string; count: number }>`
    with ${requestedDays(of)}
    select ${sql.raw(day('d.day'))} as day, count(*)::int as count from d join promotion.install i on i.at >= d.starts and i.at < d.ends
     where ${some('i.country', of.country)} and ${some('i.channel', of.channel)} and ${some('i.platform', of.platform)} group by 1`.execute(
    database,
  )
  return {
    did,
    newcomers: newcomers.map((one) => ({ ...one, d1: returns.has(`${one.userId} ${plus(one.day, 1)}`) })),
    waits,
    peaks: new Map(peaks.map((row) => [row.day, row.most])),
    installs: new Map(installs.map((row) => [row.day, row.count])),
  }
}

/** Users and days on which they were active, as `user day`. */
export async function actives(database: Database, of: FigureRequest): Promise<Set<string>> {
  const branches = acting.map((name) => {
    const { rows } = sources[name]!
    return sql`select user_id, at, ${sql.raw(rows.includes('as at, day') ? 'day' : 'null::date as day')} from (${sql.raw(rows)}) r`
  })
  const { rows } = await sql<{ key: string }>`
    with ${requestedDays(of)}
    select distinct ud.user_id || ' ' || ${sql.raw(day('ud.day'))} as key
      from ud join (${sql.join(branches, sql` union all `)}) f on f.user_id = ud.user_id
       and (case when f.at is null then f.day = ud.day else f.at >= ud.starts and f.at < ud.ends end)`.execute(database)
  return new Set(rows.map(({ key }) => key))
}

export const plus = (of: string, days: number): string =>
  new Date(Date.parse(`${of}T00:00:00Z`) + days * 86_400_000).toISOString().slice(0, 10)
