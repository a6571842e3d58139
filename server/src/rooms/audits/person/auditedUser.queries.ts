// The Audit room's data about a user, for the reviewer who decides. Items with an open second review are shown as undecided, since that
// reviewer must not know the decision.
import { sql } from 'kysely'
import type { Reader } from '../../../kit/database/database.ts'
import { personColumn } from '../../users/index.ts'
import type { ReportRow } from '../report/reports.shown.ts'

const blind = sql`exists (
  select from audits.review q where q.item_id = i.id and q.purpose = 'quality' and q.state = 'waiting')`

export type Counts = {
  passed: number
  failed: number
  waiting: number
  /** Whether the user has a passed certification without, and one with, an open second review. */
  certified: boolean
  certifiedBlind: boolean
}

/** The user's items by state. */
export async function countsOf(reader: Reader, userId: bigint): Promise<Counts> {
  const { rows } = await sql<Counts>`
    select count(*) filter (where state = 'passed' and not blind)::int as passed,
           count(*) filter (where state = 'failed' and not blind)::int as failed,
           count(*) filter (where state = 'not audited' or blind)::int as waiting,
           coalesce(bool_or(kind = 'official' and state = 'passed' and not blind), false) as certified,
           coalesce(bool_or(kind = 'official' and state = 'passed' and blind), false) as "certifiedBlind"
      from (select i.kind, i.state, ${blind} as blind from audits.item i where i.user_id = ${userId}) n`.execute(reader)
  return rows[0]!
}

export type DecisionRow = {
  id: string
  item_id: string
  kind: string
  purpose: string
  decision: string
  reason: string
  note: string
  decided_at: Date
  decided_name: string
}

/** The newest decisions about the user's items. */
export async function newestDecisions(reader: Reader, userId: bigint, count: number): Promise<DecisionRow[]> {
  const { rows } = await sql<DecisionRow>`
    select r.id, r.item_id, r.kind, r.purpose, r.decision, r.reason, r.note, r.decided_at, r.decided_name
      from audits.review r join audits.item i on i.id = r.item_id
     where r.user_id = ${userId} and r.state = 'done' and not ${blind}
     order by r.decided_at desc, r.id desc limit ${count}`.execute(reader)
  return rows
}

export type ReportCounts = { against: number; upheld: number; false: number; made: number; madeFalse: number }

export async function reportCounts(reader: Reader, userId: bigint): Promise<ReportCounts> {
  const { rows } = await sql<ReportCounts>`
    select a.against, a.upheld, a.false, b.made, b."madeFalse"
      from (select count(*)::int as against, count(*) filter (where is_false)::int as false,
                   count(*) filter (where state = 'processed' and action not in ('', 'nothing') and not is_false)::int as upheld
              from audits.report where user_id = ${userId}) a,
           (select count(*)::int as made, count(*) filter (where is_false)::int as "madeFalse"
              from audits.report where reporter_id = ${userId}) b`.execute(reader)
  return rows[0]!
}

/** The newest reports against the user. */
export async function newestReports(reader: Reader, userId: bigint, count: number): Promise<ReportRow[]> {
  const { rows } = await sql<ReportRow>`
    select r.*, ${personColumn('r.reporter_id', 'reporter')} as reporter, ${personColumn('r.user_id', 'reported')} as "user"
      from audits.report r
      join users.app_user reporter on reporter.id = r.reporter_id
      join users.app_user reported on reported.id = r.user_id
     where r.user_id = ${userId} order by r.reported_at desc, r.id desc limit ${count}`.execute(reader)
  return rows
}
