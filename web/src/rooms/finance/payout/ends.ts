// How a batch ended: done only if every payout of it was paid.
import type { RecordOf } from '@greenroom/contract/call'
import type { payoutBatchList } from '@greenroom/contract/payoutBatches'
import type { Tone } from '../../../ui/StatusBadge.tsx'
import { tones } from '../../../ui/tones.ts'

type Batch = Pick<RecordOf<typeof payoutBatchList>, 'state' | 'paid' | 'failed'>

export function endOf({ state, paid, failed }: Batch): { state: Batch['state'] | 'partly' | 'nonePaid'; tone: Tone } {
  if (state !== 'done' || failed === 0) return { state, tone: tones.payoutBatch[state] }
  return paid === 0 ? { state: 'nonePaid', tone: 'bad' } : { state: 'partly', tone: 'waiting' }
}
