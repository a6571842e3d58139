// Deletions as staff list them.
import type { Parsed } from '@greenroom/contract/call'
import type { deletionList } from '@greenroom/contract/privacy'
import { sql } from 'kysely'
import type { Context, Scope } from '../../kit/calls/context.ts'
import { visible } from '../../kit/calls/scope.ts'
import type { Reader } from '../../kit/database/database.ts'
import type { Keyset } from '../../kit/database/paging.ts'
import { among, equals, type Filters, narrowedPage, span } from '../../records/index.ts'
import type { Deletion } from './deletion.queries.ts'

export type DeletionRow = Deletion & { nickname: string; avatar_url: string }

const keyset: Keyset<DeletionRow> = {
  sorts: {
    askedAt: { column: 'd.asked_at', type: 'timestamptz', of: (row) => row.asked_at },
    dueAt: { column: 'd.due_at', type: 'timestamptz', of: (row) => row.due_at },
  },
  defaultSort: '-askedAt',
  id: { column: 'd.id', type: 'uuid', of: (row) => row.id },
  defaultSize: 20,
}

const filters: Filters<typeof deletionList> = {
  state: equals('d.state'),
  wait: (wait) => sql<boolean>`d.state = 'waiting' and d.waits @> array[${wait}]::text[]`,
  userId: among('d.user_id'),
  by: (by) => (by === 'user' ? sql<boolean>`d.asked_by = ''` : sql<boolean>`d.asked_by <> ''`),
  ...span('d.asked_at'),
}

const rows = (reader: Reader) =>
  reader
    .selectFrom('privacy.deletion as d')
    .innerJoin('users.app_user as u', 'u.id', 'd.user_id')
    .selectAll('d')
    .select(['u.nickname', 'u.avatar_url'])

export const deletionPage = (context: Context, payload: Parsed<typeof deletionList>) =>
  narrowedPage<DeletionRow, typeof payload>(
    context,
    rows(context.database).where(visible(context.scope)),
    filters,
    keyset,
    payload,
  )

/** A person's newest deletion, and whether they were erased; undefined if the caller may not see the user. */
export async function newestOf(
  reader: Reader,
  scope: Scope,
  userId: bigint,
): Promise<{ deletion: DeletionRow | null; isErased: boolean } | undefined> {
  const user = await reader
    .selectFrom('users.app_user as u')
    .leftJoin('privacy.erased as e', 'e.user_id', 'u.id')
    .select(sql<boolean>`e.user_id is not null and e.returned_at is null`.as('isErased'))
    .where('u.id', '=', userId)
    .where(visible(scope))
    .executeTakeFirst()
  if (!user) return undefined
  const deletion = await rows(reader)
    .where('d.user_id', '=', userId)
    .orderBy('d.asked_at', 'desc')
    .limit(1)
    .executeTakeFirst()
  return { deletion: deletion ?? null, isErased: user.isErased }
}
