// Hides, shows and pins topics: one transaction a batch, one outcome each. Posts stay as they are.
import type { Parsed, RecordOf } from '@greenroom/contract/call'
import type * as calls from '@greenroom/contract/community'
import { type Become, topicsBecame } from '@greenroom/contract/sentences/community'
import { send } from '../../../bridge/index.ts'
import { batch, chosen } from '../../../kit/batch.ts'
import { type Context, staffOf } from '../../../kit/context.ts'
import type { Transaction } from '../../../kit/database.ts'
import { recordMany } from '../../../log/index.ts'
import { addChanges } from '../changes.ts'
import { decideEach } from '../deciding.ts'
import { type ContentState, mayBecome, mayPin, shownVerdict } from '../rules.ts'
import { communityChanged } from '../telling.ts'
import * as queries from './queries.ts'

const standingOf = (row: queries.LockedTopic) => ({ state: row.state as ContentState, pinned: row.pinned })

/** A topic as the list shows it. */
export function shownTopic(row: queries.TopicRow): RecordOf<typeof calls.topicList> {
  const standing = standingOf(row)
  return {
    topic: row.name,
    posts: row.posts,
    firstPostedAt: row.first_posted_at.toISOString(),
    lastPostedAt: row.last_posted_at.toISOString(),
    state: row.state as 'shown' | 'hidden',
    pinned: row.pinned,
    can: {
      hide: shownVerdict(mayBecome(standing, 'hidden')),
      show: shownVerdict(mayBecome(standing, 'shown')),
      pin: shownVerdict(mayPin(standing, true)),
      unpin: shownVerdict(mayPin(standing, false)),
    },
  }
}

type Done = { rows: readonly queries.LockedTopic[]; what: Become; reason: string; after: object }

/** History, log and the command to the app. */
async function tell(tx: Transaction, context: Context, { rows, what, reason, after }: Done): Promise<void> {
  if (rows.length === 0) return
  await addChanges(
    tx,
    'topic',
    rows.map(({ name }) => ({ of: name, what, reason })),
    staffOf(context).username,
    context.now,
  )
  await recordMany(
    tx,
    context,
    rows.map(({ name, state, pinned }) => ({
      target: `topic ${name}`,
      content: topicsBecame('done', [name], what),
      before: { state, pinned },
      after: { state, pinned, ...after },
      reason,
    })),
  )
  await send(tx, context.now, [await communityChanged(tx)])
}

/** Hides topics, or shows them again. */
export function become(context: Context, payload: Parsed<typeof calls.topicState>) {
  const ids = chosen(payload.ids, 'ids')
  const { state, reason } = payload
  return batch(context, async (tx) => {
    const rows = new Map((await queries.lockTopics(tx, context.scope, ids)).map((row) => [row.name, row]))
    const { outcomes, changed } = decideEach(ids, rows, (row) => mayBecome(standingOf(row), state))
    await queries.setTopicState(
      tx,
      changed.map(({ name }) => name),
      state,
    )
    await tell(tx, context, { rows: changed, what: state, reason, after: { state } })
    return outcomes
  })
}

/** Pins or unpins topics. */
export function pin(context: Context, payload: Parsed<typeof calls.topicPin>) {
  const ids = chosen(payload.ids, 'ids')
  const { pinned } = payload
  return batch(context, async (tx) => {
    const rows = new Map((await queries.lockTopics(tx, context.scope, ids)).map((row) => [row.name, row]))
    const { outcomes, changed } = decideEach(ids, rows, (row) => mayPin(standingOf(row), pinned))
    await queries.setTopicPinned(
      tx,
      changed.map(({ name }) => name),
      pinned,
    )
    await tell(tx, context, { rows: changed, what: pinned ? 'pinned' : 'unpinned', reason: '', after: { pinned } })
    return outcomes
  })
}
