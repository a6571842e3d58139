// Figures of reviewers and queues, computed from reviews in a bounded span. Hours are in the platform's zone. A decision changed later
// (`overturn`) was made outside the queues: it belongs to no reviewer and has no waiting time.

import type { auditDisagreementList } from '@greenroom/contract/auditFigures'
import type { Parsed } from '@greenroom/contract/call'
import type { PersonRef } from '@greenroom/contract/fields'
import type { auditKinds, decisions, itemKinds, itemStates } from '@greenroom/contract/statesAndKinds'
import { sql } from 'kysely'
import type { Context, Scope } from '../../../kit/calls/context.ts'
import { visible } from '../../../kit/calls/scope.ts'
import type { Reader } from '../../../kit/database/database.ts'
import type { Keyset } from '../../../kit/database/paging.ts'
import { equals, type Filters, narrowedPage, span } from '../../../records/index.ts'
import { personColumn } from '../../users/index.ts'

type AuditKind = (typeof auditKinds)[number]
type Decision = (typeof decisions)[number]

export type Bounded = { from: Date; to: Date }

export type QualityRequest = { scope: Scope; kind: AuditKind | undefined; span: Bounded; zone: string }

const all = sql`true`
const none = sql`false`
const ofKind = (kind: AuditKind | undefined) => (kind === undefined ? all : sql`r.kind = ${kind}`)
/** Platform data: other callers get zeros. */
const inScope = (scope: Scope) => (scope.kind === 'platform' ? all : none)
const inSpan = (column: 'decided_at' | 'waiting_since', { from, to }: Bounded) =>
  sql`r.${sql.ref(column)} >= ${from} and r.${sql.ref(column)} < ${to}`
const waited = sql`extract(epoch from r.decided_at - r.waiting_since)`

export type ReviewerRow = {
  staff_id: number
  username: string
  decided: number
  passed: number
  failed: number
  hours: number
  overturned: number
  second_reviews: number
  agreed: number
  median_seconds: number | null
}

/** Each reviewer's decisions in the span and how many were overturned since; most decisions first. */
export async function reviewersOf(reader: Reader, { scope, kind, span, zone }: QualityRequest): Promise<ReviewerRow[]> {
  const { rows } = await sql<ReviewerRow>`
    with decided as materialized (
      select r.id, r.decided_by, r.decided_name, r.decided_at, r.decision, r.overturned, r.claimed_at
        from audits.review r
       where r.state = 'done' and r.purpose <> 'overturn' and r.decided_by is not null
         and ${inSpan('decided_at', span)} and ${ofKind(kind)} and ${inScope(scope)}
    ), compared as (
      select d.decided_by, count(*)::int as second_reviews,
             (count(*) filter (where q.decision = d.decision))::int as agreed
        from audits.review q
        join decided d on d.id = q.compares_id
       where q.state = 'done' and q.purpose = 'quality' and q.decided_at >= ${span.from}
       group by d.decided_by
    ), counted as (
      select d.decided_by as staff_id, max(d.decided_name) as username, count(*)::int as decided,
             (count(*) filter (where d.decision = 'passed'))::int as passed,
             (count(*) filter (where d.decision = 'failed'))::int as failed,
             (count(distinct date_trunc('hour', d.decided_at, ${zone})))::int as hours,
             (count(*) filter (where d.overturned))::int as overturned,
             (percentile_cont(0.5) within group (order by extract(epoch from d.decided_at - d.claimed_at)::float8)
                filter (where d.claimed_at is not null)) as median_seconds
        from decided d
       group by d.decided_by
    )
    select c.*, coalesce(q.second_reviews, 0) as second_reviews, coalesce(q.agreed, 0) as agreed
      from counted c left join compared q on q.decided_by = c.staff_id
     order by c.decided desc, c.staff_id`.execute(reader)
  return rows
}

export type KindRow = {
  kind: AuditKind
  backlog: number
  arrived: number
  decided: number
  p50: number | null
  p95: number | null
}

/** Each queue: the current backlog, arrivals and decisions in the span, and waiting times of decided items. */
export async function kindsOf(
  reader: Reader,
  { scope, kind, span }: QualityRequest,
  kinds: readonly AuditKind[],
  now: Date,
): Promise<KindRow[]> {
  const { rows } = await sql<KindRow>`
    with waiting as (
      select r.kind, count(*)::int as backlog
        from audits.review r
       where r.state = 'waiting' and r.waiting_since < ${now} and ${ofKind(kind)} and ${inScope(scope)}
       group by r.kind
    ), arrived as (
      select r.kind, count(*)::int as arrived
        from audits.review r
       where r.purpose <> 'overturn' and ${inSpan('waiting_since', span)} and ${ofKind(kind)} and ${inScope(scope)}
       group by r.kind
    ), gone as (
      select r.kind, count(*)::int as decided,
             percentile_cont(array[0.5, 0.95]) within group (order by ${waited}::float8)
               filter (where r.decided_by is not null) as waits
        from audits.review r
       where r.state = 'done' and r.purpose <> 'overturn' and ${inSpan('decided_at', span)} and ${ofKind(kind)}
         and ${inScope(scope)}
       group by r.kind
    )
    select k.kind, coalesce(w.backlog, 0) as backlog, coalesce(a.arrived, 0) as arrived,
           coalesce(g.decided, 0) as decided, g.waits[1] as p50, g.waits[2] as p95
      from unnest(${kinds}::text[]) with ordinality as k(kind, place)
      left join waiting w using (kind) left join arrived a using (kind) left join gone g using (kind)
     order by k.place`.execute(reader)
  return rows
}

export type HourRow = { at: Date; arrived: number; decided: number; p50: number | null; p95: number | null }

