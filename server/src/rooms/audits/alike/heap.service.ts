import type { auditHeap } from '@greenroom/contract/audits'
import type { Answer, Parsed } from '@greenroom/contract/call'
import { itemsClaimed } from '@greenroom/contract/sentences/audits'
import { type Context, staffOf } from '../../../kit/calls/context.ts'
import { refuseCode, refuseField } from '../../../kit/calls/refusal.ts'
import { record } from '../../../log/index.ts'
import { cardRows } from '../queue/auditCards.queries.ts'
import { cardOf } from '../queue/auditCards.rules.ts'
import { oneClaimAtATime } from '../queue/auditClaim.queries.ts'
import { mayDecide } from '../queue/auditDecide.rules.ts'
import { lockHeld } from '../queue/auditDecide.service.ts'
import { heldUntil, type QueueServices } from '../queue/auditQueue.services.ts'
import * as queries from './heap.queries.ts'

/**
 * Claims what looks like an item that the caller holds.
 *
 * @throws Refusal 10032 for a review of another kind or none, 20000 if the caller does not hold it.
 */
export const gather =
  (services: Pick<QueueServices, 'params'>) =>
  (context: Context, { kind, reviewId }: Parsed<typeof auditHeap>): Promise<Answer<typeof auditHeap>> => {
    const { now } = context
    const by = { staffId: staffOf(context).id, kind, now }
    const until = heldUntil(services, now)
    return context.tx(async (tx) => {
      await oneClaimAtATime(tx, { ...by, filters: {} })
      const review = (await lockHeld(tx, context, [reviewId])).get(reviewId)?.review
      const may = mayDecide(review, by)
      if (may !== true) throw may.why ? refuseField(may.code, 'reviewId', may.why) : refuseCode(may.code, 'reviewId')
      await queries.renewOne(tx, reviewId, until)
      const heap = await queries.heapOf(tx, reviewId)
      const others = heap === null ? [] : await queries.takeHeap(tx, heap, { ...by, until, beside: reviewId })
      const ids = [reviewId, ...others.map(({ id }) => id)]
      const claimed = others.filter(({ fresh }) => fresh).length
      await record(tx, context, {
        target: `audit ${kind}`,
        content: itemsClaimed({ kind, claimed, before: ids.length - claimed }),
        before: null,
        after: { kind, reviewIds: ids },
      })
      return { reviews: (await cardRows(tx, ids, by)).map((row) => cardOf(row, now)) }
    })
  }
