import { userOrderList, userWithdrawalList } from '@greenroom/contract/finance'
import type { Context } from '../../../kit/context.ts'
import { mapPage } from '../../../kit/paging.ts'
import { type Served, serve } from '../../../kit/serve.ts'
import { spanOf } from '../../../kit/time.ts'
import { orderPage, type PersonFilters, withdrawalPage } from './queries.ts'
import { orderOf, withdrawalOf } from './rules.ts'

const filtersOf = (
  context: Context,
  payload: { userId: number; startTimeStr?: string | undefined; endTimeStr?: string | undefined },
): PersonFilters => ({ userId: BigInt(payload.userId), span: spanOf(payload, context.timeZone) })

/** What a person's page asks about her orders. */
export const financePersonRoutes: Served[] = [
  serve(userOrderList, async (context, payload) =>
    mapPage(await orderPage(context.scope, context.database, filtersOf(context, payload), payload), orderOf),
  ),
  serve(userWithdrawalList, async (context, payload) =>
    mapPage(await withdrawalPage(context.scope, context.database, filtersOf(context, payload), payload), withdrawalOf),
  ),
]
