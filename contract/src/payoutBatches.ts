// Payout batches (`/finance/payout`): selected payables are sent together as a file, and results are entered line by line.
import { declare } from './call.ts'
import type * as schema from './payoutBatches.schema.ts'

const menu = 'finance.payout' as const

/** What is owed and in no batch, with what can be paid of it now and why not the rest; oldest first. */
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

/** The batches that these lines would make now, one for each payment method, and what they would leave out; changes nothing. */
export const payoutBatchPreview = declare<typeof schema.payoutBatchPreview>('payoutBatchPreview', {
  method: 'POST',
  encoding: 'json',
  path: '/finance/payout/preview',
  level: 'read',
  menu,
})

/** Creates a numbered batch of these for each payment method, all or none; a second member of staff approves each. */
export const payoutBatchSave = declare<typeof schema.payoutBatchSave>('payoutBatchSave', {
  method: 'POST',
  encoding: 'json',
  path: '/finance/payout/save',
  level: 'write',
  menu,
  operation: 'payoutBatch.save',
  money: { does: 'moves', alone: 'never' },
  creates: true,
  codes: [1000002, 20000, 50001, 50002],
})

/** Drops a batch that was never sent. */
export const payoutBatchDrop = declare<typeof schema.payoutBatchDrop>('payoutBatchDrop', {
  method: 'POST',
  path: '/finance/payout/drop',
  level: 'write',
  menu,
  operation: 'payoutBatch.drop',
  money: { does: 'releases', alone: { because: 'backToOwner' } },
  codes: [10032, 11004, 50002],
  fieldCodes: { reason: 11004 },
})

/**
 * Downloads an approved batch as a file of its open payouts, with full account numbers; logged. A repeated download needs a reason.
 */
export const payoutBatchSend = declare<typeof schema.payoutBatchSend>('payoutBatchSend', {
  method: 'POST',
  path: '/finance/payout/send',
  level: 'write',
  menu,
  operation: 'payoutBatch.send',
  money: { does: 'moves', alone: { because: 'approvedByAnother' } },
  codes: [1000002, 10032, 20000, 50002],
})

/** Previews the effect of a bank's result file; changes nothing. */
export const payoutResultRead = declare<typeof schema.payoutResultRead>('payoutResultRead', {
  method: 'POST',
  encoding: 'json',
  path: '/finance/payout/result/read',
  level: 'read',
  menu,
  codes: [1000002, 10032],
})

/** Enters results of a sent batch's payouts. A payout ends once: a second result changes nothing. */
export const payoutBatchResult = declare<typeof schema.payoutBatchResult>('payoutBatchResult', {
  method: 'POST',
  encoding: 'json',
  path: '/finance/payout/result',
  level: 'write',
  menu,
  operation: 'payoutBatch.result',
  money: { does: 'moves', alone: { because: 'approvedByAnother' } },
  creates: true,
  codes: [10032, 11004, 20000, 50002],
})

/** File layouts, by name. */
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
  creates: true,
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
