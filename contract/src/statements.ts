// Statements of gateways and banks, matched with our orders (docs/money.md).
import { declare } from './call.ts'
import type * as schema from './statements.schema.ts'

const menu = 'finance.statement' as const

/** The saved column mappings. */
export const statementMappingList = declare<typeof schema.statementMappingList>('statementMappingList', {
  method: 'GET',
  path: '/finance/statement/mapping/list',
  level: 'read',
  menu,
})
export const statementMappingSave = declare<typeof schema.statementMappingSave>('statementMappingSave', {
  method: 'POST',
  path: '/finance/statement/mapping/save',
  encoding: 'json',
  level: 'write',
  menu,
  operation: 'statement.mapping',
  creates: true,
  codes: [10027, 10032, 20000],
})

/** Statements, newest first. */
export const statementList = declare<typeof schema.statementList>('statementList', {
  method: 'GET',
  path: '/finance/statement/list',
  level: 'read',
  menu,
  exportable: true,
})
export const statementInfo = declare<typeof schema.statementInfo>('statementInfo', {
  method: 'GET',
  path: '/finance/statement/info',
  level: 'read',
  menu,
  codes: [10032],
})

/** Begins a statement: the file follows in parts. At most one per gateway is open. */
export const statementStart = declare<typeof schema.statementStart>('statementStart', {
  method: 'POST',
  path: '/finance/statement/start',
  level: 'write',
  menu,
  operation: 'statement.start',
  creates: true,
  codes: [10032, 20000, 1000002],
})

/**
 * The next part of the file: `statementPartBytes` long, the last one shorter. A repeated part is ignored. With the last one the statement
 * is matched.
 */
export const statementPart = declare<typeof schema.statementPart>('statementPart', {
  method: 'POST',
  path: '/finance/statement/part',
  encoding: 'multipart',
  level: 'write',
  menu,
  operation: 'statement.part',
  creates: true,
  codes: [10032, 20000, 1000002],
})

/** Lines of a statement with their matches. */
export const statementLineList = declare<typeof schema.statementLineList>('statementLineList', {
  method: 'GET',
  path: '/finance/statement/line/list',
  level: 'read',
  menu,
  exportable: true,
})

/** Confirms a statement: its matches are final, its differences are followed up. With warnings, a reason is required. */
export const statementConfirm = declare<typeof schema.statementConfirm>('statementConfirm', {
  method: 'POST',
  path: '/finance/statement/confirm',
  level: 'write',
  menu,
  operation: 'statement.confirm',
  codes: [10032, 11004, 20000],
})
/** Drops a statement that is not confirmed, with its lines. */
export const statementDiscard = declare<typeof schema.statementDiscard>('statementDiscard', {
  method: 'POST',
  path: '/finance/statement/discard',
  level: 'write',
  menu,
  operation: 'statement.discard',
  codes: [10032, 11004, 20000],
  fieldCodes: { reason: 11004 },
})

/** Differences, newest first. */
export const differenceList = declare<typeof schema.differenceList>('differenceList', {
  method: 'GET',
  path: '/finance/statement/difference/list',
  level: 'read',
  menu,
  exportable: true,
})
export const differenceInfo = declare<typeof schema.differenceInfo>('differenceInfo', {
  method: 'GET',
  path: '/finance/statement/difference/info',
  level: 'read',
  menu,
  codes: [10032],
})
export const differenceNote = declare<typeof schema.differenceNote>('differenceNote', {
  method: 'POST',
  path: '/finance/statement/difference/note',
  level: 'write',
  menu,
  operation: 'difference.note',
  creates: true,
  codes: [10032],
})
/** Closes differences with a reason, or reopens them. */
export const differenceClose = declare<typeof schema.differenceClose>('differenceClose', {
  method: 'POST',
  path: '/finance/statement/difference/close',
  level: 'write',
  menu,
  operation: 'difference.close',
  creates: true,
  codes: [10032, 11004, 20000],
  fieldCodes: { reason: 11004 },
})
/** Requests matching lines with their suggested orders; a second member of staff approves. */
export const differenceMatch = declare<typeof schema.differenceMatch>('differenceMatch', {
  method: 'POST',
  path: '/finance/statement/difference/match',
  level: 'write',
  menu,
  operation: 'difference.match',
  money: { does: 'moves', alone: 'never' },
  creates: true,
  codes: [10032, 11004, 20000, 1000002],
  fieldCodes: { reason: 11004 },
})
