// Recomputes every figure from raw facts: sets and ratios follow from the sums of each user's actions by day.
import type { FigureKey } from '@greenroom/contract/dashboards'
import { sql } from 'kysely'
import type { Database } from '../../../kit/database/database.ts'
import {
  acting,
  actives,
  day,
  type FigureRequest,
  type Person,
  plus,
  type Raw,
  read,
  requestedDays,
} from './figures.rawFacts.fixture.ts'

type Value = { series: (number | null)[]; total: number | null }
type Facts = { raw: Raw; days: string[]; of: FigureRequest }
type Figure = (facts: Facts) => Value

const add = (values: readonly number[]) => values.reduce((all, value) => all + value, 0)
const over = (a: number | null, b: number | null) => (a === null || b === null || b === 0 ? null : a / b)
const known = (values: readonly (number | null)[]) => values.filter((value): value is number => value !== null)

type Only = { old?: true; sex?: string; anchors?: true }
const pick = ({ raw }: Facts, source: string | readonly string[], { old, sex, anchors }: Only = {}) =>
  raw.did.filter(
    (one) =>
      (typeof source === 'string' ? one.source === source : source.includes(one.source)) &&
      (!old || one.old) &&
      (!anchors || one.isAnchor) &&
      (sex === undefined || one.sex === sex),
  )
const excluded = ({ of }: Facts, { sex }: Only = {}) => sex !== undefined && of.sex !== undefined && of.sex !== sex
const none = ({ days }: Facts): Value => ({ series: days.map(() => null), total: null })

const sum =
  (source: string, only: Only = {}): Figure =>
  (facts) => {
    if (excluded(facts, only)) return none(facts)
    const series = facts.days.map((on) =>
      add(
        pick(facts, source, only)
          .filter((one) => one.day === on)
          .map(({ value }) => value),
      ),
    )
    return { series, total: add(series) }
  }
const minus =
  (figure: Figure): Figure =>
  (facts) => {
    const { series, total } = figure(facts)
    return { series: series.map((value) => value && -value), total: total && -total }
  }

/** Distinct users, by day and over the span. */
const people =
  (source: string | readonly string[], only: Only = {}): Figure =>
  (facts) => {
    if (excluded(facts, only)) return none(facts)
    const found = pick(facts, source, only).filter((one) => facts.days.includes(one.day))
    const count = (of: typeof found) => new Set(of.map(({ userId }) => userId)).size
    return { series: facts.days.map((on) => count(found.filter((one) => one.day === on))), total: count(found) }
  }

/** Users' days within the span that meet a condition. */
const usersWhose =
  (source: string, is: (value: number) => boolean): Figure =>
  (facts) => {
    const series = facts.days.map((on) => pick(facts, source).filter((one) => one.day === on && is(one.value)).length)
    return { series, total: add(series) }
  }

const usersADay =
  (source: string | readonly string[], only: Only = {}): Figure =>
  (facts) => {
    const { series } = people(source, only)(facts)
    return { series, total: series[0] === null ? null : add(known(series)) }
  }

/** The average over the completed days. */
const aDay =
  (figure: Figure): Figure =>
  (facts) => {
    const { series } = figure(facts)
    const complete = facts.days.filter((on) => on < facts.of.today).length
    const counted = known(series.slice(0, Math.max(1, complete)))
    return { series, total: counted.length === 0 ? null : add(counted) / counted.length }
  }

const ratio =
  (a: Figure, b: Figure): Figure =>
  (facts) => {
    const [upper, lower] = [a(facts), b(facts)]
    return {
      series: upper.series.map((value, at) => over(value, lower.series[at]!)),
      total: over(upper.total, lower.total),
    }
  }

/** Distinct users of a number of days up to each day. */
const lately =
  (days: number): Figure =>
  (facts) => {
    const series = facts.days.map(
      (on) =>
        new Set(
          pick(facts, acting)
            .filter((one) => one.day <= on && one.day > plus(on, -days))
            .map(({ userId }) => userId),
        ).size,
    )
    return { series, total: series.at(-1)! }
  }

const daysOf = (facts: Facts) => Map.groupBy(pick(facts, acting), ({ userId }) => userId)

/** Returned after seven days or more. */
const returning: Figure = (facts) => {
  const series = facts.days.map(
    (on) =>
      [...daysOf(facts).values()].filter((own) => {
        const before = own.map((one) => one.day).filter((one) => one < on)
        return own.some((one) => one.day === on) && before.length > 0 && before.every((one) => one <= plus(on, -7))
      }).length,
  )
  return { series, total: add(series) }
}

/** Users of a day who were not active on any of the following seven days, once these are over. */
const churn: Figure = (facts) => {
  const parts = facts.days.map((on) => {
    if (plus(on, 7) >= facts.of.today) return null
    const there = [...daysOf(facts).values()].filter((own) => own.some((one) => one.day === on))
    const lost = there.filter((own) => !own.some((one) => one.day > on && one.day <= plus(on, 7)))
    return [lost.length, there.length] as const
  })
  const counted = parts.filter((part) => part !== null)
  return {
    series: parts.map((part) => part && over(...part)),
    total: over(add(counted.map(([lost]) => lost)), add(counted.map(([, there]) => there))),
  }
}

