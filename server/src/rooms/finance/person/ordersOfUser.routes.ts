import { userOrderList, userWithdrawalList } from '@greenroom/contract/finance'
import { type Served, serve } from '../../../kit/calls/serve.ts'
import { mapPage } from '../../../kit/database/paging.ts'
import { orderPage, withdrawalPage } from './ordersOfUser.queries.ts'
import { orderOf, withdrawalOf } from './ordersOfUser.rules.ts'

/** Calls of the user page about orders. */
export const financePersonRoutes: Served[] = [
  serve(userOrderList, async (context, payload) => mapPage(await orderPage(context, payload), orderOf)),
  serve(userWithdrawalList, async (context, payload) => mapPage(await withdrawalPage(context, payload), withdrawalOf)),
]
