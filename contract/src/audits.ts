// The Audit area. For now: what a person's page asks.
import type * as schema from './audits.schema.ts'
import { declare } from './call.ts'

export const userContentList = declare<typeof schema.userContentList>('userContentList', {
  method: 'GET',
  path: '/audit/user/items',
  level: 'read',
  menu: 'users.list',
})

export const userReportList = declare<typeof schema.userReportList>('userReportList', {
  method: 'GET',
  path: '/audit/user/reports',
  level: 'read',
  menu: 'users.list',
})
