// All reports, treated or not. They are the platform's: a guild's or an agent's caller finds none.
import { sql } from 'kysely'
import type { Scope } from '../../../../kit/context.ts'
import type { Reader } from '../../../../kit/database.ts'
import { type Keyset, type PageRequest, pageOf } from '../../../../kit/paging.ts'
import type { Span } from '../../../../kit/time.ts'
import type { ReportRow } from '../shown.ts'

export type ReportFilters = {
  state?: string | undefined
  action?: string | undefined
  isFalse?: boolean | undefined
  userId?: number | undefined
  reporterId?: number | undefined
  reportId?: string | undefined
  reason?: string | undefined
  liveId?: string | undefined
  span: Span
}

const reports: Keyset<ReportRow> = {
  sorts: { reportedAt: { column: 'r.reported_at', type: 'timestamptz', of: (row) => row.reported_at } },
  defaultSort: '-reportedAt',
  id: { column: 'r.id', type: 'text', of: (row) => row.id },
  defaultSize: 20,
}

/** One page, newest first. `reason` is the app's word for it, whole. */
export function reportPage(reader: Reader, scope: Scope, filters: ReportFilters, request: PageRequest) {
  const { state, action, isFalse, userId, reporterId, reportId, reason, liveId, span } = filters
  let query = reader
    .selectFrom('audits.report as r')
    .innerJoin('users.app_user as reporter', 'reporter.id', 'r.reporter_id')
    .innerJoin('users.app_user as reported', 'reported.id', 'r.user_id')
    .selectAll('r')
    .select(['reporter.nickname as reporter_nickname', 'reported.nickname as user_nickname'])
  if (scope.kind !== 'platform') query = query.where(sql<boolean>`false`)
  if (state !== undefined) query = query.where('r.state', '=', state)
  if (action !== undefined) query = query.where('r.action', '=', action)
  if (isFalse !== undefined) query = query.where('r.is_false', '=', isFalse)
  if (userId !== undefined) query = query.where('r.user_id', '=', BigInt(userId))
  if (reporterId !== undefined) query = query.where('r.reporter_id', '=', BigInt(reporterId))
  if (reportId !== undefined) query = query.where('r.id', '=', reportId)
  if (reason !== undefined) query = query.where('r.reason', '=', reason)
  if (liveId !== undefined) query = query.where('r.live_id', '=', liveId)
  if (span.from) query = query.where('r.reported_at', '>=', span.from)
  if (span.to) query = query.where('r.reported_at', '<', span.to)
  return pageOf(reader, query, reports, request, { ...filters, scope })
}
