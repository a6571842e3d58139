// Shows what waits for a second member of staff; deciding is the access floor's.
import type { Answer, Parsed, RecordOf } from '@greenroom/contract/call'
import type * as calls from '@greenroom/contract/system'
import { type ApprovalRow, type Approvals, approvalById, approvalPage } from '../../../access/index.ts'
import { type Context, staffOf } from '../../../kit/context.ts'
import { filtersOf, mapPage } from '../../../kit/paging.ts'
import { Refusal } from '../../../kit/refusal.ts'
import { spanOf } from '../../../kit/time.ts'

function shownOf(approvals: Approvals, context: Context, row: ApprovalRow) {
  const { state, can } = approvals.viewOf(staffOf(context), row, context.now)
  return {
    approvalId: row.id,
    kind: row.kind,
    subject: row.subject,
    before: row.before,
    after: row.after,
    reason: row.reason,
    state,
    maker: row.maker,
    createdAt: row.created_at.toISOString(),
    expiresAt: row.expires_at.toISOString(),
    checker: row.checker,
    // One that lapsed unnoticed ended when its time was over.
    decidedAt: (row.decided_at ?? (state === 'lapsed' ? row.expires_at : null))?.toISOString() ?? null,
    decisionReason: row.decision_reason,
    version: row.version,
    can,
  } satisfies RecordOf<typeof calls.approvalList>
}

export async function list(approvals: Approvals, context: Context, payload: Parsed<typeof calls.approvalList>) {
  const { startTimeStr, endTimeStr, ...filters } = filtersOf(payload)
  const span = spanOf({ startTimeStr, endTimeStr }, context.timeZone)
  const page = await approvalPage(context.database, { ...filters, span }, context.now, payload)
  return mapPage(page, (row) => shownOf(approvals, context, row))
}

/** @throws Refusal 10032 */
export async function info(
  approvals: Approvals,
  context: Context,
  { approvalId }: Parsed<typeof calls.approvalInfo>,
): Promise<Answer<typeof calls.approvalInfo>> {
  const row = await approvalById(context.database, approvalId)
  if (!row) throw new Refusal(10032)
  return { approval: shownOf(approvals, context, row) }
}
