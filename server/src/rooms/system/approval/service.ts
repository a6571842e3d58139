// Lists requests that wait for a second member of staff; `access/` decides them.

import type { Answer, Parsed, RecordOf } from '@greenroom/contract/call'
import type * as calls from '@greenroom/contract/system'
import {
  type ApprovalRow,
  type Approvals,
  approvalById,
  approvalPage,
  ownApprovalPage,
  type ViewOf,
} from '../../../access/index.ts'
import { type Context, type Language, staffOf } from '../../../kit/context.ts'
import { mapPage } from '../../../kit/paging.ts'
import { Refusal } from '../../../kit/refusal.ts'
import { lineIn } from '../../../log/index.ts'

function shownOf(viewOf: ViewOf, language: Language, row: ApprovalRow) {
  const { state, can, deciders, notInEffect } = viewOf(row)
  return {
    approvalId: row.id,
    kind: row.kind,
    subject: row.subject,
    title: language === 'cn' ? row.title_cn : row.title_en,
    before: row.before,
    after: row.after,
    reason: row.reason,
    state,
    maker: row.maker,
    createdAt: row.created_at.toISOString(),
    expiresAt: row.expires_at.toISOString(),
    checker: row.decider ?? row.checker,
    // A request that expired before the round ran ended at its expiry time.
    decidedAt:
      (row.decided_on ?? row.decided_at ?? (state === 'lapsed' ? row.expires_at : null))?.toISOString() ?? null,
    decisionReason: row.decider_reason ?? lineIn(row.decision_reason, language),
    effectiveAt: row.effective_at?.toISOString() ?? null,
    notInEffect: notInEffect && {
      by: notInEffect.by,
      at: notInEffect.at.toISOString(),
      why: lineIn(notInEffect.why, language),
    },
    version: row.version,
    deciders,
    can,
  } satisfies RecordOf<typeof calls.approvalList>
}

export async function list(approvals: Approvals, context: Context, payload: Parsed<typeof calls.approvalList>) {
  const page = await approvalPage(context, payload)
  const viewOf = await approvals.viewsFor(context.database, staffOf(context), page.records, context.now)
  return mapPage(page, (row) => shownOf(viewOf, context.language, row))
}

/** The caller's own requests, whatever the caller's menus. */
export async function mine(approvals: Approvals, context: Context, payload: Parsed<typeof calls.approvalMine>) {
  const page = await ownApprovalPage(context, payload)
  const viewOf = await approvals.viewsFor(context.database, staffOf(context), page.records, context.now)
  return mapPage(page, (row) => shownOf(viewOf, context.language, row))
}

/** @throws Refusal 10032 */
export async function info(
  approvals: Approvals,
  context: Context,
  { approvalId }: Parsed<typeof calls.approvalInfo>,
): Promise<Answer<typeof calls.approvalInfo>> {
  const row = await approvalById(context.database, approvalId)
  if (!row) throw new Refusal(10032)
  const viewOf = await approvals.viewsFor(context.database, staffOf(context), [row], context.now)
  return { approval: shownOf(viewOf, context.language, row) }
}
