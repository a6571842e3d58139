// Reads and writes posts. They are the platform's: a guild's or an agent's caller finds none.

import { type SqlBool, sql } from 'kysely'
import type { Scope } from '../../../kit/context.ts'
import type { Reader, Transaction } from '../../../kit/database.ts'
import { type Keyset, type PageRequest, pageOf } from '../../../kit/paging.ts'
import { visible } from '../../../kit/scope.ts'
import type { Span } from '../../../kit/time.ts'
import type { ContentState } from '../rules.ts'

export type DynamicRow = {
  id: string
  user_id: bigint
  nickname: string
  text: string
  picture_urls: string[]
  topics: string[]
  comments: number
  state: string
  pinned: boolean
  posted_at: Date
  audit_state: string | null
  score: number | null
}

export type DynamicFilters = {
  dynamicId?: string | undefined
  userId?: number | undefined
  state?: ContentState | undefined
  pinned?: boolean | undefined
  topic?: string | undefined
  span: Span
}

const keyset: Keyset<DynamicRow> = {
  sorts: { postedAt: { column: 'd.posted_at', type: 'timestamptz', of: (row) => row.posted_at } },
  defaultSort: '-postedAt',
  id: { column: 'd.id', type: 'text', of: (row) => row.id },
  defaultSize: 20,
}

/** The post's own words, its author, and what the auditors say of it: the item has the post's id. */
const posts = (reader: Reader, scope: Scope) =>
  reader
    .selectFrom('community.dynamic as d')
    .innerJoin('users.app_user as u', 'u.id', 'd.user_id')
    .leftJoin('audits.item as i', (join) => join.onRef('i.id', '=', 'd.id').on('i.kind', '=', 'dynamic'))
    .select([
      'd.id',
      'd.user_id',
      'u.nickname',
      'd.text',
      'd.picture_urls',
      'd.topics',
      'd.comments',
      'd.state',
      'd.pinned',
      'd.posted_at',
      'i.state as audit_state',
      'i.score',
    ])
    .where(visible(scope))

/** One page of posts, newest first. */
export function dynamicPage(scope: Scope, reader: Reader, filters: DynamicFilters, request: PageRequest) {
  const { dynamicId, userId, state, pinned, topic, span } = filters
  let query = posts(reader, scope)
  if (dynamicId !== undefined) query = query.where('d.id', '=', dynamicId)
  if (userId !== undefined) query = query.where('d.user_id', '=', BigInt(userId))
  if (state !== undefined) query = query.where('d.state', '=', state)
  if (pinned !== undefined) query = query.where(pinned ? sql<SqlBool>`d.pinned` : sql<SqlBool>`not d.pinned`)
  if (topic !== undefined) query = query.where(sql<SqlBool>`d.topics @> array[${topic}]::text[]`)
  if (span.from) query = query.where('d.posted_at', '>=', span.from)
  if (span.to) query = query.where('d.posted_at', '<', span.to)
  return pageOf(reader, query, keyset, request, filters)
}

export const dynamicOf = (scope: Scope, reader: Reader, id: string): Promise<DynamicRow | undefined> =>
  posts(reader, scope).where('d.id', '=', id).executeTakeFirst()

export type LockedDynamic = Pick<DynamicRow, 'id' | 'user_id' | 'nickname' | 'state' | 'pinned' | 'audit_state'>

/** Locks posts, in the order of their ids. */
export async function lockDynamics(scope: Scope, tx: Transaction, ids: readonly string[]): Promise<LockedDynamic[]> {
  const { rows } = await sql<LockedDynamic>`
    select d.id, d.user_id, d.state, d.pinned, (select u.nickname from users.app_user u where u.id = d.user_id) as nickname,
           (select i.state from audits.item i where i.id = d.id and i.kind = 'dynamic') as audit_state
      from community.dynamic d
     where d.id = any(${ids}::text[]) and ${visible(scope)}
     order by d.id for update of d`.execute(tx)
  return rows
}

/** What is not shown is not pinned either. */
export const setDynamicState = (tx: Transaction, ids: readonly string[], state: ContentState) =>
  sql`
    update community.dynamic set state = ${state}, pinned = pinned and ${state} = 'shown', version = version + 1
     where id = any(${ids}::text[])`.execute(tx)

export const setDynamicPinned = (tx: Transaction, ids: readonly string[], pinned: boolean) =>
  sql`update community.dynamic set pinned = ${pinned}, version = version + 1 where id = any(${ids}::text[])`.execute(tx)
