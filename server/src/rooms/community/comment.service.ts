// Hides, shows and takes down comments: one transaction a batch, one outcome each.
import type { Parsed, RecordOf } from '@greenroom/contract/call'
import type * as calls from '@greenroom/contract/community'
import { contentBecame } from '@greenroom/contract/sentences/community'
import { send } from '../../bridge/index.ts'
import { batch, chosen } from '../../kit/calls/batch.ts'
import type { Context } from '../../kit/calls/context.ts'
import { Refusal } from '../../kit/calls/refusal.ts'
import * as queries from './comment.queries.ts'
import { historyOf, noteChanges } from './community.changes.ts'
import { authorOf, contentCommand } from './community.commands.ts'
import { decideEach } from './community.deciding.ts'
import { type ContentState, mayBecome, shownVerdict } from './community.rules.ts'

/** A comment as lists and its drawer show it. */
export function shownComment(row: queries.CommentRow): RecordOf<typeof calls.commentList> {
  const facts = { state: row.state as ContentState }
  return {
    commentId: row.id,
    dynamicId: row.dynamic_id,
    user: row.user,
    text: row.text,
    score: row.score,
    labels: row.labels,
    state: facts.state,
    postedAt: row.posted_at.toISOString(),
    can: {
      hide: shownVerdict(mayBecome(facts, 'hidden')),
      show: shownVerdict(mayBecome(facts, 'shown')),
      remove: shownVerdict(mayBecome(facts, 'removed')),
    },
  }
}

/** One comment, the text of its post, and its history. @throws Refusal 10032 if there is none. */
export async function info({ database, scope }: Context, { commentId }: Parsed<typeof calls.commentInfo>) {
  const [row, history] = await Promise.all([
    queries.commentOf(database, scope, commentId),
    historyOf(database, 'comment', commentId),
  ])
  if (!row) throw new Refusal(10032)
  return { comment: shownComment(row), dynamicText: row.dynamic_text ?? '', history }
}

/** Sets the state of comments, and informs the app. */
export function become(context: Context, payload: Parsed<typeof calls.commentState>) {
  const ids = chosen(payload.ids, 'ids')
  const { state, reason } = payload
  return batch(context, async (tx) => {
    const rows = await queries.lockComments(tx, context.scope, ids)
    const { outcomes, changed } = decideEach(ids, rows, (row) => mayBecome({ state: row.state as ContentState }, state))
    await queries.setCommentState(
      tx,
      changed.map(({ id }) => id),
      state,
    )
    await noteChanges(tx, context, 'comment', changed, {
      what: state,
      reason,
      content: (row) => contentBecame('done', { what: 'comment', authors: [authorOf(row)], become: state }),
      before: (row) => ({ state: row.state }),
      after: { state },
    })
    await send(
      tx,
      context.now,
      changed.map((row) => contentCommand({ kind: 'comment', contentId: row.id, userId: row.user_id }, state, reason)),
    )
    return outcomes
  })
}
