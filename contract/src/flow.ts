// The Flow area: money in and out, every ledger entry, and reconciliation.
import { declare } from './call.ts'
import type * as schema from './flow.schema.ts'

export const flowDailyList = declare<typeof schema.flowDailyList>('flowDailyList', {
  method: 'GET',
  path: '/flow/daily',
  level: 'read',
  menu: 'flow.daily',
  exportable: true,
})

export const flowDailyFigures = declare<typeof schema.flowDailyFigures>('flowDailyFigures', {
  method: 'GET',
  path: '/flow/daily/figures',
  level: 'read',
  menu: 'flow.daily',
})

export const flowTokenList = declare<typeof schema.flowTokenList>('flowTokenList', {
  method: 'GET',
  path: '/flow/token',
  level: 'read',
  menu: 'flow.token',
  exportable: true,
})

export const flowTransferList = declare<typeof schema.flowTransferList>('flowTransferList', {
  method: 'GET',
  path: '/flow/transfers',
  level: 'read',
  menu: 'flow.token',
  exportable: true,
})

export const flowTransferInfo = declare<typeof schema.flowTransferInfo>('flowTransferInfo', {
  method: 'GET',
  path: '/flow/transfer',
  level: 'read',
  menu: 'flow.token',
  codes: [10032],
})

/** Months whose entries stand in files: no list has them, nor its totals. For who sees such a list: all entries, or those of a person's page. */
export const flowDetached = declare<typeof schema.flowDetached>('flowDetached', {
  method: 'GET',
  path: '/flow/detached',
  level: 'read',
  menuBy: { all: 'flow.token', person: 'users.list' },
})

export const flowBalance = declare<typeof schema.flowBalance>('flowBalance', {
  method: 'GET',
  path: '/flow/balance',
  level: 'read',
  menu: 'flow.token',
  codes: [10032],
})

export const userEntryList = declare<typeof schema.userEntryList>('userEntryList', {
  method: 'GET',
  path: '/flow/user/entries',
  level: 'read',
  menu: 'users.list',
})

export const flowReconcile = declare<typeof schema.flowReconcile>('flowReconcile', {
  method: 'GET',
  path: '/flow/reconcile',
  level: 'read',
  menu: 'flow.reconcile',
})
