// Reads and writes comments. They are the platform's: a guild's or an agent's caller finds none.

import { sql } from 'kysely'
import type { Scope } from '../../../kit/context.ts'
import type { Reader, Transaction } from '../../../kit/database.ts'
import { type Keyset, type PageRequest, pageOf } from '../../../kit/paging.ts'
import { visible } from '../../../kit/scope.ts'
import type { Span } from '../../../kit/time.ts'
import type { ContentState } from '../rules.ts'

export type CommentRow = {
  id: string
  dynamic_id: string
  user_id: bigint
  nickname: string
  text: string
  score: number
  labels: string[]
  state: string
  posted_at: Date
}

export type CommentFilters = {
  commentId?: string | undefined
  dynamicId?: string | undefined
  userId?: number | undefined
  state?: ContentState | undefined
  minScore?: number | undefined
  span: Span
}

const keyset: Keyset<CommentRow> = {
  sorts: {
    postedAt: { column: 'c.posted_at', type: 'timestamptz', of: (row) => row.posted_at },
    score: { column: 'c.score', type: 'real', of: (row) => row.score },
  },
  defaultSort: '-postedAt',
  id: { column: 'c.id', type: 'text', of: (row) => row.id },
  defaultSize: 20,
}

const comments = (reader: Reader, scope: Scope) =>
  reader
    .selectFrom('community.comment as c')
    .innerJoin('users.app_user as u', 'u.id', 'c.user_id')
    .select([
      'c.id',
      'c.dynamic_id',
      'c.user_id',
      'u.nickname',
      'c.text',
      'c.score',
      'c.labels',
      'c.state',
      'c.posted_at',
    ])
    .where(visible(scope))

/** One page of comments, newest first or worst first. */
export function commentPage(scope: Scope, reader: Reader, filters: CommentFilters, request: PageRequest) {
  const { commentId, dynamicId, userId, state, minScore, span } = filters
  let query = comments(reader, scope)
  if (commentId !== undefined) query = query.where('c.id', '=', commentId)
  if (dynamicId !== undefined) query = query.where('c.dynamic_id', '=', dynamicId)
  if (userId !== undefined) query = query.where('c.user_id', '=', BigInt(userId))
  if (state !== undefined) query = query.where('c.state', '=', state)
  if (minScore !== undefined) query = query.where('c.score', '>=', minScore)
  if (span.from) query = query.where('c.posted_at', '>=', span.from)
  if (span.to) query = query.where('c.posted_at', '<', span.to)
  return pageOf(reader, query, keyset, request, filters)
}

/** One comment with the post it is on. */
export async function commentOf(scope: Scope, reader: Reader, id: string) {
  const row = await comments(reader, scope)
    .leftJoin('community.dynamic as d', 'd.id', 'c.dynamic_id')
    .select('d.text as dynamic_text')
    .where('c.id', '=', id)
    .executeTakeFirst()
  return row
}

export type LockedComment = Pick<CommentRow, 'id' | 'user_id' | 'nickname' | 'state'>

/** Locks comments, in the order of their ids. */
export async function lockComments(scope: Scope, tx: Transaction, ids: readonly string[]): Promise<LockedComment[]> {
  const { rows } = await sql<LockedComment>`
    select c.id, c.user_id, c.state, (select u.nickname from users.app_user u where u.id = c.user_id) as nickname
      from community.comment c
     where c.id = any(${ids}::text[]) and ${visible(scope)} order by c.id for update of c`.execute(tx)
  return rows
}

export const setCommentState = (tx: Transaction, ids: readonly string[], state: ContentState) =>
  sql`update community.comment set state = ${state}, version = version + 1 where id = any(${ids}::text[])`.execute(tx)
