// The System area: operation log, parameters and approvals; the rest is in `systemStaff` and `systemRecords`.
// Paths of spec section 7 are used as given; the others follow their pattern.
import { declare, everyAccount } from './call.ts'
import type * as schema from './system.schema.ts'

// Operation log -------------------------------------------------------------------------------------------------------

export const logList = declare<typeof schema.logList>('logList', {
  method: 'GET',
  path: '/sys/log/list',
  level: 'read',
  menu: 'system.log',
  for: everyAccount,
  exportable: true,
})

export const logInfo = declare<typeof schema.logInfo>('logInfo', {
  method: 'GET',
  path: '/sys/log/info',
  level: 'read',
  menu: 'system.log',
  for: everyAccount,
  codes: [10032],
})

export const logNames = declare<typeof schema.logNames>('logNames', {
  method: 'GET',
  path: '/sys/log/names',
  level: 'read',
  menu: 'system.log',
  for: everyAccount,
})

/** Recomputes the hash chain over every sealed block. */
export const logVerify = declare<typeof schema.logVerify>('logVerify', {
  method: 'POST',
  path: '/sys/log/verify',
  level: 'read',
  menu: 'system.log',
})

// Parameters ----------------------------------------------------------------------------------------------------------

export const paramList = declare<typeof schema.paramList>('paramList', {
  method: 'GET',
  path: '/sys/param/list',
  level: 'read',
  menu: 'system.param',
  exportable: true,
})

/** A sensitive one waits for a checker. */
export const paramSet = declare<typeof schema.paramSet>('paramSet', {
  method: 'POST',
  path: '/sys/param/set',
  level: 'write',
  menu: 'system.param',
  operation: 'param.set',
  money: { does: 'prices', alone: { because: 'sensitive' } },
  creates: true,
  codes: [10032, 11004, 20000],
  fieldCodes: { reason: 11004 },
})

export const paramAdd = declare<typeof schema.paramAdd>('paramAdd', {
  method: 'POST',
  path: '/sys/param/add',
  level: 'write',
  menu: 'system.param',
  operation: 'param.add',
  creates: true,
  codes: [10027],
})

/** Only parameters that staff added. */
/**
 * Sets whether staff may change a parameter's value. Administrators only; for a sensitive parameter it waits for a
 * checker.
 */
export const paramEditable = declare<typeof schema.paramEditable>('paramEditable', {
  method: 'POST',
  path: '/sys/param/editable',
  level: 'write',
  menu: 'system.param',
  operation: 'param.editable',
  money: { does: 'prices', alone: { because: 'sensitive' } },
  creates: true,
  codes: [10032, 11004, 20000],
  fieldCodes: { reason: 11004 },
})

export const paramDelete = declare<typeof schema.paramDelete>('paramDelete', {
  method: 'POST',
  path: '/sys/param/delete',
  level: 'write',
  menu: 'system.param',
  operation: 'param.delete',
  codes: [10032, 11004, 1000002],
  fieldCodes: { reason: 11004 },
})

export const paramHistory = declare<typeof schema.paramHistory>('paramHistory', {
  method: 'GET',
  path: '/sys/param/history',
  level: 'read',
  menu: 'system.param',
  codes: [10032],
})

/** Restores the value that the named change had set. */
export const paramRevert = declare<typeof schema.paramRevert>('paramRevert', {
  method: 'POST',
  path: '/sys/param/revert',
  level: 'write',
  menu: 'system.param',
  operation: 'param.revert',
  money: { does: 'prices', alone: { because: 'sensitive' } },
  creates: true,
  codes: [10032, 11004, 20000],
  fieldCodes: { reason: 11004 },
})

// Approvals (four eyes) -----------------------------------------------------------------------------------------------

export const approvalList = declare<typeof schema.approvalList>('approvalList', {
  method: 'GET',
  path: '/sys/approval/list',
  level: 'read',
  menu: 'system.approval',
  exportable: true,
})

export const approvalInfo = declare<typeof schema.approvalInfo>('approvalInfo', {
  method: 'GET',
  path: '/sys/approval/info',
  level: 'read',
  menu: 'system.approval',
  codes: [10032],
})

/** Maker and checker always differ; refusing requires a reason. */
export const approvalDecide = declare<typeof schema.approvalDecide>('approvalDecide', {
  method: 'POST',
  path: '/sys/approval/decide',
  level: 'write',
  menu: 'system.approval',
  operation: 'approval.decide',
  money: { does: 'moves', alone: 'never' },
  creates: true,
  codes: [10032, 11004, 20000, 1000002],
})

/** Undoes the caller's own decision before it takes effect; the request is pending again. A second time it changes nothing. Too late: 20000. */
export const approvalUndo = declare<typeof schema.approvalUndo>('approvalUndo', {
  method: 'POST',
  path: '/sys/approval/undo',
  level: 'write',
  menu: 'system.approval',
  operation: 'approval.undo',
  codes: [10032, 20000],
})

/** A question to the maker, before deciding; one at a time. The request stays pending. */
export const approvalAsk = declare<typeof schema.approvalAsk>('approvalAsk', {
  method: 'POST',
  path: '/sys/approval/ask',
  level: 'write',
  menu: 'system.approval',
  operation: 'approval.question',
  creates: true,
  codes: [10032, 20000],
})

/** By its maker; requires no menu. */
export const approvalAnswer = declare<typeof schema.approvalAnswer>('approvalAnswer', {
  method: 'POST',
  path: '/sys/approval/answer',
  level: 'signed-in',
  operation: 'approval.answer',
  codes: [10032, 20000],
})

/** One of the caller's own requests; requires no menu. */
export const approvalOwn = declare<typeof schema.approvalOwn>('approvalOwn', {
  method: 'GET',
  path: '/sys/approval/own',
  level: 'signed-in',
  codes: [10032],
})

/** The caller's own requests; requires no menu. */
export const approvalMine = declare<typeof schema.approvalMine>('approvalMine', {
  method: 'GET',
  path: '/sys/approval/mine',
  level: 'signed-in',
})

/** By its maker; requires no menu. */
export const approvalCancel = declare<typeof schema.approvalCancel>('approvalCancel', {
  method: 'POST',
  path: '/sys/approval/cancel',
  level: 'signed-in',
  operation: 'approval.cancel',
  codes: [10032, 20000],
})
