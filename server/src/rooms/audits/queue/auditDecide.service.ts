// Decides reviews that the caller holds: one transaction, one outcome each.
import type { auditDecide } from '@greenroom/contract/audits'
import type { Answer, Parsed } from '@greenroom/contract/call'
import { itemDecided, itemReviewedAgain } from '@greenroom/contract/sentences/audits'
import { batch, chosen, done, notDone } from '../../../kit/calls/batch.ts'
import { type Context, staffOf } from '../../../kit/calls/context.ts'
import { refuseBecause } from '../../../kit/calls/refusal.ts'
import type { Transaction } from '../../../kit/database/database.ts'
import { newId } from '../../../kit/random.ts'
import { recordMany } from '../../../log/index.ts'
import { textFor } from '../../../texts/languageFor.ts'
import { lockPeople } from '../../users/index.ts'
import { templateOffered, titleOf } from '../auditTemplate.offered.ts'
import { type LockedItem, lockItems, personOf } from '../itemChange.queries.ts'
import { changeItems } from '../itemChange.service.ts'
import * as queries from './auditDecide.queries.ts'
import { isSampled, mayDecide, type Review } from './auditDecide.rules.ts'
import type { QueueServices } from './auditQueue.services.ts'
import { undoUntil } from './auditUndo.rules.ts'

/** A review with its item. */
export type Held = { review: Review; item: LockedItem }

/** Locked reviews and items, by review id. Platform data: guild and agent callers find none. */
export async function lockHeld(tx: Transaction, context: Context, ids: readonly string[]): Promise<Map<string, Held>> {
  const of = await queries.itemsOf(tx, ids)
  // Users who may become certified are locked before the item, as the app's events do.
  const certifying = of.filter((one) => one.kind === 'official')
  if (certifying.length > 0) await lockPeople(tx, context.scope, [...new Set(certifying.map(({ userId }) => userId))])
  const items = await lockItems(tx, context.scope, [...new Set(of.map(({ itemId }) => itemId))])
  const byId = new Map(items.map((item) => [item.id, item]))
  const reviews = await queries.lockReviews(tx, ids)
  return new Map(
    reviews.flatMap((review) => {
      const item = byId.get(review.item_id)
      return item ? [[review.id, { review, item }]] : []
    }),
  )
}

/** @throws Refusal 11004 for a fail without a template, 10032 for a template that this queue does not offer. */
async function templateFor(tx: Transaction, { kind, decision, templateId }: Parsed<typeof auditDecide>) {
  if (decision === 'passed') return undefined
  if (templateId === undefined) throw refuseBecause(11004, 'templateId', 'template.missing')
  const template = await templateOffered(tx, templateId, [kind])
  if (!template) throw refuseBecause(10032, 'templateId', 'template.notOffered')
  return template
}

/**
 * Decides reviews that the caller holds. First reviews and appeals decide the item; a second review only measures agreement and sends
 * nothing.
 *
 * @throws Refusal 11004, 10032 as `templateFor`.
 */
export const decide =
  (services: QueueServices) =>
  async (context: Context, payload: Parsed<typeof auditDecide>): Promise<Answer<typeof auditDecide>> => {
    const ids = chosen(payload.ids, 'ids')
    const { kind, decision } = payload
    const { now } = context
    const staff = staffOf(context)
    const until = undoUntil(services, now)
    const decided = await batch(context, async (tx) => {
      const template = await templateFor(tx, payload)
      const found = await lockHeld(tx, context, ids)
      const held: Held[] = []
      const outcomes = ids.map((id) => {
        const one = found.get(id)
        const may = mayDecide(one?.review, { staffId: staff.id, kind, now })
        if (may !== true || !one) return may === true ? notDone(id, 10032) : notDone(id, may.code, may.why)
        held.push(one)
        return done(id)
      })
      if (held.length === 0) return outcomes
      const reasonOf = ({ item }: Held) => textFor(template?.texts, item.language)
      await queries.finish(
        tx,
        held.map((one) => ({ id: one.review.id, before: one.item.state, reason: reasonOf(one) })),
        { id: staff.id, name: staff.username, at: now },
        { decision, templateId: template?.id ?? null, note: payload.note ?? '' },
      )
      const share = services.params.integer('audit_quality_bp')
      await queries.addSecondReviews(
        tx,
        held
          .filter(({ review }) => review.purpose === 'first' && isSampled(review.id, now, share))
          .map(({ review }) => ({ id: newId(now), comparesId: review.id })),
        { since: until, notBy: staff.id },
      )
      await changeItems(
        tx,
        now,
        services.effects,
        held
          .filter(({ review }) => review.purpose !== 'quality')
          .map((one) => ({ item: one.item, to: decision, at: now, by: staff.username, reason: reasonOf(one) })),
      )
      await recordMany(
        tx,
        context,
        held.map((one) => ({
          target: `item ${one.item.id}`,
          content: (one.review.purpose === 'quality' ? itemReviewedAgain : itemDecided)({
            kind: one.item.kind,
            people: [personOf(one.item)],
            decision,
            why: titleOf(template),
          }),
          before: { itemId: one.item.id, userId: one.item.user_id, reviewId: one.review.id, state: one.item.state },
          after: {
            itemId: one.item.id,
            userId: one.item.user_id,
            reviewId: one.review.id,
            purpose: one.review.purpose,
            state: one.review.purpose === 'quality' ? one.item.state : decision,
            decision,
            reason: reasonOf(one),
            note: payload.note ?? '',
          },
        })),
      )
      return outcomes
    })
    return { ...decided, undoUntil: until.toISOString() }
  }
