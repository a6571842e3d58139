// The users behind a figure, with each one's value, in descending order.

import type { PersonRef } from '@greenroom/contract/fields'
import { type RawBuilder, sql } from 'kysely'
import type { Context } from '../../../kit/calls/context.ts'
import { visible } from '../../../kit/calls/scope.ts'
import { type Keyset, type Page, type PageRequest, pageOf } from '../../../kit/database/paging.ts'
import { personColumn } from '../../users/index.ts'
import { type Filters, type Span, sexed } from '../figures/figures.facts.ts'
import { dayPlus, type Zone } from '../fold/fold.rules.ts'
import { type DayDimension, partedDays } from './breakdown.days.ts'
import type { CountedUsers, PausedUsers } from './indicatorPeople.rules.ts'
import { within } from './indicatorPeople.within.ts'

export type Counted = { user_id: bigint; value: bigint; user: PersonRef }

const id = { column: 'p.user_id', type: 'bigint' as const, of: (row: Counted) => row.user_id }
const keyset: Keyset<Counted> = {
  sorts: { value: { column: 'p.value', type: 'bigint', of: (row) => row.value } },
  defaultSort: '-value',
  id,
  defaultSize: 20,
}

/** One page of the users `of (user_id, value)`. */
const pageOfUsers = (context: Context, of: RawBuilder<unknown>, request: PageRequest, filters: object) =>
  pageOf<Counted>(
    context,
    context.database
      .selectFrom(sql<{ user_id: bigint; value: bigint }>`(${of})`.as('p'))
      .innerJoin('users.app_user as u', 'u.id', 'p.user_id')
      .select(['p.user_id', 'p.value', personColumn('p.user_id', 'u').as('user')])
      .where(visible(context.scope)),
    keyset,
    request,
    filters,
  )

/** Null filters: nobody. */
type Asked = { span: Span; filters: Filters | null; request: PageRequest }
/** One part of a figure, of those that cells do not keep. */
export type DayPart = { by: DayDimension; of: string }

/** One page of the users that a figure counts, or one part of it. */
export function peoplePage(
  context: Context,
  { subject, place, old, sex }: CountedUsers,
  { span, zones, filters, part, request }: Asked & { zones: readonly Zone[]; part?: DayPart | undefined },
): Promise<Page<Counted>> {
  const narrowed = filters && sexed(filters, sex)
  const value = sql`sum(d.m[${sql.lit(place)}])::bigint`
  const days =
    part === undefined || narrowed === null
      ? sql`indicators.user_day d
     where d.subject = ${subject} and d.day between ${span.from}::date and ${span.to}::date ${within(narrowed)}`
      : sql`(${partedDays(part.by, { subject, filters: narrowed, span, zones })}) d where d.value = ${part.of}`
  const users = sql`
    select d.user_id, ${value} as value from ${days} ${old ? sql`and d.old` : sql``}
     group by d.user_id having ${value} <> 0`
  return pageOfUsers(context, users, request, { subject, place, old, ...narrowed, ...span, ...part })
}

/** Pauses begin and end with active days, which `indicators.user_month` keeps as bits. */
const pauseDays = 7
const monthOf = (day: string) => sql`date_trunc('month', ${day}::date)::date`

/** One page of users by the number of their days in the span that ended a pause, or began one that is over by `today`. */
export function pausedPage(
  context: Context,
  { kind, pause }: PausedUsers,
  { span, filters, today, request }: Asked & { today: string },
): Promise<Page<Counted>> {
  const { platform = ['ios', 'android', 'web'], ...rest } = filters ?? {}
  const named = filters && rest
  const bits = sql.join(
    platform.map((name) => sql.ref(`d.${name}`)),
    sql` | `,
  )
  const of = (months: RawBuilder<unknown>) =>
    sql`d.kind = ${kind} and ${bits} <> 0 and d.month ${months} ${within(named)}`
  const first = monthOf(dayPlus(span.from, -pauseDays))
  const isCounted =
    pause === 'before'
      ? sql`a.day - a.before >= ${pauseDays}::int or a.before is null
          and exists (select from indicators.user_month d where d.user_id = a.user_id and ${of(sql`< ${first}`)})`
      : sql`coalesce(a.after - a.day > ${pauseDays}::int, true) and a.day + ${pauseDays}::int < ${today}::date`
  const users = sql`
    select a.user_id, count(*) as value from (
      select m.user_id, m.day, lag(m.day) over w as before, lead(m.day) over w as after
        from (select d.user_id, d.month + n as day from indicators.user_month d cross join generate_series(0, 30) n
               where ((${bits}) >> n) & 1 = 1 and ${of(sql`between ${first} and ${monthOf(dayPlus(span.to, pauseDays))}`)}) m
      window w as (partition by m.user_id order by m.day)) a
     where a.day between ${span.from}::date and ${span.to}::date and (${isCounted})
     group by a.user_id`
  return pageOfUsers(context, users, request, { kind, pause, ...filters, ...span })
}
