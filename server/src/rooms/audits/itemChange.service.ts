// The only code that changes an item's state: the row, earlier decisions, commands to the app, and effects in other rooms.
import { send } from '../../bridge/index.ts'
import type { Transaction } from '../../kit/database/database.ts'
import { settleAppeals } from './appeals.ts'
import type { AuditEffects, ItemChange } from './audits.effects.ts'
import { type ItemUpdate, type LockedItem, markOverturned, updateItems } from './itemChange.queries.ts'
import { commandsFor } from './itemChange.rules.ts'

/** `item` is the locked row before the change (`lockItems`). `actor` is the acting account if it is not `by`, as when a decision is undone. */
export type Verdict = Omit<ItemUpdate, 'id'> & { item: LockedItem; actor?: string }

/**
 * Changes items in the transaction of the decision, whose reviews are written already: sets their state, marks overturned decisions,
 * answers or opens appeals, writes commands to the outbox (`audit.decided`, and `content.removed` for failed items), and applies the
 * effects in other rooms. The caller records the log entry.
 */
export async function changeItems(
  tx: Transaction,
  now: Date,
  effects: Pick<AuditEffects, 'decided'>,
  verdicts: readonly Verdict[],
): Promise<void> {
  if (verdicts.length === 0) return
  await updateItems(
    tx,
    verdicts.map(({ item, to, at, by, reason }) => ({ id: item.id, to, at, by, reason })),
  )
  const itemIds = verdicts.map(({ item }) => item.id)
  await markOverturned(tx, itemIds)
  await settleAppeals(tx, now, itemIds)
  const changes = verdicts.map(
    ({ item, to, by, actor, reason }): ItemChange => ({
      itemId: item.id,
      kind: item.kind,
      userId: item.user_id,
      from: item.state,
      to,
      reason,
      by: actor ?? by,
    }),
  )
  // An appeal that changes nothing is answered, without effects.
  const moved = changes.filter(({ from, to }) => from !== to)
  const others = moved.length === 0 ? [] : await effects.decided(tx, now, moved)
  await send(tx, now, [...changes.flatMap(commandsFor), ...others])
}
