// Running broadcasts and calls for the monitor: few columns of all of them, riskiest first; all columns of those shown.
// With 5,000 running among a million sessions, the first query takes some 20 ms, by the partial indexes of running rows.

import type { PersonRef } from '@greenroom/contract/fields'
import { type RawBuilder, sql } from 'kysely'
import type { Scope } from '../../../kit/calls/context.ts'
import { visible } from '../../../kit/calls/scope.ts'
import { anyOf } from '../../../kit/database/anyOf.ts'
import type { Reader, Transaction } from '../../../kit/database/database.ts'
import { personColumn } from '../../users/index.ts'

export type TileKey = { kind: 'live' | 'call'; id: string }

/** The fields of a tile that change while it runs. */
export type RunningRow = TileKey & {
  viewers: number
  risk_score: number
  labels: string[]
  snapshot_url: string
  snapshot_at: Date | null
  started_at: Date
  warnings: number
  warned_at: Date | null
  reports: number
}

export type TileRow = TileKey & {
  /** The broadcaster or the caller. */
  user_id: bigint
  callee_id: bigint | null
  title: string
  cover_url: string
  hls_url: string
  rate: number
  viewers: number
  risk_score: number
  labels: string[]
  snapshot_url: string
  snapshot_at: Date | null
  started_at: Date
  warnings: number
  warned_at: Date | null
}

export type PersonRow = { id: bigint; user: PersonRef; country: string | null }

export type MonitorFilters = {
  kind: 'live' | 'call' | undefined
  country: string | undefined
  userIds: readonly number[] | undefined
  reported: boolean
}

/**
 * Running broadcasts and calls; with `keys` only these. A call runs once it is answered: a ringing one shows nothing yet.
 */
function running(scope: Scope, keys?: readonly TileKey[]) {
  const among = (kind: TileKey['kind'], column: RawBuilder<unknown>) =>
    keys === undefined
      ? sql``
      : sql` and ${column} = any(${keys.flatMap((key) => (key.kind === kind ? [key.id] : []))}::text[])`
  return sql`
    lives as (
      select 'live' as kind, s.id, s.user_id, null::bigint as callee_id, s.title, s.cover_url, s.hls_url, s.rate,
             s.viewers, s.risk_score, s.labels, s.snapshot_url, s.snapshot_at, s.started_at
        from live.session s
       where s.ended_at is null and s.user_id is not null and ${visible(scope)}${among('live', sql`s.id`)}),
    calls as (
      select 'call' as kind, c.id, c.caller_id as user_id, c.callee_id, '' as title, '' as cover_url, '' as hls_url,
             c.unit_price as rate, 0 as viewers, c.risk_score, c.labels, c.snapshot_url, c.snapshot_at,
             coalesce(c.answered_at, c.requested_at) as started_at
        from live.call c
       where c.ended_at is null and c.caller_id is not null and (c.answered_at is not null or c.minutes_reported > 0)
         and ${visible(scope)}${among('call', sql`c.id`)}),
    running as (select * from lives union all select * from calls)`
}

/** Open reports against running broadcasts and calls, by kind and id. */
const reported = sql`
  select 'live' as kind, p.live_id as id, count(*)::int as reports
    from audits.report p where p.state = 'untreated' and p.live_id in (select id from lives)
   group by p.live_id
  union all
  select 'call', p.call_id, count(*)::int
    from audits.report p where p.state = 'untreated' and p.call_id in (select id from calls)
   group by p.call_id`

const warned = sql`
  select 'live' as kind, w.live_id as id, count(*)::int as warnings, max(w.at) as warned_at
    from live.warning w where w.live_id in (select id from lives) group by w.live_id
  union all
  select 'call', w.call_id, count(*)::int, max(w.at)
    from live.warning w where w.call_id in (select id from calls) group by w.call_id`