const newcomers: Figure = ({ raw, days }) => {
  const series = days.map((on) => raw.newcomers.filter((one) => one.day === on).length)
  return { series, total: add(series) }
}

/** The share of the registrations; days whose n-th following day is not over are left out. */
const ofNewcomers =
  (key: Exclude<keyof Person, 'userId' | 'day'>, after = 0): Figure =>
  ({ raw, days, of }) => {
    const isKnown = (on: string) => after === 0 || plus(on, after) < of.today
    const all = raw.newcomers.filter((one) => days.includes(one.day) && isKnown(one.day))
    const part = (who: Person[]) => over(who.filter((one) => one[key]).length, who.length)
    return {
      series: days.map((on) => (isKnown(on) ? part(all.filter((one) => one.day === on)) : null)),
      total: part(all),
    }
  }

const waited =
  (percent: number): Figure =>
  ({ raw, days }) => {
    const of = (waits: number[]) =>
      waits.toSorted((a, b) => a - b)[Math.ceil((waits.length * percent) / 100) - 1] ?? null
    return {
      series: days.map((on) => of(raw.waits.filter((one) => one.day === on).map(({ wait }) => wait))),
      total: of(raw.waits.filter((one) => days.includes(one.day)).map(({ wait }) => wait)),
    }
  }

const peak: Figure = (facts) => {
  const { country, channel, platform, sex } = facts.of
  if ([country, channel, platform, sex].some((filter) => filter !== undefined)) return none(facts)
  const series = facts.days.map((on) => facts.raw.peaks.get(on) ?? 0)
  return { series, total: Math.max(...series) }
}

/** The total that users ever got, minus what they spent. */
const held: Figure = (facts) => {
  const series = facts.days.map((on) =>
    add(
      pick(facts, 'held')
        .filter((one) => one.day <= on)
        .map(({ value }) => value),
    ),
  )
  return { series, total: series.at(-1)! }
}

const installs: Figure = (facts) => {
  if (facts.of.sex !== undefined) return none(facts)
  const series = facts.days.map((on) => facts.raw.installs.get(on) ?? 0)
  return { series, total: add(series) }
}

const tokensBought: Figure = (facts) => {
  const [a, b] = [sum('fromRecharges')(facts), sum('fromAgents')(facts)]
  return { series: a.series.map((value, at) => value! + b.series[at]!), total: a.total! + b.total! }
}
const old = { old: true } as const

export const recomputed: Record<FigureKey, Figure> = {
  broadcasters: people('sessions'),
  sessions: sum('sessions'),
  broadcastSeconds: sum('broadcast'),
  averageBroadcast: ratio(sum('broadcast'), sum('ended')),
  peakBroadcasts: peak,
  viewers: people('views'),
  viewRate: ratio(people('views'), people(acting)),
  viewsTo10: sum('viewsTo10'),
  viewsTo30: sum('viewsTo30'),
  viewsTo60: sum('viewsTo60'),
  viewsOver60: sum('viewsOver60'),
  stayUnder30: usersWhose('viewed', (seconds) => seconds < 30 * 60),
  stayTo60: usersWhose('viewed', (seconds) => seconds >= 30 * 60 && seconds <= 60 * 60),
  stayOver60: usersWhose('viewed', (seconds) => seconds > 60 * 60),
  gifterShare: ratio(people('gifts'), people('views')),
  liveGiftTokens: sum('sessionGifts'),
  liveRoomTokens: sum('sessionMinutes'),
  matchRequests: sum('requests'),
  matched: sum('matched'),
  matchAnswered: sum('matchAnswered'),
  matchedShare: ratio(sum('matched'), sum('requests')),
  matchAnsweredShare: ratio(sum('matchAnswered'), sum('matched')),
  matchCancelShare: ratio(sum('matchCancelled'), sum('requests')),
  waitP50: waited(50),
  waitP90: waited(90),
  matchCalls: sum('matchCalls'),
  matchTokens: sum('matchTokens'),
  installs,
  registrations: newcomers,
  dau: aDay(people(acting)),
  wau: lately(7),
  mau: lately(30),
  dauWomen: aDay(people(acting, { sex: 'woman' })),
  dauMen: aDay(people(acting, { sex: 'man' })),
  anchorsOnline: aDay(people(acting, { anchors: true })),
  revenue: sum('paid'),
  refunded: sum('refunded'),
  refundRate: ratio(sum('refunded'), sum('paid')),
  payers: people('orders'),
  payersWomen: people('orders', { sex: 'woman' }),
  payersMen: people('orders', { sex: 'man' }),
  payRate: ratio(people('orders'), people(acting)),
  arpu: ratio(sum('paid'), people(acting)),
  arppu: ratio(sum('paid'), people('orders')),
  firstPayers: sum('firstOrders'),
  conversion24h: ofNewcomers('soon', 1),
  issuedRecharges: sum('fromRecharges'),
  issuedAgents: sum('fromAgents'),
  issuedPromotional: sum('promotional'),
  agentShare: ratio(sum('fromAgents'), tokensBought),
  consumedGifts: minus(sum('spentOnGifts')),
  consumedCalls: minus(sum('spentOnCalls')),
  consumedRooms: minus(sum('spentOnRooms')),
  consumedTexts: minus(sum('spentOnTexts')),
  float: held,
  bonusEarned: sum('earned'),
  bonusWithdrawn: minus(sum('withdrawn')),
  newUsers: newcomers,
  completeShare: ofNewcomers('complete'),
  certifiedShare: ofNewcomers('certified'),
  calledShare: ofNewcomers('called'),
  matchedOnceShare: ofNewcomers('matched'),
  viewedShare: ofNewcomers('viewed'),
  rechargedShare: ofNewcomers('recharged'),
  d1Share: ofNewcomers('d1', 1),
  oldActives: aDay(people(acting, old)),
  returning: aDay(returning),
  secondsOnline: ratio(sum('online', old), usersADay('onlineDays', old)),
  callsReceived: sum('received', old),
  receivedAnswerRate: ratio(sum('receivedAnswered', old), sum('received', old)),
  callsMade: sum('attempts', old),
  madeAnswerRate: ratio(sum('answered', old), sum('attempts', old)),
  income: sum('earned', old),
  oldPayRate: ratio(usersADay('orders', old), usersADay(acting, old)),
  oldArppu: ratio(sum('paid', old), usersADay('orders', old)),
  churn,
  callAttempts: sum('attempts'),
  callsAnswered: sum('answered'),
  callAnsweredShare: ratio(sum('answered'), sum('attempts')),
  unansweredCancelled: sum('unansweredCancelled'),
  unansweredDeclined: sum('unansweredDeclined'),
  unansweredNoAnswer: sum('unansweredNoAnswer'),
  unansweredBusy: sum('unansweredBusy'),
  unansweredBalance: sum('unansweredBalance'),
  unansweredOtherwise: sum('unansweredOtherwise'),
  calls: sum('calls'),
  callSeconds: sum('callSeconds'),
  averageCall: ratio(sum('callSeconds'), sum('calls')),
  callsUnder30: sum('callsUnder30'),
  callsTo120: sum('callsTo120'),
  callsOver120: sum('callsOver120'),
  voiceCalls: sum('voiceCalls'),
  videoCalls: sum('videoCalls'),
  callTokens: sum('callTokens'),
  callBonus: sum('callBonus'),
}

