// Reads and writes posts. Platform data: guild and agent callers find none.

import type { Parsed } from '@greenroom/contract/call'
import type { dynamicList } from '@greenroom/contract/community'
import type { PersonRef } from '@greenroom/contract/fields'
import { sql } from 'kysely'
import type { Context, Scope } from '../../kit/calls/context.ts'
import { visible } from '../../kit/calls/scope.ts'
import type { Reader, Transaction } from '../../kit/database/database.ts'
import type { Keyset } from '../../kit/database/paging.ts'
import { among, equals, type Filters, flag, narrowedPage, span } from '../../records/index.ts'
import { personColumn } from '../users/index.ts'
import type { ContentState } from './community.rules.ts'

export type DynamicRow = {
  id: string
  user: PersonRef
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

const filters: Filters<typeof dynamicList> = {
  dynamicId: among('d.id'),
  userId: among('d.user_id'),
  state: equals('d.state'),
  pinned: flag('d.pinned'),
  topic: (name) => sql`d.topics @> array[${name}]::text[]`,
  ...span('d.posted_at'),
}

const keyset: Keyset<DynamicRow> = {
  sorts: { postedAt: { column: 'd.posted_at', type: 'timestamptz', of: (row) => row.posted_at } },
  defaultSort: '-postedAt',
  id: { column: 'd.id', type: 'text', of: (row) => row.id },
  defaultSize: 20,
}

/** The post's text, author, and audit decision: the audit item has the post's id. */
const posts = (reader: Reader, scope: Scope) =>
  reader
    .selectFrom('community.dynamic as d')
    .innerJoin('users.app_user as u', 'u.id', 'd.user_id')
    .leftJoin('audits.item as i', (join) => join.onRef('i.id', '=', 'd.id').on('i.kind', '=', 'dynamic'))
    .select([
      'd.id',
      personColumn('d.user_id', 'u').as('user'),
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
export const dynamicPage = (context: Context, payload: Parsed<typeof dynamicList>) =>
  narrowedPage(context, posts(context.database, context.scope), filters, keyset, payload)

export const dynamicOf = (reader: Reader, scope: Scope, id: string): Promise<DynamicRow | undefined> =>
  posts(reader, scope).where('d.id', '=', id).executeTakeFirst()

export type LockedDynamic = Pick<DynamicRow, 'id' | 'state' | 'pinned' | 'audit_state'> & {
  user_id: bigint
  nickname: string
}

/** Locks posts, in id order. */
export async function lockDynamics(tx: Transaction, scope: Scope, ids: readonly string[]): Promise<LockedDynamic[]> {
  const { rows } = await sql<LockedDynamic>`
    select d.id, d.user_id, d.state, d.pinned, (select u.nickname from users.app_user u where u.id = d.user_id) as nickname,
           (select i.state from audits.item i where i.id = d.id and i.kind = 'dynamic') as audit_state
      from community.dynamic d
     where d.id = any(${ids}::text[]) and ${visible(scope)}
     order by d.id for update of d`.execute(tx)
  return rows
}

/** A post that is not shown cannot be pinned. */
export const setDynamicState = (tx: Transaction, ids: readonly string[], state: ContentState) =>
  sql`
    update community.dynamic set state = ${state}, pinned = pinned and ${state} = 'shown', version = version + 1
     where id = any(${ids}::text[])`.execute(tx)

export const setDynamicPinned = (tx: Transaction, ids: readonly string[], pinned: boolean) =>
  sql`update community.dynamic set pinned = ${pinned}, version = version + 1 where id = any(${ids}::text[])`.execute(tx)