/** Start of the local hour in which the span begins; hours are counted from it, across clock changes. */
const firstHour = (span: Bounded, zone: string) => sql`date_trunc('hour', ${span.from}::timestamptz, ${zone})`

/** Every started hour of the span, including empty ones; the first and last may be partial. */
export async function hoursOf(reader: Reader, { scope, kind, span, zone }: QualityRequest): Promise<HourRow[]> {
  const { rows } = await sql<HourRow>`
    with arrived as (
      select date_bin('1 hour', r.waiting_since, ${firstHour(span, zone)}) as at, count(*)::int as arrived
        from audits.review r
       where r.purpose <> 'overturn' and ${inSpan('waiting_since', span)} and ${ofKind(kind)} and ${inScope(scope)}
       group by 1
    ), gone as (
      select date_bin('1 hour', r.decided_at, ${firstHour(span, zone)}) as at, count(*)::int as decided,
             percentile_cont(array[0.5, 0.95]) within group (order by ${waited}::float8)
               filter (where r.decided_by is not null) as waits
        from audits.review r
       where r.state = 'done' and r.purpose <> 'overturn' and ${inSpan('decided_at', span)} and ${ofKind(kind)}
         and ${inScope(scope)}
       group by 1
    )
    select h.at, coalesce(a.arrived, 0) as arrived, coalesce(g.decided, 0) as decided,
           g.waits[1] as p50, g.waits[2] as p95
      from generate_series(${firstHour(span, zone)},
                           ${span.to}::timestamptz - interval '1 millisecond', interval '1 hour') as h(at)
      left join arrived a using (at) left join gone g using (at)
     order by h.at`.execute(reader)
  return rows
}

/** The backlog at the start of the span: items still open, and items decided since. */
export async function backlogBefore(reader: Reader, { scope, kind, span }: QualityRequest): Promise<number> {
  const { rows } = await sql<{ backlog: number }>`
    select ((select count(*) from audits.review r
              where r.state = 'waiting' and r.waiting_since < ${span.from} and ${ofKind(kind)} and ${inScope(scope)})
          + (select count(*) from audits.review r
              where r.state = 'done' and r.purpose <> 'overturn' and r.decided_at >= ${span.from}
                and r.waiting_since < ${span.from} and ${ofKind(kind)} and ${inScope(scope)}))::int as backlog`.execute(
    reader,
  )
  return rows[0]!.backlog
}

export type Arrivals = { kind: AuditKind; hour: number; arrived: number; decided: number }

/** Arrivals and decisions by kind and hour of the business day. */
export async function byHourOfDay(reader: Reader, { scope, kind, span, zone }: QualityRequest): Promise<Arrivals[]> {
  const hourOf = (column: 'decided_at' | 'waiting_since') =>
    sql`extract(hour from r.${sql.ref(column)} at time zone ${zone})::int`
  const { rows } = await sql<Arrivals>`
    select kind, hour, sum(arrived)::int as arrived, sum(decided)::int as decided
      from (select r.kind, ${hourOf('waiting_since')} as hour, count(*) as arrived, 0 as decided
              from audits.review r
             where r.purpose <> 'overturn' and ${inSpan('waiting_since', span)} and ${ofKind(kind)} and ${inScope(scope)}
             group by 1, 2
            union all
            select r.kind, ${hourOf('decided_at')}, 0, count(*)
              from audits.review r
             where r.state = 'done' and r.purpose <> 'overturn' and ${inSpan('decided_at', span)} and ${ofKind(kind)}
               and ${inScope(scope)}
             group by 1, 2) as counted
     group by kind, hour
     order by kind, hour`.execute(reader)
  return rows
}

export type DisagreementRow = {
  id: string
  item_id: string
  kind: (typeof itemKinds)[number]
  user: PersonRef
  text: string
  picture_urls: string[]
  item_state: (typeof itemStates)[number]
  decision: Decision
  decided_name: string
  decided_at: Date
  reason: string
  first_decision: Decision
  first_by: string
  first_at: Date
  first_reason: string
}

const filters: Filters<typeof auditDisagreementList> = {
  kind: equals('q.kind'),
  decidedBy: (name) => sql`(q.decided_name = ${name} or f.decided_name = ${name})`,
  ...span('q.decided_at'),
}

const keyset: Keyset<DisagreementRow> = {
  sorts: { decidedAt: { column: 'q.decided_at', type: 'timestamptz', of: (row) => row.decided_at } },
  defaultSort: '-decidedAt',
  id: { column: 'q.id', type: 'uuid', of: (row) => row.id },
  defaultSize: 20,
}

/** One page of second reviews that differ from the first, newest first; `decidedBy` matches either reviewer. */
export function disagreementPage(context: Context, payload: Parsed<typeof auditDisagreementList>) {
  const query = context.database
    .selectFrom('audits.review as q')
    .innerJoin('audits.review as f', 'f.id', 'q.compares_id')
    .innerJoin('audits.item as i', 'i.id', 'q.item_id')
    .innerJoin('users.app_user as u', 'u.id', 'q.user_id')
    .select(['q.id', 'q.item_id', 'q.kind', 'q.decision', 'q.decided_name', 'q.decided_at', 'q.reason'])
    .select([personColumn('q.user_id', 'u').as('user'), 'i.text', 'i.picture_urls', 'i.state as item_state'])
    .select([
      'f.decision as first_decision',
      'f.decided_name as first_by',
      'f.decided_at as first_at',
      'f.reason as first_reason',
    ])
    .where('q.state', '=', 'done')
    .where('q.purpose', '=', 'quality')
    .where('f.state', '=', 'done')
    .whereRef('q.decision', '<>', 'f.decision')
    .where(visible(context.scope))
  return narrowedPage(context, query.$castTo<DisagreementRow>(), filters, keyset, payload)
}
