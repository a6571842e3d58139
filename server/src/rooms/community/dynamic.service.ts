// Hides, shows, takes down and pins posts: one transaction a batch, one outcome each.
import type { Parsed } from '@greenroom/contract/call'
import type * as calls from '@greenroom/contract/community'
import { contentBecame } from '@greenroom/contract/sentences/community'
import { send } from '../../bridge/index.ts'
import { batch, chosen } from '../../kit/calls/batch.ts'
import { type Context, staffOf } from '../../kit/calls/context.ts'
import { Refusal } from '../../kit/calls/refusal.ts'
import type { Transaction } from '../../kit/database/database.ts'
import { recordMany } from '../../log/index.ts'
import { type AuditEffects, failRemoved, lockItemsOf } from '../audits/index.ts'
import { addChanges, historyOf, noteChanges } from './community.changes.ts'
import { authorOf, communityChanged, contentCommand } from './community.commands.ts'
import { decideEach } from './community.deciding.ts'
import { type ContentState, mayBecome, mayPin } from './community.rules.ts'
import * as queries from './dynamic.queries.ts'
import { shownDynamic } from './dynamic.shown.ts'

/** One post with its history. @throws Refusal 10032 when there is none. */
export async function info({ database, scope }: Context, { dynamicId }: Parsed<typeof calls.dynamicInfo>) {
  const [row, history] = await Promise.all([
    queries.dynamicOf(database, scope, dynamicId),
    historyOf(database, 'dynamic', dynamicId),
  ])
  if (!row) throw new Refusal(10032)
  return { dynamic: shownDynamic(row), history }
}

/**
 * Sets the state of posts. Taking one down fails its audit item, unpins it, and informs the app. `effects` are those of the audits.
 */
export const become = (effects: Pick<AuditEffects, 'decided'>) => {
  const fail = failRemoved(effects)
  return (context: Context, payload: Parsed<typeof calls.dynamicState>) => {
    const ids = chosen(payload.ids, 'ids')
    const { state, reason } = payload
    return batch(context, async (tx) => {
      const items = state === 'removed' ? await lockItemsOf(context, tx, ids) : []
      const rows = await queries.lockDynamics(tx, context.scope, ids)
      const { outcomes, changed } = decideEach(ids, rows, (row) =>
        mayBecome({ state: row.state as ContentState, auditState: row.audit_state }, state),
      )
      const changing = new Set(changed.map(({ id }) => id))
      // The audit decision itself takes the post down.
      const failed = await fail(
        tx,
        context,
        items.filter(({ id, kind }) => kind === 'dynamic' && changing.has(id)),
        reason,
      )
      await carryOut(tx, context, { rows: changed.filter(({ id }) => !failed.has(id)), state, reason })
      await recordMany(
        tx,
        context,
        changed.map((row) => ({
          target: `dynamic ${row.id}`,
          content: contentBecame('done', { what: 'post', authors: [authorOf(row)], become: state }),
          before: { state: row.state, pinned: row.pinned },
          after: { state, pinned: row.pinned && state === 'shown' },
          reason,
        })),
      )
      return outcomes
    })
  }
}

type Change = { rows: readonly queries.LockedDynamic[]; state: ContentState; reason: string }

async function carryOut(tx: Transaction, context: Context, { rows, state, reason }: Change): Promise<void> {
  if (rows.length === 0) return
  await queries.setDynamicState(
    tx,
    rows.map(({ id }) => id),
    state,
  )
  const changes = rows.map(({ id }) => ({ of: id, what: state, reason }))
  await addChanges(tx, 'dynamic', changes, staffOf(context).username, context.now)
  await send(tx, context.now, [
    ...rows.map((row) =>
      contentCommand(
        { kind: 'dynamic', contentId: row.id, userId: row.user_id, auditState: row.audit_state },
        state,
        reason,
      ),
    ),
    ...(rows.some(({ pinned }) => pinned) ? [await communityChanged(tx)] : []),
  ])
}

/** Pins or unpins posts. */
export function pin(context: Context, payload: Parsed<typeof calls.dynamicPin>) {
  const ids = chosen(payload.ids, 'ids')
  const { pinned } = payload
  return batch(context, async (tx) => {
    const rows = await queries.lockDynamics(tx, context.scope, ids)
    const { outcomes, changed } = decideEach(ids, rows, (row) =>
      mayPin({ state: row.state as ContentState, pinned: row.pinned }, pinned),
    )
    await queries.setDynamicPinned(
      tx,
      changed.map(({ id }) => id),
      pinned,
    )
    const what = pinned ? 'pinned' : 'unpinned'
    await noteChanges(tx, context, 'dynamic', changed, {
      what,
      reason: '',
      content: (row) => contentBecame('done', { what: 'post', authors: [authorOf(row)], become: what }),
      before: (row) => ({ pinned: row.pinned }),
      after: { pinned },
    })
    if (changed.length > 0) await send(tx, context.now, [await communityChanged(tx)])
    return outcomes
  })
}
