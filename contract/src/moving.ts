// Moving in: imports of what an old console holds (docs/moving-in.md).
import { declare } from './call.ts'
import type * as schema from './moving.schema.ts'

const menu = 'system.import' as const

/** Imports, newest first. */
export const importList = declare<typeof schema.importList>('importList', {
  method: 'GET',
  path: '/sys/import/list',
  level: 'read',
  menu,
  exportable: true,
})
export const importInfo = declare<typeof schema.importInfo>('importInfo', {
  method: 'GET',
  path: '/sys/import/info',
  level: 'read',
  menu,
  codes: [10032],
})
/** What stands in the way of an import, line by line. */
export const importFaultList = declare<typeof schema.importFaultList>('importFaultList', {
  method: 'GET',
  path: '/sys/import/fault/list',
  level: 'read',
  menu,
  exportable: true,
})

/** Begins an import: its files follow in parts. */
export const importStart = declare<typeof schema.importStart>('importStart', {
  method: 'POST',
  path: '/sys/import/start',
  level: 'write',
  menu,
  operation: 'import.start',
  creates: true,
  codes: [1000002],
})
/** The next part of a file: `importPartBytes` long, the last one shorter. A repeated part is ignored. */
export const importPart = declare<typeof schema.importPart>('importPart', {
  method: 'POST',
  path: '/sys/import/part',
  encoding: 'multipart',
  level: 'write',
  menu,
  operation: 'import.part',
  creates: true,
  codes: [10032, 20000, 1000002],
})
/** The dry run: checks all records against each other, the files' totals and the platform. Changes nothing of the platform. */
export const importCheck = declare<typeof schema.importCheck>('importCheck', {
  method: 'POST',
  path: '/sys/import/check',
  level: 'write',
  menu,
  operation: 'import.check',
  codes: [10032, 20000, 1000002],
})
/** Requests applying an import without faults; a second member of staff approves, in set-up too. */
export const importApply = declare<typeof schema.importApply>('importApply', {
  method: 'POST',
  path: '/sys/import/apply',
  level: 'write',
  menu,
  operation: 'import.apply',
  money: { does: 'moves', alone: 'never' },
  creates: true,
  codes: [10032, 11004, 20000, 1000002],
  fieldCodes: { reason: 11004 },
})
/** Requests undoing an import as a whole; a second member of staff approves. */
export const importUndo = declare<typeof schema.importUndo>('importUndo', {
  method: 'POST',
  path: '/sys/import/undo',
  level: 'write',
  menu,
  operation: 'import.undo',
  money: { does: 'moves', alone: 'never' },
  creates: true,
  codes: [10032, 11004, 20000, 1000002],
  fieldCodes: { reason: 11004 },
})
/** Drops an import that is not applied, with its records. */
export const importDiscard = declare<typeof schema.importDiscard>('importDiscard', {
  method: 'POST',
  path: '/sys/import/discard',
  level: 'write',
  menu,
  operation: 'import.discard',
  codes: [10032, 11004, 20000],
  fieldCodes: { reason: 11004 },
})