const daysIn = ({ from, to }: FigureRequest) => {
  const days = []
  for (let on = from; on <= to; on = plus(on, 1)) days.push(on)
  return days
}

/** A user's day, of which a part may be recomputed alone. */
export type UserDay = { userId: string; day: string }

/** All figures of a span, from the facts; `only` those of these users' days. */
export async function recompute(
  database: Database,
  of: FigureRequest,
  only: (one: UserDay) => boolean = () => true,
): Promise<Record<FigureKey, Value>> {
  const raw = await read(database, of)
  const kept = {
    ...raw,
    did: raw.did.filter(only),
    newcomers: raw.newcomers.filter(only),
    waits: raw.waits.filter(only),
  }
  const facts: Facts = { raw: kept, days: daysIn(of), of }
  return Object.fromEntries(Object.entries(recomputed).map(([key, figure]) => [key, figure(facts)])) as Record<
    FigureKey,
    Value
  >
}

/** Retention from the facts: the users of each cohort's day, and how many were active exactly n days later. */
export async function recomputeCohorts(database: Database, group: string, of: FigureRequest) {
  const sexed = group === 'women' ? 'woman' : group === 'men' ? 'man' : undefined
  if (sexed !== undefined && of.sex !== undefined && sexed !== of.sex) return []
  const narrowed = { ...of, sex: sexed ?? of.sex }
  const first =
    group === 'payers'
      ? `select user_id, min(paid_at) as at from finance.recharge_order where recharge_id is not null group by 1`
      : group === 'anchors'
        ? `select user_id, min(since) as at from guilds.member where state in ('active', 'leaving', 'left', 'expelled') group by 1`
        : 'select id as user_id, registered_at as at from users.app_user'
  const { rows } = await sql<{ userId: string; day: string }>`
    with ${requestedDays(narrowed)}
    select u.user_id::text as "userId", ${sql.raw(day('d.day'))} as day
      from u join (${sql.raw(first)}) f using (user_id) join d on f.at >= d.starts and f.at < d.ends
     where d.day between ${of.from}::date and ${of.to}::date
       and ${of.platform === undefined ? sql`true` : sql`coalesce(nullif(u.platform, ''), 'web') = any(${of.platform}::text[])`}`.execute(
    database,
  )
  const there = await actives(database, { ...narrowed, platform: undefined })
  return daysIn(of).flatMap((on) => {
    const cohort = rows.filter((row) => row.day === on)
    if (cohort.length === 0) return []
    const back = (days: number) =>
      plus(on, days) < of.today ? cohort.filter(({ userId }) => there.has(`${userId} ${plus(on, days)}`)).length : null
    return [{ day: on, size: cohort.length, d1: back(1), d3: back(3), d7: back(7), d15: back(15), d30: back(30) }]
  })
}
