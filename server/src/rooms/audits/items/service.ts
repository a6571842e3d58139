// The one way an item's state changes: the row, what was decided before, the app, and the rooms that follow.
import { send } from '../../../bridge/index.ts'
import type { Transaction } from '../../../kit/database.ts'
import type { AuditEffects, ItemChange } from '../effects.ts'
import { settleAppeals } from '../submit/appeals.ts'
import { type ItemUpdate, type LockedItem, markOverturned, updateItems } from './queries.ts'
import { commandsFor } from './rules.ts'

/** `item` is locked (`lockItems`) and as it was. `actor` is who does it where that is not `by`: who takes a decision back. */
export type Verdict = Omit<ItemUpdate, 'id'> & { item: LockedItem; actor?: string }

/**
 * Changes items in the transaction of the decision, whose reviews are written already: sets their state, marks which
 * decisions are overturned, answers or opens appeals, tells the app within the outbox (`audit.decided`, and
 * `content.removed` of what fails), and lets other rooms follow. The caller records the log entry.
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
  // An appeal that changes nothing is answered, and nothing follows from it.
  const moved = changes.filter(({ from, to }) => from !== to)
  const others = moved.length === 0 ? [] : await effects.decided(tx, now, moved)
  await send(tx, now, [...changes.flatMap(commandsFor), ...others])
}
