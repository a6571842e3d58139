import { userOrderList, userStatList, userWithdrawalList } from '@greenroom/contract/finance'
import { type Served, serve, serveList } from '../../../kit/calls/serve.ts'
import { mapPage } from '../../../kit/database/paging.ts'
import { orderPage, withdrawalPage } from './ordersOfUser.queries.ts'
import { orderOf, withdrawalOf } from './ordersOfUser.rules.ts'
import { stats } from './userStat.service.ts'

export const userStatRoutes: Served[] = [
  serveList(userStatList, stats, [
    { heading: 'exports:columns.userId', value: (row) => row.user.userId },
    { heading: 'exports:columns.nickname', value: (row) => row.user.nickname },
    { heading: 'finance:columns.country', value: (row) => row.country },
    { heading: 'exports:columns.toppedUpUsCents', value: (row) => row.rechargedCents },
    { heading: 'finance:columns.recharges', value: (row) => row.recharges },
    { heading: 'exports:columns.refundedUsCents', value: (row) => row.refundedCents },
    { heading: 'finance:columns.refunds', value: (row) => row.refunds },
    { heading: 'finance:columns.spent', value: (row) => row.spentTokens },
    { heading: 'finance:columns.earned', value: (row) => row.earnedBonus },
    { heading: 'exports:columns.withdrawnUsCents', value: (row) => row.withdrawnCents },
    { heading: 'finance:columns.withdrawnBonus', value: (row) => row.withdrawnBonus },
    { heading: 'finance:columns.withdrawals', value: (row) => row.withdrawals },
  ]),
]

/** Calls of the user page about orders. */
export const financePersonRoutes: Served[] = [
  serve(userOrderList, async (context, payload) => mapPage(await orderPage(context, payload), orderOf)),
  serve(userWithdrawalList, async (context, payload) => mapPage(await withdrawalPage(context, payload), withdrawalOf)),
]
