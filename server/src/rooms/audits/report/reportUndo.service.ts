// Undoes a decision about reports, like a queue's decisions: the reports return to the caller's claim, the ban is
// lifted, and the app is informed.
import type { reportUndo } from '@greenroom/contract/auditReports'
import type { Answer, Parsed } from '@greenroom/contract/call'
import { reportsUndone } from '@greenroom/contract/sentences/audits'
import { send } from '../../../bridge/index.ts'
import { type Context, staffOf } from '../../../kit/calls/context.ts'
import { Refusal } from '../../../kit/calls/refusal.ts'
import { recordMany } from '../../../log/index.ts'
import type { Params } from '../../../params/index.ts'
import type { AuditEffects } from '../audits.effects.ts'
import { heldUntil } from '../queue/auditQueue.services.ts'
import { reopen } from '../queue/auditUndo.queries.ts'
import { undoUntil } from '../queue/auditUndo.rules.ts'
import { gatherReports, lockReported } from '../submit.queries.ts'
import * as queries from './reportUndo.queries.ts'
import { mayUndo } from './reportUndo.rules.ts'

/** The reason of a ban lifted with it, for the user, the app and the log. */
const why = 'decision undone'

/**
 * Undoes the caller's own decision about reports within the undo period. Newer reports join the review.
 *
 * @throws Refusal 10032 for a missing review, 20000 for another's decision, too late, a warning, or if others depend on it.
 */
export const undoReports =
  (services: { params: Params; pardon: AuditEffects['pardon'] }) =>
  (context: Context, { reviewId }: Parsed<typeof reportUndo>): Promise<Answer<typeof reportUndo>> =>
    context.tx(async (tx) => {
      const { now, scope } = context
      const staffId = staffOf(context).id
      const agreed = async (isClaimed: boolean) => {
        const review = await queries.decidedReview(tx, scope, reviewId)
        const may = mayUndo(review, isClaimed, { staffId, now, until: (at) => undoUntil(services, at) })
        if (may !== true) throw new Refusal(may.code, may.detail && [may.detail])
        return review!
      }
      const { userId, action, decidedAt } = await agreed(false)
      // Users and broadcasts are locked before reports, as a decision does.
      if (action !== 'nothing' && action !== 'warn')
        await services.pardon(tx, context, { action, userId, at: decidedAt!, reason: why })
      await lockReported(tx, [userId])
      const waiting = await queries.waitingOf(tx, userId, { staffId, now })
      const review = await agreed(waiting?.taken ?? false)

      const reopened = await queries.reopenReports(tx, reviewId)
      if (waiting) await queries.takeOver(tx, { from: waiting.id, to: reviewId })
      await reopen(tx, [reviewId], { staffId, now, until: heldUntil(services, now) })
      await gatherReports(tx, now, [userId])
      await recordMany(
        tx,
        context,
        reopened.map((report) => {
          const details = { reportId: report.id, userId, reporterId: report.reporterId, reason: report.reason }
          return {
            target: `report ${report.id}`,
            content: reportsUndone({ person: { id: String(userId), nickname: review.nickname }, count: 1 }),
            before: { ...details, state: 'processed', action: report.action, isFalse: report.isFalse },
            after: { ...details, state: 'untreated' },
            reason: report.decision,
          }
        }),
      )
      await send(
        tx,
        now,
        reopened.map(({ id, reporterId }) => ({
          type: 'report.decided',
          subject: `user:${reporterId}`,
          data: { reportId: id, action: 'untreated' },
        })),
      )
      return { reopened: reopened.length }
    })
