// The System area: what accounts and roles see and may do, for those who give them their rights.
import { declare } from './call.ts'
import type * as schema from './systemRights.schema.ts'

/** An administrator looks as a role or an account would, for half an hour; what the session looked at before ends. */
export const seeAsBegin = declare<typeof schema.seeAsBegin>('seeAsBegin', {
  method: 'POST',
  path: '/sys/seeAs/begin',
  level: 'write',
  menu: 'system.user',
  operation: 'seeAs.begin',
  creates: true,
  codes: [10032, 20000],
})

/** Sent without the header. */
export const seeAsEnd = declare<typeof schema.seeAsEnd>('seeAsEnd', {
  method: 'POST',
  path: '/sys/seeAs/end',
  level: 'write',
  menu: 'system.user',
  operation: 'seeAs.end',
  codes: [10032],
})

/** Which accounts may do something now, by which of their roles; or what one account may do. */
export const whoCan = declare<typeof schema.whoCan>('whoCan', {
  method: 'GET',
  path: '/sys/user/whoCan',
  level: 'read',
  menu: 'system.user',
  codes: [10032],
})