/** One page of the monitor: by risk, then by number of open reports, then newest first. */
export async function riskiest(
  reader: Reader,
  scope: Scope,
  filters: MonitorFilters,
  page: { offset: number; limit: number },
): Promise<{ keys: TileKey[]; total: number }> {
  const { kind, country, userIds } = filters
  const conditions = [
    kind === undefined ? undefined : sql`r.kind = ${kind}`,
    userIds === undefined ? undefined : sql`(r.user_id = ${anyOf(userIds)} or r.callee_id = ${anyOf(userIds)})`,
    country === undefined
      ? undefined
      : sql`exists (select from users.app_user u where u.id in (r.user_id, r.callee_id) and u.country = ${country})`,
    filters.reported ? sql`p.reports > 0` : undefined,
  ].filter((condition) => condition !== undefined)
  const { rows } = await sql<TileKey & { total: number }>`
    with ${running(scope)}, reported as (${reported}),
         found as (
           select r.kind, r.id, r.risk_score, coalesce(p.reports, 0) as reports, r.started_at
             from running r left join reported p on p.kind = r.kind and p.id = r.id
            where ${sql.join([sql`true`, ...conditions], sql` and `)})
    select t.total, f.kind, f.id
      from (select count(*)::int as total from found) t
      left join (select * from found order by risk_score desc, reports desc, started_at desc, kind, id
                  limit ${page.limit} offset ${page.offset}) f on true
     order by f.risk_score desc, f.reports desc, f.started_at desc, f.kind, f.id`.execute(reader)
  return { keys: rows.flatMap(({ kind, id }) => (id === null ? [] : [{ kind, id }])), total: rows[0]?.total ?? 0 }
}

/** All running broadcasts and calls with their changing fields. */
export async function allRunning(reader: Reader, scope: Scope): Promise<RunningRow[]> {
  const { rows } = await sql<RunningRow>`
    with ${running(scope)}, reported as (${reported}), warned as (${warned})
    select r.kind, r.id, r.viewers, r.risk_score, r.labels, r.snapshot_url, r.snapshot_at, r.started_at,
           coalesce(w.warnings, 0) as warnings, w.warned_at, coalesce(p.reports, 0) as reports
      from running r
      left join reported p on p.kind = r.kind and p.id = r.id
      left join warned w on w.kind = r.kind and w.id = r.id`.execute(reader)
  return rows
}

/** These with all columns, unordered; those that don't run are left out. */
export async function tileRows(reader: Reader, scope: Scope, keys: readonly TileKey[]): Promise<TileRow[]> {
  if (keys.length === 0) return []
  const { rows } = await sql<TileRow>`
    with ${running(scope, keys)}, warned as (${warned})
    select r.*, coalesce(w.warnings, 0) as warnings, w.warned_at
      from running r left join warned w on w.kind = r.kind and w.id = r.id`.execute(reader)
  return rows
}

/** The users' fields on tiles. */
export async function facesOf(reader: Reader, ids: readonly bigint[]): Promise<Map<bigint, PersonRow>> {
  if (ids.length === 0) return new Map()
  const rows = await reader
    .selectFrom('users.app_user as u')
    .select(['u.id', personColumn('u.id', 'u').as('user'), 'u.country'])
    .where('u.id', '=', anyOf(ids))
    .execute()
  return new Map(rows.map((row) => [row.id, row]))
}

/** The state of a locked broadcast or call. */
export type MonitorSubject = TileKey & {
  user_id: bigint
  callee_id: bigint | null
  title: string
  ended_at: Date | null
  ended_by: string | null
  end_reason: string
  risk_score: number
}

const subjectQuery = {
  live: (id: string) => sql<MonitorSubject>`
    select 'live' as kind, id, user_id, null::bigint as callee_id, title, ended_at, ended_by, end_reason, risk_score
      from live.session where id = ${id} and user_id is not null for no key update`,
  call: (id: string) => sql<MonitorSubject>`
    select 'call' as kind, id, caller_id as user_id, callee_id, '' as title, ended_at, ended_by, end_reason, risk_score
      from live.call where id = ${id} and caller_id is not null for no key update`,
}

/** Locks a broadcast or call; undefined if there is none within the scope. */
export async function lockTarget(
  tx: Transaction,
  scope: Scope,
  { kind, id }: TileKey,
): Promise<MonitorSubject | undefined> {
  if (scope.kind !== 'platform') return undefined
  return (await subjectQuery[kind](id).execute(tx)).rows[0]
}
