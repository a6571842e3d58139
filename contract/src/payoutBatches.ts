// Payout batches (`/finance/payout`): chosen payables leave together, as a file, and their results come back line by line.
import { declare } from './call.ts'
import type * as schema from './payoutBatches.schema.ts'

const menu = 'finance.payout' as const

/** What may be paid and is in no batch, the oldest first. */
export const payableList = declare<typeof schema.payableList>('payableList', {
  method: 'GET',
  path: '/finance/payout/payables',
  level: 'read',
  menu,
})

export const payoutBatchList = declare<typeof schema.payoutBatchList>('payoutBatchList', {
  method: 'GET',
  path: '/finance/payout/list',
  level: 'read',
  menu,
  exportable: true,
})

export const payoutBatchInfo = declare<typeof schema.payoutBatchInfo>('payoutBatchInfo', {
  method: 'GET',
  path: '/finance/payout/info',
  level: 'read',
  menu,
  codes: [10032],
})

/** Makes one numbered batch of these; a second member of staff, who agreed to none of them, approves it. */
export const payoutBatchSave = declare<typeof schema.payoutBatchSave>('payoutBatchSave', {
  method: 'POST',
  encoding: 'json',
  path: '/finance/payout/save',
  level: 'write',
  menu,
  operation: 'payoutBatch.save',
  codes: [1000002, 20000, 50001, 50002],
})

/** Drops a batch that never left. */
export const payoutBatchDrop = declare<typeof schema.payoutBatchDrop>('payoutBatchDrop', {
  method: 'POST',
  path: '/finance/payout/drop',
  level: 'write',
  menu,
  operation: 'payoutBatch.drop',
  codes: [10032, 11004, 50002],
  fieldCodes: { reason: 11004 },
})

/**
 * Takes an approved batch out as a file of its open payouts, with whole account numbers; logged. Once it left, only with a
 * reason.
 */
export const payoutBatchSend = declare<typeof schema.payoutBatchSend>('payoutBatchSend', {
  method: 'POST',
  path: '/finance/payout/send',
  level: 'write',
  menu,
  operation: 'payoutBatch.send',
  codes: [1000002, 10032, 20000, 50002],
})

/** Reads a bank's result file and says what it would do; changes nothing. */
export const payoutResultRead = declare<typeof schema.payoutResultRead>('payoutResultRead', {
  method: 'POST',
  encoding: 'json',
  path: '/finance/payout/result/read',
  level: 'read',
  menu,
  codes: [1000002, 10032],
})

/** What came of payouts of a batch that left. A payout ends once: a second result changes nothing. */
export const payoutBatchResult = declare<typeof schema.payoutBatchResult>('payoutBatchResult', {
  method: 'POST',
  encoding: 'json',
  path: '/finance/payout/result',
  level: 'write',
  menu,
  operation: 'payoutBatch.result',
  codes: [10032, 11004, 20000, 50002],
})

/** Layouts of files, by name. */
export const payoutMappingList = declare<typeof schema.payoutMappingList>('payoutMappingList', {
  method: 'GET',
  path: '/finance/payout/mapping/list',
  level: 'read',
  menu,
  exportable: true,
})

export const payoutMappingSave = declare<typeof schema.payoutMappingSave>('payoutMappingSave', {
  method: 'POST',
  encoding: 'json',
  path: '/finance/payout/mapping/save',
  level: 'write',
  menu,
  operation: 'payoutMapping.save',
  codes: [1000002, 10027],
})

export const payoutMappingUpdate = declare<typeof schema.payoutMappingUpdate>('payoutMappingUpdate', {
  method: 'POST',
  encoding: 'json',
  path: '/finance/payout/mapping/update',
  level: 'write',
  menu,
  operation: 'payoutMapping.update',
  codes: [1000002, 10027, 10032, 20000],
})

export const payoutMappingDelete = declare<typeof schema.payoutMappingDelete>('payoutMappingDelete', {
  method: 'POST',
  path: '/finance/payout/mapping/delete',
  level: 'write',
  menu,
  operation: 'payoutMapping.delete',
  codes: [10032, 11004],
  fieldCodes: { reason: 11004 },
})
