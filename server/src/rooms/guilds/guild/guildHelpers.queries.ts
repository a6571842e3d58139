// The accounts of a leader's helpers, as the access layer keeps them.
import type { Parsed } from '@greenroom/contract/call'
import type { guildAccountList } from '@greenroom/contract/guilds'
import { sql } from 'kysely'
import type { Context } from '../../../kit/calls/context.ts'
import type { Reader } from '../../../kit/database/database.ts'
import { filtersOf, type Keyset, pageOf } from '../../../kit/database/paging.ts'

export type Helper = {
  id: number
  username: string
  remark: string
  status: number
  last_login_at: Date | null
  created_at: Date
}

/** A guild's helper accounts: all, or those with the given ids. */
export async function helpersOf(reader: Reader, unionId: number, ids?: readonly number[]): Promise<Helper[]> {
  const { rows } = await sql<Helper>`
    select id, username, remark, status, last_login_at, created_at from access.staff
     where union_id = ${unionId} and read_only and deleted_at is null
       and (${ids === undefined} or id = any(${ids ?? []}::int[]))
     order by id`.execute(reader)
  return rows
}

const byId = { column: 's.id', type: 'int' as const, of: (row: Helper) => row.id }
const keyset: Keyset<Helper> = { sorts: { userId: byId }, defaultSort: 'userId', id: byId, defaultSize: 50 }

/** One page of the caller's guild's helpers; none for staff. */
export function helperPage(context: Context, payload: Parsed<typeof guildAccountList>) {
  const query = context.database
    .selectFrom('access.staff as s')
    .select(['s.id', 's.username', 's.remark', 's.status', 's.last_login_at', 's.created_at'])
    .where('s.union_id', '=', context.scope.kind === 'guild' ? context.scope.unionId : -1)
    .where('s.read_only', '=', true)
    .where('s.deleted_at', 'is', null)
  return pageOf(context, query, keyset, payload, filtersOf(payload))
}
