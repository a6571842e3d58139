// What a person submitted, and the reports that name her. The User area is the platform's: others find nothing.
import { type Selectable, sql } from 'kysely'
import type { Scope } from '../../../kit/context.ts'
import type { DB, Reader } from '../../../kit/database.ts'
import { type Keyset, type PageRequest, pageOf } from '../../../kit/paging.ts'
import type { Span } from '../../../kit/time.ts'
import type { ReportRow } from '../report/shown.ts'

export type ItemRow = Selectable<DB['audits.item']>
export type ItemFilters = { userId: number; kind?: string | undefined; state?: string | undefined; span: Span }

const items: Keyset<ItemRow> = {
  sorts: { submittedAt: { column: 'i.submitted_at', type: 'timestamptz', of: (row) => row.submitted_at } },
  defaultSort: '-submittedAt',
  id: { column: 'i.id', type: 'text', of: (row) => row.id },
  defaultSize: 20,
}

/** One page of what she submitted, newest first. */
export function itemPage(reader: Reader, scope: Scope, filters: ItemFilters, request: PageRequest) {
  const { userId, kind, state, span } = filters
  let query = reader.selectFrom('audits.item as i').selectAll('i').where('i.user_id', '=', BigInt(userId))
  if (scope.kind !== 'platform') query = query.where(sql<boolean>`false`)
  if (kind !== undefined) query = query.where('i.kind', '=', kind)
  if (state !== undefined) query = query.where('i.state', '=', state)
  if (span.from) query = query.where('i.submitted_at', '>=', span.from)
  if (span.to) query = query.where('i.submitted_at', '<', span.to)
  return pageOf(reader, query, items, request, { ...filters, scope })
}

export type ReportFilters = { userId: number; direction?: 'against' | 'by' | undefined; span: Span }

const reports: Keyset<ReportRow> = {
  sorts: { reportedAt: { column: 'r.reported_at', type: 'timestamptz', of: (row) => row.reported_at } },
  defaultSort: '-reportedAt',
  id: { column: 'r.id', type: 'text', of: (row) => row.id },
  defaultSize: 20,
}

/** One page of reports against her, by her, or both, newest first. */
export function reportPage(reader: Reader, scope: Scope, filters: ReportFilters, request: PageRequest) {
  const { direction, span } = filters
  const userId = BigInt(filters.userId)
  let query = reader
    .selectFrom('audits.report as r')
    .innerJoin('users.app_user as reporter', 'reporter.id', 'r.reporter_id')
    .innerJoin('users.app_user as reported', 'reported.id', 'r.user_id')
    .selectAll('r')
    .select(['reporter.nickname as reporter_nickname', 'reported.nickname as user_nickname'])
  if (scope.kind !== 'platform') query = query.where(sql<boolean>`false`)
  if (direction === 'against') query = query.where('r.user_id', '=', userId)
  else if (direction === 'by') query = query.where('r.reporter_id', '=', userId)
  else query = query.where((where) => where.or([where('r.user_id', '=', userId), where('r.reporter_id', '=', userId)]))
  if (span.from) query = query.where('r.reported_at', '>=', span.from)
  if (span.to) query = query.where('r.reported_at', '<', span.to)
  return pageOf(reader, query, reports, request, { ...filters, scope })
}
