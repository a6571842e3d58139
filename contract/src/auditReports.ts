// The Audit area: reports.
import type * as schema from './auditReports.schema.ts'
import { declare } from './call.ts'

export const userReportList = declare<typeof schema.userReportList>('userReportList', {
  method: 'GET',
  path: '/audit/user/reports',
  level: 'read',
  menu: 'users.list',
})

/** Claims reported users, each with all untreated reports against them, as `auditClaim` claims items. */
export const reportClaim = declare<typeof schema.reportClaim>('reportClaim', {
  method: 'POST',
  path: '/audit/report/claim',
  level: 'write',
  menu: 'audits.report',
  operation: 'audit.claim',
})

/**
 * Closes reports against one user in one step: the action, which reports were false, and the text sent to the user.
 * Reports filed in the meantime stay pending. A lost claim is 20000; a ban that adds nothing is 20000 and closes nothing.
 */
export const reportDecide = declare<typeof schema.reportDecide>('reportDecide', {
  method: 'POST',
  path: '/audit/report/decide',
  level: 'write',
  menu: 'audits.report',
  operation: 'report.decide',
  codes: [10032, 11004, 20000, 21001],
  fieldCodes: { reason: 11004 },
})

/**
 * Undoes the caller's own decision about reports until `undoUntil`: the caller holds the reports again, and the
 * resulting ban is lifted. A warning can't be undone. 20000 says why not.
 */
export const reportUndo = declare<typeof schema.reportUndo>('reportUndo', {
  method: 'POST',
  path: '/audit/report/undo',
  level: 'write',
  menu: 'audits.report',
  operation: 'report.undo',
  codes: [10032, 20000],
})

export const reportList = declare<typeof schema.reportList>('reportList', {
  method: 'GET',
  path: '/audit/report/list',
  level: 'read',
  menu: 'audits.report',
  exportable: true,
})
