// Who looked at a whole phone number or e-mail address.
import { type Insertable, sql } from 'kysely'
import type { Scope } from '../../../kit/context.ts'
import type { DB, Reader, Transaction } from '../../../kit/database.ts'
import { type Keyset, type PageRequest, pageOf } from '../../../kit/paging.ts'
import { idAt } from '../../../kit/random.ts'
import type { Span } from '../../../kit/time.ts'
import type { ContactField } from './rules.ts'

export const insertReveal = (tx: Transaction, values: Insertable<DB['users.reveal']>) =>
  tx.insertInto('users.reveal').values(values).execute()

export type RevealRow = {
  id: string
  user_id: bigint
  nickname: string
  field: ContactField
  reason: string
  by: string
  at: Date
}

// Ids are of the moment, so their order is that of time.
const byId = { column: 'r.id', type: 'uuid' as const, of: (row: RevealRow) => row.id }
const keyset: Keyset<RevealRow> = { sorts: { at: byId }, defaultSort: '-at', id: byId, defaultSize: 20 }

/** One page, the newest first. */
export function revealPage(
  scope: Scope,
  reader: Reader,
  filters: { userId?: number | undefined; username?: string | undefined; span: Span },
  request: PageRequest,
) {
  const { userId, username, span } = filters
  let query = reader
    .selectFrom('users.reveal as r')
    .innerJoin('users.app_user as u', 'u.id', 'r.user_id')
    .select(['r.id', 'r.user_id', 'u.nickname', 'r.field', 'r.reason', 'r.by', 'r.at'])
    .$narrowType<{ field: ContactField }>()
  if (scope.kind !== 'platform') query = query.where(sql<boolean>`false`)
  if (userId !== undefined) query = query.where('r.user_id', '=', BigInt(userId))
  if (username !== undefined) query = query.where('r.by', '=', username)
  if (span.from) query = query.where('r.id', '>=', idAt(span.from))
  if (span.to) query = query.where('r.id', '<', idAt(span.to))
  return pageOf<RevealRow>(reader, query, keyset, request, filters)
}
