// Undoes decisions: restores the item, returns the review to the caller, and informs the app.
import type { auditUndo } from '@greenroom/contract/audits'
import type { Answer, Parsed } from '@greenroom/contract/call'
import { itemUndone } from '@greenroom/contract/sentences/audits'
import { batch, chosen, done, notDone } from '../../../kit/calls/batch.ts'
import { type Context, staffOf } from '../../../kit/calls/context.ts'
import type { Transaction } from '../../../kit/database/database.ts'
import { recordMany } from '../../../log/index.ts'
import { personOf } from '../itemChange.queries.ts'
import { changeItems } from '../itemChange.service.ts'
import { type CardRow, cardRows } from './auditCards.queries.ts'
import { cardOf } from './auditCards.rules.ts'
import { type Held, lockHeld } from './auditDecide.service.ts'
import { heldUntil, type QueueServices } from './auditQueue.services.ts'
import * as queries from './auditUndo.queries.ts'
import { mayUndo, undoUntil } from './auditUndo.rules.ts'

/** Restores the items' previous states, with their reasons. */
async function bringBack(tx: Transaction, context: Context, services: QueueServices, undone: readonly Held[]) {
  const deciding = undone.filter(({ review }) => review.purpose !== 'quality')
  const before = await queries.previousDecisions(
    tx,
    deciding.map(({ item }) => item.id),
  )
  const actor = staffOf(context).username
  await changeItems(
    tx,
    context.now,
    services.effects,
    deciding.map(({ review, item }) => {
      const to = review.before_state ?? 'not audited'
      const stood = to === 'not audited' ? undefined : before.get(item.id)
      const { decided_at: at = null, decided_name: by = '', reason = '' } = stood ?? {}
      return { item, to, at, by, reason, actor }
    }),
  )
}

/**
 * Undoes the caller's own decisions within the undo period. Unclaimed second reviews and appeal reviews created by them are deleted; the
 * users' appeals count for the next decision.
 */
export const undo =
  (services: QueueServices) =>
  async (context: Context, payload: Parsed<typeof auditUndo>): Promise<Answer<typeof auditUndo>> => {
    const ids = chosen(payload.ids, 'ids')
    const { kind } = payload
    const { now } = context
    const staffId = staffOf(context).id
    let cards: CardRow[] = []
    const undone = await batch(context, async (tx) => {
      const found = await lockHeld(tx, context, ids)
      const after = await queries.afterOf(tx, [...found.keys()], now)
      const back: Held[] = []
      const outcomes = ids.map((id) => {
        const one = found.get(id)
        const by = { staffId, kind, now, until: (at: Date) => undoUntil(services, at) }
        const may = mayUndo(one?.review, after.get(id) ?? { newestId: null, taken: false }, by)
        if (may !== true || !one) return may === true ? notDone(id, 10032) : notDone(id, may.code, may.why)
        back.push(one)
        return done(id)
      })
      if (back.length === 0) return outcomes
      const reviewIds = back.map(({ review }) => review.id)
      await queries.forgetFollowing(tx, reviewIds)
      await queries.reopenAppeals(tx, reviewIds)
      await queries.reopen(tx, reviewIds, { staffId, now, until: heldUntil(services, now) })
      await bringBack(tx, context, services, back)
      await recordMany(
        tx,
        context,
        back.map(({ review, item }) => {
          const of = { itemId: item.id, userId: item.user_id, reviewId: review.id, purpose: review.purpose }
          const state = review.purpose === 'quality' ? item.state : review.before_state
          return {
            target: `item ${item.id}`,
            content: itemUndone({ kind: item.kind, people: [personOf(item)] }),
            before: { ...of, state: item.state, decision: review.decision, reason: item.reason },
            after: { ...of, state, decision: null },
          }
        }),
      )
      cards = await cardRows(tx, reviewIds, { staffId, now })
      return outcomes
    })
    return { ...undone, reviews: cards.map((row) => cardOf(row, now)) }
  }
