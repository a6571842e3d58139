// Closes the reports against a user in one step: the punishment, which reports were false, and reports that arrived in the meantime stay open.
import type { reportDecide } from '@greenroom/contract/auditReports'
import type { Answer, Parsed } from '@greenroom/contract/call'
import { send } from '../../../bridge/index.ts'
import { type Context, staffOf } from '../../../kit/calls/context.ts'
import { Refusal, refuseBecause } from '../../../kit/calls/refusal.ts'
import type { Transaction } from '../../../kit/database/database.ts'
import { newId } from '../../../kit/random.ts'
import { recordMany } from '../../../log/index.ts'
import type { Params } from '../../../params/index.ts'
import { textFor } from '../../../texts/languageFor.ts'
import type { AuditEffects, Punishment } from '../audits.effects.ts'
import { templateOffered } from '../auditTemplate.offered.ts'
import { undoUntil } from '../queue/auditUndo.rules.ts'
import { gatherReports } from '../submit.queries.ts'
import { commandsOf, entriesOf } from './reportDecide.messages.ts'
import { closeReports, closeReview, type FoundReview, lockReview, reviewOf } from './reportDecide.queries.ts'
import { type Closing, closingOf, type DecisionRequest, isRefused, placeOf } from './reports.rules.ts'

const requestOf = (payload: Parsed<typeof reportDecide>): DecisionRequest => ({
  reportIds: [...new Set(payload.reportIds)],
  falseIds: [...new Set(payload.falseIds ?? [])],
  action: payload.action,
  hours: payload.hours,
  reason: payload.reason ?? '',
  templateId: payload.templateId,
})

/** @throws Refusal 10032 for a missing review, and what `closingOf` refuses. */
function agreed(
  context: Context,
  review: FoundReview | undefined,
  requested: DecisionRequest,
): { review: FoundReview; closing: Closing } {
  if (!review) throw new Refusal(10032)
  const closing = closingOf(review, requested, staffOf(context).id, context.now)
  if (isRefused(closing)) throw new Refusal(closing.code, [closing.detail])
  return { review, closing }
}

/** The text for the user, in their language; empty if there is none. @throws Refusal 10032 */
async function textForUserOf(
  tx: Transaction,
  review: FoundReview,
  { action, templateId }: DecisionRequest,
): Promise<string> {
  if (action === 'nothing' || templateId === undefined) return ''
  const template = await templateOffered(tx, templateId, ['report'])
  if (!template) throw refuseBecause(10032, 'templateId', 'template.notOffered')
  return textFor(template?.texts, review.language)
}

function punishmentOf(
  review: FoundReview,
  closing: Closing,
  requested: DecisionRequest,
  textForUser: string,
): Punishment | null {
  const { userId } = review
  const { action, reason, hours = 0 } = requested
  if (action === 'nothing') return null
  if (action === 'warn') return { action, userId, reason: textForUser, liveId: placeOf(review, closing) }
  if (action === 'forbid') return { action, userId, hours, reason, liveId: placeOf(review, closing) }
  return { action, userId, hours, reason }
}

/**
 * Closes the reports that the caller has seen and carries out the punishment, all or nothing.
 *
 * @throws Refusal 10032 for a missing review, report or template, 11004 without a reason, 20000 for an expired or lost claim and for a
 * punishment that adds nothing, 21001 for an unknown user.
 */
export const decideReports =
  (services: { params: Params; punish: AuditEffects['punish'] }) =>
  (context: Context, payload: Parsed<typeof reportDecide>): Promise<Answer<typeof reportDecide>> =>
    context.tx(async (tx) => {
      const requested = requestOf(payload)
      const { now, scope } = context
      const seen = agreed(context, await reviewOf(tx, scope, payload.reviewId), requested)
      const textForUser = await textForUserOf(tx, seen.review, requested)
      // Users, broadcasts and accounts are locked before reports, as the app's events do.
      const punishment = punishmentOf(seen.review, seen.closing, requested, textForUser)
      if (punishment) await services.punish(tx, context, punishment)
      const { review, closing } = agreed(context, await lockReview(tx, scope, payload.reviewId), requested)

      const staff = staffOf(context)
      const deciding = { by: { id: staff.id, name: staff.username }, at: now }
      const templateId = textForUser === '' ? null : requested.templateId!
      await closeReports(tx, closing.closed, { ...deciding, decision: requested.reason })
      await closeReview(tx, review.id, { ...deciding, templateId, text: textForUser, note: requested.reason })
      await gatherReports(tx, now, [review.userId])
      await recordMany(tx, context, entriesOf(review, closing, requested))
      await send(tx, now, commandsOf(review, closing, requested, { messageId: newId(now), text: textForUser }))
      const until = requested.action === 'warn' ? null : undoUntil(services, now).toISOString()
      return { closed: closing.closed.length, reopened: closing.left.length, undoUntil: until }
    })
