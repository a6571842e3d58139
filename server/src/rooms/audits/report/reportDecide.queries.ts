// Queries for deciding about reported users. Platform data: guild and agent callers find none.

import { sql } from 'kysely'
import type { Scope } from '../../../kit/calls/context.ts'
import { visible } from '../../../kit/calls/scope.ts'
import type { Reader, Transaction } from '../../../kit/database/database.ts'
import type { Closed, ReportAction, ReportReview } from './reports.rules.ts'

export type ReportFound = {
  id: string
  reporterId: bigint
  reason: string
  liveId: string | null
  reportedAt: Date
}
/** A review with its user and the open reports, newest first. */
export type FoundReview = Omit<ReportReview, 'reports'> & {
  id: string
  userId: bigint
  nickname: string
  language: string
  reports: readonly ReportFound[]
}

const decidedWith = sql<ReportAction>`coalesce((select min(d.action) filter (where d.action <> 'nothing')
  from audits.report d where d.review_id = v.id and d.state = 'processed'), 'nothing')`

async function reviewWith(
  reader: Reader,
  scope: Scope,
  id: string,
  locking: boolean,
): Promise<FoundReview | undefined> {
  let query = reader
    .selectFrom('audits.review as v')
    .innerJoin('users.app_user as u', 'u.id', 'v.user_id')
    .leftJoin('access.staff as s', 's.id', 'v.claimed_by')
    .select([
      'v.id',
      'v.user_id as userId',
      'u.nickname',
      'u.language',
      sql<ReportReview['state']>`v.state`.as('state'),
      'v.claimed_by as claimer',
      's.username as claimerName',
      'v.claimed_until as claimedUntil',
      'v.decided_name as decidedName',
      'v.decided_at as decidedAt',
      decidedWith.as('decidedWith'),
    ])
    .where('v.id', '=', id)
    .where('v.kind', '=', 'report')
    .where(visible(scope))
  let reports = reader
    .selectFrom('audits.report as r')
    .select(['r.id', 'r.reporter_id as reporterId', 'r.reason', 'r.live_id as liveId', 'r.reported_at as reportedAt'])
    .where('r.review_id', '=', id)
    .where('r.state', '=', 'untreated')
    .orderBy('r.reported_at', 'desc')
    .orderBy('r.id', 'desc')
  if (locking) {
    query = query.forNoKeyUpdate('v')
    reports = reports.forNoKeyUpdate('r')
  }
  const review = await query.executeTakeFirst()
  if (!review) return undefined
  const { claimer, claimerName, ...rest } = review
  return {
    ...rest,
    claimedBy: claimer === null ? null : { id: claimer, name: claimerName ?? String(claimer) },
    reports: await reports.execute(),
  }
}

/** The review without locks, for a first check. */
export const reviewOf = (reader: Reader, scope: Scope, id: string) => reviewWith(reader, scope, id, false)

/** The review with its reports, locked: no report is added and nobody claims it until the transaction ends. */
export const lockReview = (tx: Transaction, scope: Scope, id: string) => reviewWith(tx, scope, id, true)

export type Deciding = { by: { id: number; name: string }; at: Date }

/** Stores the result of each report. */
export const closeReports = (
  tx: Transaction,
  closed: readonly Closed[],
  { by, at, decision }: Deciding & { decision: string },
) =>
  sql`
    update audits.report r
       set state = 'processed', action = c.action, is_false = c.is_false, decision = ${decision}, decided_at = ${at},
           decided_by = ${by.name}, version = r.version + 1
      from unnest(${closed.map(({ id }) => id)}::text[], ${closed.map(({ action }) => action)}::text[],
                  ${closed.map(({ isFalse }) => isFalse)}::bool[]) as c(id, action, is_false)
     where r.id = c.id and r.state = 'untreated'`.execute(tx)

/** Closes the review. */
export const closeReview = (
  tx: Transaction,
  id: string,
  { by, at, templateId, text, note }: Deciding & { templateId: number | null; text: string; note: string },
) =>
  tx
    .updateTable('audits.review')
    .set({
      state: 'done',
      decision: 'processed',
      template_id: templateId,
      reason: text,
      note,
      decided_by: by.id,
      decided_name: by.name,
      decided_at: at,
      claimed_by: null,
      claimed_until: null,
      version: sql<number>`version + 1`,
    })
    .where('id', '=', id)
    .execute()
