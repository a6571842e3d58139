// Lists requests that wait for a second member of staff; `access/` decides them.

import type { Answer, Parsed, RecordOf } from '@greenroom/contract/call'
import { namesOf } from '@greenroom/contract/localized'
import type * as calls from '@greenroom/contract/system'
import {
  type ApprovalRow,
  type Approvals,
  approvalById,
  approvalPage,
  ownApprovalPage,
  questionsOf,
  type ViewOf,
} from '../../../access/index.ts'
import { type Context, type Language, staffOf } from '../../../kit/calls/context.ts'
import { refuseCode } from '../../../kit/calls/refusal.ts'
import { mapPage } from '../../../kit/database/paging.ts'
import { lineIn } from '../../../log/index.ts'
import type { Params } from '../../../params/index.ts'
import { aboutOf } from './approvalList.about.ts'

export type ApprovalServices = { approvals: Approvals; params: Params }

function shownOf(viewOf: ViewOf, language: Language, row: ApprovalRow) {
  const { state, can, deciders, notInEffect } = viewOf(row)
  return {
    approvalId: row.id,
    kind: row.kind,
    subject: row.subject,
    title: namesOf(row.texts)[language],
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
    usdCents: row.usd_cents === null ? null : Number(row.usd_cents),
    inSetup: row.in_setup,
    asked: row.asked && state === 'pending',
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

/** One request with what its reader needs to decide it. */
async function whole({ approvals, params }: ApprovalServices, context: Context, row: ApprovalRow) {
  const { database, now } = context
  const [viewOf, about, questions, evidence] = await Promise.all([
    approvals.viewsFor(database, staffOf(context), [row], now),
    aboutOf(database, row.id, params.integer('withdrawal_new_days')),
    questionsOf(database, row.id),
    approvals.evidenceOf(context, row),
  ])
  return {
    approval: shownOf(viewOf, context.language, row),
    detail: {
      ...about,
      questions: questions.map(({ at, answeredAt, ...one }) => ({
        ...one,
        at: at.toISOString(),
        answeredAt: answeredAt?.toISOString() ?? null,
      })),
      ...evidence,
    },
  }
}

/** @throws Refusal 10032 */
export async function info(
  services: ApprovalServices,
  context: Context,
  { approvalId }: Parsed<typeof calls.approvalInfo>,
): Promise<Answer<typeof calls.approvalInfo>> {
  const row = await approvalById(context.database, approvalId)
  if (!row) throw refuseCode(10032, 'approvalId')
  return whole(services, context, row)
}

/** One of the caller's own requests. @throws Refusal 10032 */
export async function own(
  services: ApprovalServices,
  context: Context,
  { approvalId }: Parsed<typeof calls.approvalOwn>,
): Promise<Answer<typeof calls.approvalOwn>> {
  const row = await approvalById(context.database, approvalId)
  if (!row || row.maker_id !== staffOf(context).id) throw refuseCode(10032, 'approvalId')
  return whole(services, context, row)
}
