// Reads and writes comments. Platform data: guild and agent callers find none.

import type { Parsed } from '@greenroom/contract/call'
import type { commentList } from '@greenroom/contract/community'
import type { PersonRef } from '@greenroom/contract/fields'
import { sql } from 'kysely'
import type { Context, Scope } from '../../kit/calls/context.ts'
import { visible } from '../../kit/calls/scope.ts'
import type { Reader, Transaction } from '../../kit/database/database.ts'
import type { Keyset } from '../../kit/database/paging.ts'
import { among, equals, type Filters, narrowedPage, span } from '../../records/index.ts'
import { personColumn } from '../users/index.ts'
import type { ContentState } from './community.rules.ts'

export type CommentRow = {
  id: string
  dynamic_id: string
  user: PersonRef
  text: string
  score: number
  labels: string[]
  state: string
  posted_at: Date
}

const filters: Filters<typeof commentList> = {
  commentId: among('c.id'),
  dynamicId: among('c.dynamic_id'),
  userId: among('c.user_id'),
  state: equals('c.state'),
  minScore: (score) => sql`c.score >= ${score}`,
  ...span('c.posted_at'),
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
      personColumn('c.user_id', 'u').as('user'),
      'c.text',
      'c.score',
      'c.labels',
      'c.state',
      'c.posted_at',
    ])
    .where(visible(scope))

/** One page of comments, newest first or worst first. */
export const commentPage = (context: Context, payload: Parsed<typeof commentList>) =>
  narrowedPage(context, comments(context.database, context.scope), filters, keyset, payload)

/** One comment with the post it is on. */
export async function commentOf(reader: Reader, scope: Scope, id: string) {
  const row = await comments(reader, scope)
    .leftJoin('community.dynamic as d', 'd.id', 'c.dynamic_id')
    .select('d.text as dynamic_text')
    .where('c.id', '=', id)
    .executeTakeFirst()
  return row
}

export type LockedComment = Pick<CommentRow, 'id' | 'state'> & { user_id: bigint; nickname: string }

/** Locks comments, in id order. */
export async function lockComments(tx: Transaction, scope: Scope, ids: readonly string[]): Promise<LockedComment[]> {
  const { rows } = await sql<LockedComment>`
    select c.id, c.user_id, c.state, (select u.nickname from users.app_user u where u.id = c.user_id) as nickname
      from community.comment c
     where c.id = any(${ids}::text[]) and ${visible(scope)} order by c.id for update of c`.execute(tx)
  return rows
}

export const setCommentState = (tx: Transaction, ids: readonly string[], state: ContentState) =>
  sql`update community.comment set state = ${state}, version = version + 1 where id = any(${ids}::text[])`.execute(tx)
