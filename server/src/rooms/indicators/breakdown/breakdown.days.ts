// Users' days with the part each belongs to, for what cells do not keep: languages, guilds, gateways. Columns `value, user_id, day, old, m`.
import type { Dimension } from '@greenroom/contract/figureDimensions'
import { type RawBuilder, sql } from 'kysely'
import type { Filters, Span } from '../figures/figures.facts.ts'
import type { Zone } from '../fold/fold.rules.ts'
import { isReturned } from '../indicators.conditions.ts'
import type { SubjectName } from '../indicators.subjects.ts'
import { momentsOf } from '../records/figureRecords.sources.ts'
import { within } from './indicatorPeople.within.ts'

const kept = ['language', 'guild', 'gateway'] as const
export type DayDimension = (typeof kept)[number]
/** True for a dimension that only users' days have, which are kept for `peopleDays`. */
export const isOfDays = (by: Dimension): by is DayDimension => (kept as readonly string[]).includes(by)

export type AskedDays = { subject: SubjectName; filters: Filters; span: Span; zones: readonly Zone[] }

/** The days of a subject by part. */
export function partedDays(by: DayDimension, asked: AskedDays): RawBuilder<unknown> {
  if (by === 'gateway') return ordersByGateway(asked)
  const { subject, filters, span } = asked
  const [value, join] =
    by === 'language' ? [sql`a.language`, ofUser] : [sql`coalesce(g.guild_id::text, '')`, ofMember(asked)]
  return sql`
    select ${value} as value, d.user_id, d.day, d.old, d.m from indicators.user_day d ${join}
     where d.subject = ${subject} and d.day between ${span.from}::date and ${span.to}::date ${within(filters)}`
}

const ofUser = sql`join users.app_user a on a.id = d.user_id`

/**
 * A day belongs to the guild that an anchor was a member of last on it. Memberships count by their days' places in the span (0 is before it):
 * of a large platform there are many, and `indicators.day_of` reads the zones for each moment.
 */
function ofMember({ span, zones }: AskedDays): RawBuilder<unknown> {
  const { days, starts, end } = momentsOf(span, zones)
  const place = (at: RawBuilder<unknown>) => sql`width_bucket(${at}, ${starts}::timestamptz[])`
  return sql`
    left join (
      select m.user_id, m.guild_id, ${place(sql`m.since`)} as first,
             least(coalesce(${place(sql`m.ends_at - interval '1 millisecond'`)}, ${days.length}),
                   coalesce(lead(${place(sql`m.since`)}) over (partition by m.user_id order by m.since, m.id) - 1, ${days.length})) as last
        from guilds.member m
       where m.state in ('active', 'leaving', 'left', 'expelled')
         and m.since < ${end} and (m.ends_at is null or m.ends_at > ${starts[0]})) g
      on g.user_id = d.user_id and d.day - ${span.from}::date + 1 between g.first and g.last`
}

/** Each order with its user's day, as a day of its own: marked accounts have none. The measures are those of the subject, in its order. */
function ordersByGateway({ subject, filters, span, zones }: AskedDays): RawBuilder<unknown> {
  const { days, starts, end } = momentsOf(span, zones)
  const day = (at: RawBuilder<unknown>) => sql`(${days}::date[])[width_bucket(${at}, ${starts}::timestamptz[])]`
  const [at, from, m, isPaid] =
    subject === 'refund'
      ? [
          sql`r.at`,
          sql`finance.order_return r join finance.recharge_order o on o.id = r.order_id and ${isReturned}`,
          sql`array[1, o.usd_cents]`,
          sql``,
        ]
      : [
          sql`o.paid_at`,
          sql`finance.recharge_order o`,
          sql`array[1, 1, o.usd_cents, o.first_recharge::int]`,
          sql`and o.recharge_id is not null`,
        ]
  return sql`
    select o.gateway as value, d.user_id, d.day, d.old, (${m})::bigint[] as m
      from ${from} join indicators.user_day d on d.subject = ${subject} and d.user_id = o.user_id and d.day = ${day(at)}
     where ${at} >= ${starts[0]} and ${at} < ${end} ${isPaid} ${within(filters)}`
}
