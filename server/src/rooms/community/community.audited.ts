// Applies audit decisions to posts: a failed post is taken down, and restored if the decision is reversed.
import { sql } from 'kysely'
import type { Command } from '../../bridge/index.ts'
import type { Transaction } from '../../kit/database/database.ts'
import { addChanges } from './community.changes.ts'
import { communityChanged, contentCommand } from './community.commands.ts'
import type { ContentState } from './community.rules.ts'

/** A post after an audit decision by `by`. */
export type Audited = { dynamicId: string; failed: boolean; reason: string; by: string }

type Post = { id: string; user_id: bigint; state: ContentState; pinned: boolean; returns: ContentState | null }

/** Posts, locked in id order. `returns` is the state before an audit took it down, if unchanged since. */
async function lockPosts(tx: Transaction, ids: readonly string[]): Promise<Map<string, Post>> {
  const { rows } = await sql<Post>`
    select id, user_id, state, pinned,
           case when state = 'removed' and version = removed_version then removed_from end as returns
      from community.dynamic where id = any(${ids}::text[]) order by id for no key update`.execute(tx)
  return new Map(rows.map((row) => [row.id, row]))
}

const takeDown = (tx: Transaction, ids: readonly string[]) =>
  sql`
    update community.dynamic
       set removed_from = state, removed_version = version + 1, state = 'removed', pinned = false, version = version + 1
     where id = any(${ids}::text[])`.execute(tx)

const putBack = (tx: Transaction, ids: readonly string[]) =>
  sql`
    update community.dynamic
       set state = removed_from, removed_from = null, removed_version = null, version = version + 1
     where id = any(${ids}::text[])`.execute(tx)

/**
 * Applies audit decisions in their transaction. A post that staff hid or took down stays so; the app receives the decision by
 * `audit.decided`, and a command that such a post stays hidden.
 */
export async function auditDecided(tx: Transaction, now: Date, audited: readonly Audited[]): Promise<Command[]> {
  if (audited.length === 0) return []
  const posts = await lockPosts(
    tx,
    audited.map(({ dynamicId }) => dynamicId),
  )
  const known = audited.flatMap((one) => {
    const post = posts.get(one.dynamicId)
    return post ? [{ ...one, post }] : []
  })
  const down = known.filter(({ failed, post }) => failed && post.state !== 'removed')
  const back = known.filter(({ failed, post }) => !failed && post.returns !== null)
  const stays = known.flatMap((one) => {
    const state = one.post.returns ?? one.post.state
    return one.failed || state === 'shown' ? [] : [{ ...one, state }]
  })
  const idsOf = (some: typeof known) => some.map(({ dynamicId }) => dynamicId)
  if (down.length > 0) await takeDown(tx, idsOf(down))
  if (back.length > 0) await putBack(tx, idsOf(back))
  for (const [by, some] of Map.groupBy([...down, ...back], (one) => one.by)) {
    const changes = some.map(({ dynamicId, failed, reason, post }) => ({
      of: dynamicId,
      what: failed ? 'removed' : (post.returns ?? 'shown'),
      reason,
    }))
    await addChanges(tx, 'dynamic', changes, by, now)
  }
  return [
    ...stays.map(({ dynamicId, post, state }) =>
      contentCommand({ kind: 'dynamic', contentId: dynamicId, userId: post.user_id }, state, ''),
    ),
    ...(down.some(({ post }) => post.pinned) ? [await communityChanged(tx)] : []),
  ]
}
