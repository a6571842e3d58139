// Reads and writes topics, and counts what posts added to them.

import type { Parsed } from '@greenroom/contract/call'
import type { topicList } from '@greenroom/contract/community'
import { sql } from 'kysely'
import type { Context, Scope } from '../../kit/calls/context.ts'
import { visible } from '../../kit/calls/scope.ts'
import type { Reader, Transaction } from '../../kit/database/database.ts'
import type { Keyset } from '../../kit/database/paging.ts'
import { equals, type Filters, narrowedPage } from '../../records/index.ts'

export type TopicRow = {
  name: string
  posts: number
  first_posted_at: Date
  last_posted_at: Date
  state: string
  pinned: boolean
}

const filters: Filters<typeof topicList> = {
  topic: (name) => sql`starts_with(lower(t.name), lower(${name}))`,
  state: equals('t.state'),
  pinned: equals('t.pinned'),
}

const keyset: Keyset<TopicRow> = {
  sorts: {
    posts: { column: 't.posts', type: 'int', of: (row) => row.posts },
    lastPostedAt: { column: 't.last_posted_at', type: 'timestamptz', of: (row) => row.last_posted_at },
  },
  defaultSort: '-posts',
  id: { column: 't.name', type: 'text', of: (row) => row.name },
  defaultSize: 20,
}

/** One page of topics, the largest first. */
export const topicPage = (context: Context, payload: Parsed<typeof topicList>) =>
  narrowedPage(
    context,
    context.database
      .selectFrom('community.topic as t')
      .select(['t.name', 't.posts', 't.first_posted_at', 't.last_posted_at', 't.state', 't.pinned'])
      .where(visible(context.scope)),
    filters,
    keyset,
    payload,
  )

export type LockedTopic = Pick<TopicRow, 'state' | 'pinned'> & { id: string }

/** Locks topics, in the order of their names. */
export async function lockTopics(tx: Transaction, scope: Scope, names: readonly string[]): Promise<LockedTopic[]> {
  const { rows } = await sql<LockedTopic>`
    select name as id, state, pinned from community.topic
     where name = any(${names}::text[]) and ${visible(scope)} order by name for update`.execute(tx)
  return rows
}

/** A hidden topic is not pinned. */
export const setTopicState = (tx: Transaction, names: readonly string[], state: 'shown' | 'hidden') =>
  sql`
    update community.topic set state = ${state}, pinned = pinned and ${state} = 'shown'
     where name = any(${names}::text[])`.execute(tx)

export const setTopicPinned = (tx: Transaction, names: readonly string[], pinned: boolean) =>
  sql`update community.topic set pinned = ${pinned} where name = any(${names}::text[])`.execute(tx)

/** Adds the queued changes of posts to the counts, and deletes them. @returns how many rows it counted */
export async function foldTopics(tx: Transaction, atOnce: number): Promise<number> {
  const { rows } = await sql<{ counted: number }>`
    with gone as (
      delete from community.topic_delta
       where id in (select id from community.topic_delta order by id limit ${atOnce} for update skip locked)
      returning name, posts, at
    ), summed as (
      select name, sum(posts)::int as posts, min(at) as first_at, max(at) as last_at, count(*)::int as n from gone group by name
    ), written as (
      insert into community.topic as t (name, posts, first_posted_at, last_posted_at)
      select name, posts, first_at, last_at from summed
      on conflict (name) do update
        set posts = t.posts + excluded.posts, first_posted_at = least(t.first_posted_at, excluded.first_posted_at),
            last_posted_at = greatest(t.last_posted_at, excluded.last_posted_at)
    )
    select sum(n)::int as counted from summed having count(*) > 0`.execute(tx)
  return rows[0]?.counted ?? 0
}

/** Pinned and hidden content, as the app reads it. */
export async function communityState(reader: Reader) {
  const [topics, dynamics] = await Promise.all([
    sql<{ name: string; state: string; pinned: boolean }>`
      select name, state, pinned from community.topic where pinned or state = 'hidden' order by name limit 10000`.execute(
      reader,
    ),
    sql<{ id: string }>`
      select id from community.dynamic where pinned order by posted_at desc, id desc limit 1000`.execute(reader),
  ])
  return {
    pinnedDynamics: dynamics.rows.map(({ id }) => id),
    pinnedTopics: topics.rows.filter(({ pinned }) => pinned).map(({ name }) => name),
    hiddenTopics: topics.rows.filter(({ state }) => state === 'hidden').map(({ name }) => name),
  }
}
