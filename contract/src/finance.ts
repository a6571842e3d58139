// The Finance area. So far only the calls of the user page.
import { declare } from './call.ts'
import type * as schema from './finance.schema.ts'

export const userOrderList = declare<typeof schema.userOrderList>('userOrderList', {
  method: 'GET',
  path: '/finance/user/orders',
  level: 'read',
  menu: 'users.list',
})

export const userWithdrawalList = declare<typeof schema.userWithdrawalList>('userWithdrawalList', {
  method: 'GET',
  path: '/finance/user/withdrawals',
  level: 'read',
  menu: 'users.list',
})
