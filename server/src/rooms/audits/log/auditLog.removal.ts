// Content removed by another area fails here too, so that both always agree.
import { type Context, staffOf } from '../../../kit/calls/context.ts'
import type { Transaction } from '../../../kit/database/database.ts'
import { newId } from '../../../kit/random.ts'
import type { AuditEffects } from '../audits.effects.ts'
import { type LockedItem, lockItems } from '../itemChange.queries.ts'
import { changeItems } from '../itemChange.service.ts'
import { closeFirstReviews, dropSecondReviews, insertOverturns } from './auditLog.queries.ts'

/** Locks the items of content about to be removed: before the content itself, as decisions do. */
export const lockItemsOf = (context: Context, tx: Transaction, itemIds: readonly string[]): Promise<LockedItem[]> =>
  lockItems(tx, context.scope, itemIds)

/**
 * Fails locked items because their content is removed, in that transaction: closes open reviews, overturns passes, writes commands, and
 * applies the effects in other rooms. Already failed items stay unchanged. The caller records the log entry.
 *
 * @param reason the text for the user.
 * @returns the ids that newly failed.
 */
export const failRemoved =
  (effects: Pick<AuditEffects, 'decided'>) =>
  async (tx: Transaction, context: Context, items: readonly LockedItem[], reason: string): Promise<Set<string>> => {
    const failing = items.filter(({ state }) => state !== 'failed')
    const ids = failing.map(({ id }) => id)
    if (ids.length === 0) return new Set()
    const { id, username } = staffOf(context)
    const by = { id, username }
    const at = context.now
    await dropSecondReviews(tx, ids)
    await closeFirstReviews(tx, ids, { reason, by, at })
    const passed = failing.filter(({ state }) => state === 'passed')
    if (passed.length > 0)
      await insertOverturns(
        tx,
        passed.map((item) => ({
          id: newId(at),
          kind: item.kind,
          item_id: item.id,
          user_id: item.user_id,
          score: item.score,
          decision: 'failed' as const,
          before_state: item.state,
          template_id: null,
          reason,
          note: '',
        })),
        by,
        at,
      )
    await changeItems(
      tx,
      at,
      effects,
      failing.map((item) => ({ item, to: 'failed', at, by: username, reason })),
    )
    return new Set(ids)
  }
