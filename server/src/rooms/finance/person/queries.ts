// One person's orders and withdrawals, newest first, by her index.

import { type Selectable } from 'kysely'
import type { Scope } from '../../../kit/context.ts'
import type { DB, Reader } from '../../../kit/database.ts'
import { type Keyset, type PageRequest, pageOf } from '../../../kit/paging.ts'
import { visible } from '../../../kit/scope.ts'
import type { Span } from '../../../kit/time.ts'

export type OrderRow = Selectable<DB['finance.recharge_order']>
export type WithdrawalRow = Selectable<DB['finance.withdrawal']>

export type PersonFilters = { userId: bigint; span: Span }

const orders: Keyset<OrderRow> = {
  sorts: { createdAt: { column: 'o.created_at', type: 'timestamptz', of: (row) => row.created_at } },
  defaultSort: '-createdAt',
  id: { column: 'o.id', type: 'text', of: (row) => row.id },
  defaultSize: 20,
}

export function orderPage(scope: Scope, reader: Reader, { userId, span }: PersonFilters, request: PageRequest) {
  let query = reader
    .selectFrom('finance.recharge_order as o')
    .selectAll('o')
    .where('o.user_id', '=', userId)
    .where(visible(scope))
  if (span.from) query = query.where('o.created_at', '>=', span.from)
  if (span.to) query = query.where('o.created_at', '<', span.to)
  return pageOf(reader, query, orders, request, { userId, span })
}

const withdrawals: Keyset<WithdrawalRow> = {
  sorts: { requestedAt: { column: 'w.requested_at', type: 'timestamptz', of: (row) => row.requested_at } },
  defaultSort: '-requestedAt',
  id: { column: 'w.id', type: 'text', of: (row) => row.id },
  defaultSize: 20,
}

export function withdrawalPage(scope: Scope, reader: Reader, { userId, span }: PersonFilters, request: PageRequest) {
  let query = reader
    .selectFrom('finance.withdrawal as w')
    .selectAll('w')
    .where('w.user_id', '=', userId)
    .where(visible(scope))
  if (span.from) query = query.where('w.requested_at', '>=', span.from)
  if (span.to) query = query.where('w.requested_at', '<', span.to)
  return pageOf(reader, query, withdrawals, request, { userId, span })
}
