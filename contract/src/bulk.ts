// Batch calls over every row that a list's filters match. The ids are counted and stored first, then the batch call
// runs over them in the background; each row's outcome is kept for a report. A batch call names the lists it may run
// over in `over`.
import type * as schema from './bulk.schema.ts'
import { declare } from './call.ts'

/**
 * Counts and stores the ids that match now. Changes nothing, so there is no log entry; unused sets expire after an
 * hour.
 */
export const bulkFreeze = declare<typeof schema.bulkFreeze>('bulkFreeze', {
  method: 'POST',
  path: '/sys/bulk/freeze',
  level: 'signed-in',
  codes: [10032],
})

/** Runs the call over the stored rows in the background. @see bulkInfo */
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

/** The caller's own jobs, newest first. */
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

/** Skips the rows that are not done yet. */
export const bulkCancel = declare<typeof schema.bulkCancel>('bulkCancel', {
  method: 'POST',
  path: '/sys/bulk/cancel',
  level: 'signed-in',
  operation: 'bulk.cancel',
  codes: [10032, 20000],
})
