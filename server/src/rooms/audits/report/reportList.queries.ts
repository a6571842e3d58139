// All reports, open or closed. Platform data: guild and agent callers find none.
import type { reportList } from '@greenroom/contract/auditReports'
import type { Parsed } from '@greenroom/contract/call'
import type { Context } from '../../../kit/calls/context.ts'
import { visible } from '../../../kit/calls/scope.ts'
import { among, equals, type Filters, narrowedPage, span } from '../../../records/index.ts'
import { codeNamed } from '../../../texts/catalogue.ts'
import { reportKeyset, reportRows } from './reports.rows.ts'

/** `reason` is the app's code, or its name in either language, matched in full. */
const filters: Filters<typeof reportList> = {
  state: equals('r.state'),
  action: equals('r.action'),
  isFalse: equals('r.is_false'),
  userId: among('r.user_id'),
  reporterId: among('r.reporter_id'),
  reportId: among('r.id'),
  reason: (reason, ...rest) => equals('r.reason')(codeNamed('moderation:options.reportReason', reason), ...rest),
  liveId: among('r.live_id'),
  ...span('r.reported_at'),
}

/** One page, newest first. */
export const reportPage = (context: Context, payload: Parsed<typeof reportList>) =>
  narrowedPage(context, reportRows(context.database).where(visible(context.scope)), filters, reportKeyset, payload)
