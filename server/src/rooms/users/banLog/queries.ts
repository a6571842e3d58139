// Bans of people and devices, and how they ended. They belong to the platform: others find none.
import { sql } from 'kysely'
import type { Scope } from '../../../kit/context.ts'
import type { Reader } from '../../../kit/database.ts'
import { type Keyset, type PageRequest, pageOf } from '../../../kit/paging.ts'
import { idAt } from '../../../kit/random.ts'
import type { Span } from '../../../kit/time.ts'

export type BanFilters = {
  userId?: number | undefined
  deviceId?: string | undefined
  kind?: string | undefined
  state?: 'active' | 'lifted' | 'replaced' | 'expired' | undefined
  username?: string | undefined
  span: Span
}

const base = (reader: Reader) =>
  reader
    .selectFrom('users.ban as b')
    .leftJoin('users.app_user as u', 'u.id', 'b.user_id')
    .select(['b.id', 'b.user_id', 'b.device_id', 'b.kind', 'b.reason', 'b.until', 'b.by', 'b.at'])
    .select(['b.ended', 'b.ended_at', 'b.ended_by', 'b.end_reason', 'u.nickname'])
export type BanRow = Awaited<ReturnType<ReturnType<typeof base>['executeTakeFirstOrThrow']>>

const byId = { column: 'b.id', type: 'uuid' as const, of: (row: BanRow) => row.id }
const keyset: Keyset<BanRow> = { sorts: { at: byId }, defaultSort: '-at', id: byId, defaultSize: 20 }

/** One page of bans, newest first. A span of time is a span of ids, which are UUIDv7. */
export function banPage(reader: Reader, scope: Scope, filters: BanFilters, now: Date, request: PageRequest) {
  const { userId, deviceId, kind, state, username, span } = filters
  let query = base(reader)
  if (scope.kind !== 'platform') query = query.where(sql<boolean>`false`)
  if (userId !== undefined) query = query.where('b.user_id', '=', BigInt(userId))
  if (deviceId !== undefined) query = query.where('b.device_id', '=', deviceId)
  if (kind !== undefined) query = query.where('b.kind', '=', kind)
  if (username !== undefined) query = query.where('b.by', '=', username)
  if (span.from) query = query.where('b.id', '>=', idAt(span.from))
  if (span.to) query = query.where('b.id', '<', idAt(span.to))
  if (state === 'lifted' || state === 'replaced') query = query.where('b.ended', '=', state)
  // A ban whose time has passed is over, although the round has not ended it yet.
  const over = sql<boolean>`b.until <= ${now}`
  if (state === 'active')
    query = query
      .where('b.ended', 'is', null)
      .where((where) => where.or([where('b.until', 'is', null), where('b.until', '>', now)]))
  if (state === 'expired')
    query = query.where((where) =>
      where.or([where('b.ended', '=', 'expired'), where.and([where('b.ended', 'is', null), over])]),
    )
  return pageOf(reader, query, keyset, request, { ...filters, scope })
}
