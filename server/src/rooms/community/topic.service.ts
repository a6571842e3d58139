// Hides, shows and pins topics: one transaction a batch, one outcome each. Posts stay as they are.
import type { Parsed, RecordOf } from '@greenroom/contract/call'
import type * as calls from '@greenroom/contract/community'
import { type Become, topicsBecame } from '@greenroom/contract/sentences/community'
import { send } from '../../bridge/index.ts'
import { type Round, untilWritten } from '../../jobs/index.ts'
import { batch, chosen } from '../../kit/calls/batch.ts'
import type { Context } from '../../kit/calls/context.ts'
import { type Database, inTransaction, type Transaction } from '../../kit/database/database.ts'
import { noteChanges } from './community.changes.ts'
import { communityChanged } from './community.commands.ts'
import { decideEach } from './community.deciding.ts'
import { type ContentState, mayBecome, mayPin, shownVerdict, type Verdict } from './community.rules.ts'
import * as queries from './topic.queries.ts'
import { foldTopics } from './topic.queries.ts'

const factsOf = (row: Pick<queries.TopicRow, 'state' | 'pinned'>) => ({
  state: row.state as ContentState,
  pinned: row.pinned,
})

/** A topic as the list shows it. */
export function shownTopic(row: queries.TopicRow): RecordOf<typeof calls.topicList> {
  const facts = factsOf(row)
  return {
    topic: row.name,
    posts: row.posts,
    firstPostedAt: row.first_posted_at.toISOString(),
    lastPostedAt: row.last_posted_at.toISOString(),
    state: row.state as 'shown' | 'hidden',
    pinned: row.pinned,
    can: {
      hide: shownVerdict(mayBecome(facts, 'hidden')),
      show: shownVerdict(mayBecome(facts, 'shown')),
      pin: shownVerdict(mayPin(facts, true)),
      unpin: shownVerdict(mayPin(facts, false)),
    },
  }
}

type Step = {
  what: Become
  reason: string
  mayDo: (topic: ReturnType<typeof factsOf>) => Verdict
  write: (tx: Transaction, names: readonly string[]) => Promise<unknown>
  after: object
}

/** One step for several topics: its outcomes, history, log and the command to the app. */
function change(context: Context, ids: readonly string[], { what, reason, mayDo, write, after }: Step) {
  const names = chosen(ids, 'ids')
  return batch(context, async (tx) => {
    const rows = await queries.lockTopics(tx, context.scope, names)
    const { outcomes, changed } = decideEach(names, rows, (row) => mayDo(factsOf(row)))
    if (changed.length === 0) return outcomes
    await write(
      tx,
      changed.map(({ id }) => id),
    )
    await noteChanges(tx, context, 'topic', changed, {
      what,
      reason,
      content: ({ id }) => topicsBecame('done', [id], what),
      before: ({ state, pinned }) => ({ state, pinned }),
      after,
    })
    await send(tx, context.now, [await communityChanged(tx)])
    return outcomes
  })
}

/** Hides topics, which unpins them, or shows them again. */
export const become = (context: Context, { ids, state, reason }: Parsed<typeof calls.topicState>) =>
  change(context, ids, {
    what: state,
    reason,
    mayDo: (topic) => mayBecome(topic, state),
    write: (tx, names) => queries.setTopicState(tx, names, state),
    after: { state, ...(state === 'hidden' && { pinned: false }) },
  })

/** Pins or unpins topics. */
export const pin = (context: Context, { ids, pinned }: Parsed<typeof calls.topicPin>) =>
  change(context, ids, {
    what: pinned ? 'pinned' : 'unpinned',
    reason: '',
    mayDo: (topic) => mayPin(topic, pinned),
    write: (tx, names) => queries.setTopicPinned(tx, names, pinned),
    after: { pinned },
  })

const atOnce = 10_000

/** Counts posts of topics in the background, so that no chunk of events waits for the lock of a popular topic. */
export async function countTopics(database: Database): Promise<void> {
  for (let counted = atOnce; counted === atOnce; )
    counted = await inTransaction(database, (tx) => foldTopics(tx, atOnce))
}

export const topicRounds = ({ database }: { database: Database }): Round[] => [
  { name: 'community-topics', milliseconds: 5_000, ...untilWritten, run: () => countTopics(database) },
]
