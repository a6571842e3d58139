// Where a batch stands, and what comes next. Pure.
import type { RecordOf } from '@greenroom/contract/call'
import type { payoutBatchList } from '@greenroom/contract/payoutBatches'

type Batch = Pick<RecordOf<typeof payoutBatchList>, 'state' | 'onChain' | 'approvalId' | 'can'>

const order = { waiting: 1, approved: 2, sent: 3, done: 4, dropped: 0 } as const

/** The number of steps that are done: made, approved, sent, ended. */
export const stepAt = ({ state }: Pick<Batch, 'state'>): number => order[state]

/** What the reader can do next about it; undefined if nothing. */
export function nextStep(of: Batch): 'approval' | 'drop' | 'instructions' | 'send' | 'result' | undefined {
  if (of.state === 'waiting' && of.approvalId !== null) return 'approval'
  if (of.state === 'waiting') return of.can.drop === true ? 'drop' : undefined
  if (of.onChain) return of.state === 'sent' ? 'instructions' : undefined
  if (of.state === 'approved') return of.can.send === true ? 'send' : undefined
  return of.state === 'sent' && of.can.result === true ? 'result' : undefined
}
