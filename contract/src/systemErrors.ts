// Errors of the front end, as its pages report them (docs/architecture.md).
import { declare } from './call.ts'
import type * as schema from './systemErrors.schema.ts'

/** From any page, also before log-in; counted, not logged. */
export const frontErrorReport = declare<typeof schema.frontErrorReport>('frontErrorReport', {
  method: 'POST',
  path: '/sys/error/report',
  level: 'public',
  encoding: 'json',
})

export const frontErrorList = declare<typeof schema.frontErrorList>('frontErrorList', {
  method: 'GET',
  path: '/sys/error/list',
  level: 'read',
  menu: 'system.bridge',
  exportable: true,
})

export const frontErrorKnow = declare<typeof schema.frontErrorKnow>('frontErrorKnow', {
  method: 'POST',
  path: '/sys/error/know',
  level: 'write',
  menu: 'system.bridge',
  operation: 'system.errorKnown',
  codes: [10032, 20000],
  over: { frontErrorList: 'id' },
})
