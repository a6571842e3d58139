// Posts and comments as the app reports them. The newest event wins; staff's decisions stay.

import { sql } from 'kysely'
import { rowsOf } from '../../kit/database/anyOf.ts'
import type { Transaction } from '../../kit/database/database.ts'

export type Dynamic = {
  dynamicId: string
  userId: bigint
  text: string
  pictureUrls: string[]
  topics: string[]
  at: Date
}
export type Comment = {
  commentId: string
  dynamicId: string
  userId: bigint
  text: string
  score: number
  labels: string[]
  at: Date
}

/**
 * Posts and their comments may arrive concurrently, in either order: a lock on the posts' names serialises counting, so that none is missed
 * or counted twice.
 */
async function lockNames(tx: Transaction, dynamicIds: readonly string[]): Promise<void> {
  await sql`
    select pg_advisory_xact_lock(k.key) from (
      select distinct hashtextextended('dynamic ' || d.id, 0) as key from unnest(${dynamicIds}::text[]) as d(id)
       order by 1) k`.execute(tx)
}

const countComments = (tx: Transaction, dynamicIds: readonly string[]) =>
  sql`
    update community.dynamic d
       set comments = (select count(*)::int from community.comment c where c.dynamic_id = d.id)
     where d.id = any(${dynamicIds}::text[])`.execute(tx)

export async function recordDynamics(tx: Transaction, dynamics: readonly Dynamic[]): Promise<void> {
  const ids = dynamics.map((dynamic) => dynamic.dynamicId)
  await lockNames(tx, ids)
  await sql`
    with reported as (
      select distinct on ("dynamicId") "dynamicId" as id, "userId" as user_id, text, "pictureUrls" as picture_urls, topics, at
        from jsonb_to_recordset(${rowsOf(dynamics)}::jsonb) as n("dynamicId" text, "userId" bigint, text text,
               "pictureUrls" text[], topics text[], at timestamptz)
       order by "dynamicId", at desc, text desc, "pictureUrls" desc
    ), before as (
      select d.id, d.topics from community.dynamic d where d.id in (select id from reported)
    ), written as (
      insert into community.dynamic as d (id, user_id, text, picture_urls, topics, posted_at)
      select id, user_id, text, picture_urls, topics, at from reported
      on conflict (id) do update
        set text = excluded.text, picture_urls = excluded.picture_urls, topics = excluded.topics, posted_at = excluded.posted_at
        where d.user_id = excluded.user_id
          and (excluded.posted_at, excluded.text, excluded.picture_urls) > (d.posted_at, d.text, d.picture_urls)
      returning d.id, d.topics, d.posted_at
    )
    insert into community.topic_delta (name, posts, at)
    select t.name, t.posts, t.at from (
      select distinct unnest(w.topics) as name, 1 as posts, w.posted_at as at, w.id from written w
      union all
      select distinct unnest(b.topics), -1, w.posted_at, w.id from written w join before b using (id)) t
     where t.name <> ''`.execute(tx)
  await countComments(tx, ids)
}

export async function recordComments(tx: Transaction, comments: readonly Comment[]): Promise<void> {
  const ids = comments.map((comment) => comment.dynamicId)
  await lockNames(tx, ids)
  await sql`
    insert into community.comment as c (id, dynamic_id, user_id, text, score, labels, posted_at)
    select distinct on ("commentId") "commentId", "dynamicId", "userId", text, score, labels, at
      from jsonb_to_recordset(${rowsOf(comments)}::jsonb) as n("commentId" text, "dynamicId" text, "userId" bigint,
             text text, score real, labels text[], at timestamptz)
     order by "commentId", at desc, text desc
    on conflict (id) do update
      set text = excluded.text, score = excluded.score, labels = excluded.labels, posted_at = excluded.posted_at
      where (c.user_id, c.dynamic_id) = (excluded.user_id, excluded.dynamic_id)
        and (excluded.posted_at, excluded.text) > (c.posted_at, c.text)`.execute(tx)
  await countComments(tx, ids)
}
