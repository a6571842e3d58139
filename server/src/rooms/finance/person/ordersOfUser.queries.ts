// One user's orders and withdrawals, newest first, using the index by user.

import type { Parsed } from '@greenroom/contract/call'
import type { userOrderList, userWithdrawalList } from '@greenroom/contract/finance'
import type { Selectable } from 'kysely'
import type { Context } from '../../../kit/calls/context.ts'
import { visible } from '../../../kit/calls/scope.ts'
import type { DB } from '../../../kit/database/database.ts'
import type { Keyset } from '../../../kit/database/paging.ts'
import { equals, type Filters, narrowedPage, span } from '../../../records/index.ts'

export type OrderRow = Selectable<DB['finance.recharge_order']>
export type WithdrawalRow = Selectable<DB['finance.withdrawal']> & { last_four: string }

const orders: Keyset<OrderRow> = {
  sorts: { createdAt: { column: 'o.created_at', type: 'timestamptz', of: (row) => row.created_at! } },
  defaultSort: '-createdAt',
  id: { column: 'o.id', type: 'text', of: (row) => row.id },
  defaultSize: 20,
}

const orderFilters: Filters<typeof userOrderList> = { userId: equals('o.user_id'), ...span('o.created_at') }

export const orderPage = (context: Context, payload: Parsed<typeof userOrderList>) =>
  narrowedPage(
    context,
    context.database
      .selectFrom('finance.recharge_order as o')
      .selectAll('o')
      .where('o.created_at', 'is not', null)
      .where(visible(context.scope)),
    orderFilters,
    orders,
    payload,
  )

const withdrawals: Keyset<WithdrawalRow> = {
  sorts: { requestedAt: { column: 'w.requested_at', type: 'timestamptz', of: (row) => row.requested_at } },
  defaultSort: '-requestedAt',
  id: { column: 'w.id', type: 'text', of: (row) => row.id },
  defaultSize: 20,
}

const withdrawalFilters: Filters<typeof userWithdrawalList> = {
  userId: equals('w.user_id'),
  ...span('w.requested_at'),
}

export const withdrawalPage = (context: Context, payload: Parsed<typeof userWithdrawalList>) =>
  narrowedPage(
    context,
    context.database
      .selectFrom('finance.withdrawal as w')
      .innerJoin('finance.payee_account as a', 'a.id', 'w.account_id')
      .selectAll('w')
      .select('a.last_four')
      .where(visible(context.scope)),
    withdrawalFilters,
    withdrawals,
    payload,
  )
