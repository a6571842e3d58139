// Acting on every row that a list's filters let through: the rows are counted and kept first, then the list's batch call
// is made over them in the background, and each row's outcome is kept for a report. A batch call says with `over` which
// lists it may be made over.
import type * as schema from './bulk.schema.ts'
import { declare } from './call.ts'

/** Counts and keeps the ids that match now. It changes nothing, so the log has no entry; unused ones end after an hour. */
export const bulkFreeze = declare<typeof schema.bulkFreeze>('bulkFreeze', {
  method: 'POST',
  path: '/sys/bulk/freeze',
  level: 'signed-in',
  codes: [10032],
})

/** Makes the call over the rows that were kept, in the background. @see bulkInfo */
export const bulkStart = declare<typeof schema.bulkStart>('bulkStart', {
  method: 'POST',
  path: '/sys/bulk/start',
  level: 'signed-in',
  operation: 'bulk.run',
  codes: [10032, 11004, 20000],
})

export const bulkInfo = declare<typeof schema.bulkInfo>('bulkInfo', {
  method: 'GET',
  path: '/sys/bulk/info',
  level: 'signed-in',
  codes: [10032],
})

/** One's own, newest first. */
export const bulkList = declare<typeof schema.bulkList>('bulkList', {
  method: 'GET',
  path: '/sys/bulk/list',
  level: 'signed-in',
})

export const bulkOutcomes = declare<typeof schema.bulkOutcomes>('bulkOutcomes', {
  method: 'GET',
  path: '/sys/bulk/outcomes',
  level: 'signed-in',
  codes: [10032],
})

/** Leaves out what was not done yet. */
export const bulkCancel = declare<typeof schema.bulkCancel>('bulkCancel', {
  method: 'POST',
  path: '/sys/bulk/cancel',
  level: 'signed-in',
  operation: 'bulk.cancel',
  codes: [10032, 20000],
})
