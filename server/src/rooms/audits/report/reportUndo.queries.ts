// A decided review of a reported user, and the reports that arrived since.
import { sql } from 'kysely'
import type { Scope } from '../../../kit/calls/context.ts'
import { visible } from '../../../kit/calls/scope.ts'
import type { Reader, Transaction } from '../../../kit/database/database.ts'
import type { ReportAction } from './reports.rules.ts'
import type { Decided } from './reportUndo.rules.ts'

export type DecidedReview = Decided & { userId: bigint; nickname: string }

/** The review with its reports' result; guild and agent callers find none. */
export async function decidedReview(reader: Reader, scope: Scope, id: string): Promise<DecidedReview | undefined> {
  const { rows } = await sql<DecidedReview>`
    select v.user_id as "userId", u.nickname, v.state, v.decided_by as "decidedBy", v.decided_name as "decidedName",
           v.decided_at as "decidedAt",
           coalesce((select min(d.action) filter (where d.action <> 'nothing')
             from audits.report d where d.review_id = v.id and d.state = 'processed'), 'nothing') as action
      from audits.review v join users.app_user u on u.id = v.user_id
     where v.id = ${id} and v.kind = 'report' and ${visible(scope)}`.execute(reader)
  return rows[0]
}

/** The open review of this user, and whether another reviewer holds it. The user's reports are locked. */
export async function waitingOf(tx: Transaction, userId: bigint, by: { staffId: number; now: Date }) {
  const { rows } = await sql<{ id: string; taken: boolean }>`
    select id, claimed_by is not null and claimed_by <> ${by.staffId} and claimed_until > ${by.now} as taken
      from audits.review where user_id = ${userId} and state = 'waiting' and item_id is null`.execute(tx)
  return rows[0]
}

export type Reopened = {
  id: string
  reporterId: bigint
  reason: string
  action: ReportAction
  isFalse: boolean
  decision: string
}

/** Reopens the reports that the review closed; returns their results. */
export async function reopenReports(tx: Transaction, reviewId: string): Promise<Reopened[]> {
  const { rows } = await sql<Reopened>`
    with closed as (
      select id, action, is_false, decision from audits.report
       where review_id = ${reviewId} and state = 'processed' order by id for no key update
    )
    update audits.report r
       set state = 'untreated', action = '', is_false = false, decision = '', decided_at = null, decided_by = '',
           version = r.version + 1
      from closed c where r.id = c.id
    returning r.id, r.reporter_id as "reporterId", r.reason, c.action, c.is_false as "isFalse", c.decision`.execute(tx)
  return rows.toSorted((a, b) => (a.id < b.id ? -1 : 1))
}

/** Moves newer open reports into the reopened review. */
export async function takeOver(tx: Transaction, { from, to }: { from: string; to: string }): Promise<void> {
  await sql`update audits.report set review_id = ${to} where review_id = ${from}`.execute(tx)
  await sql`delete from audits.review where id = ${from}`.execute(tx)
}
