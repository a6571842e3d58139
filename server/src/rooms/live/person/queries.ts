// What happened live to one person: her calls, broadcasts and gifts, newest first, by her index. What she did and what was
// done to her are two walks that are merged: each is ordered by itself, since PostgreSQL merges only what is (a person
// with 80,000 calls: 0.1 ms, else 80).

import { type Selectable } from 'kysely'
import type { Scope } from '../../../kit/context.ts'
import type { DB, Reader } from '../../../kit/database.ts'
import { type Keyset, type PageRequest, pageOf } from '../../../kit/paging.ts'
import { idAt } from '../../../kit/random.ts'
import { anyOf } from '../../../kit/rows.ts'
import { visible } from '../../../kit/scope.ts'
import type { Span } from '../../../kit/time.ts'

export type CallRow = Selectable<DB['live.call']>
export type SessionRow = Selectable<DB['live.session']>
export type GiftRow = Selectable<DB['live.gift']>

export type PersonFilters = { userId: bigint; span: Span }

const calls: Keyset<CallRow> = {
  sorts: { requestedAt: { column: 'c.requested_at', type: 'timestamptz', of: (row) => row.requested_at } },
  defaultSort: '-requestedAt',
  id: { column: 'c.id', type: 'text', of: (row) => row.id },
  defaultSize: 20,
}

/** Calls she made or got, by when they were asked for. */
export function callPage(scope: Scope, reader: Reader, { userId, span }: PersonFilters, request: PageRequest) {
  const of = (column: 'caller_id' | 'callee_id') => {
    let query = reader.selectFrom('live.call').selectAll().where(column, '=', userId).where(visible(scope))
    if (span.from) query = query.where('requested_at', '>=', span.from)
    if (span.to) query = query.where('requested_at', '<', span.to)
    return reader.selectFrom(query.orderBy('requested_at', 'desc').orderBy('id', 'desc').as('c')).selectAll('c')
  }
  const both = reader.selectFrom(of('caller_id').unionAll(of('callee_id')).as('c')).selectAll('c')
  return pageOf(reader, both, calls, request, { userId, span })
}

const sessions: Keyset<SessionRow> = {
  sorts: { startedAt: { column: 's.started_at', type: 'timestamptz', of: (row) => row.started_at } },
  defaultSort: '-startedAt',
  id: { column: 's.id', type: 'text', of: (row) => row.id },
  defaultSize: 20,
}

/** Her broadcasts, by when they began. */
export function sessionPage(scope: Scope, reader: Reader, { userId, span }: PersonFilters, request: PageRequest) {
  let query = reader
    .selectFrom('live.session as s')
    .selectAll('s')
    .where('s.user_id', '=', userId)
    .where(visible(scope))
  if (span.from) query = query.where('s.started_at', '>=', span.from)
  if (span.to) query = query.where('s.started_at', '<', span.to)
  return pageOf(reader, query, sessions, request, { userId, span })
}

const giftId = { column: 'g.id', type: 'uuid' as const, of: (row: GiftRow) => row.id }
const gifts: Keyset<GiftRow> = { sorts: { at: giftId }, defaultSort: '-at', id: giftId, defaultSize: 20 }

/** Gifts she sent, got, or both. A span of time is a span of ids, which are UUIDv7. */
export function giftPage(
  scope: Scope,
  reader: Reader,
  { userId, span, direction }: PersonFilters & { direction?: 'sent' | 'received' | undefined },
  request: PageRequest,
) {
  const of = (column: 'sender_id' | 'receiver_id') => {
    let query = reader.selectFrom('live.gift').selectAll().where(column, '=', userId).where(visible(scope))
    if (span.from) query = query.where('id', '>=', idAt(span.from))
    if (span.to) query = query.where('id', '<', idAt(span.to))
    return reader.selectFrom(query.orderBy('id', 'desc').as('g')).selectAll('g')
  }
  const chosen =
    direction === 'sent'
      ? of('sender_id')
      : direction === 'received'
        ? of('receiver_id')
        : of('sender_id').unionAll(of('receiver_id'))
  const query = reader.selectFrom(chosen.as('g')).selectAll('g')
  return pageOf(reader, query, gifts, request, { userId, span, direction })
}

/** Nicknames by id. */
export async function namesOf(reader: Reader, ids: readonly (bigint | null)[]): Promise<Map<bigint, string>> {
  const wanted = [...new Set(ids.filter((id) => id !== null))]
  if (wanted.length === 0) return new Map()
  const rows = await reader
    .selectFrom('users.app_user')
    .select(['id', 'nickname'])
    .where('id', '=', anyOf(wanted))
    .execute()
  return new Map(rows.map((row) => [row.id, row.nickname]))
}
