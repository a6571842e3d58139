// How a batch stands: done only if every payout of it was paid, and pending only while somebody may still approve it.
import type { RecordOf } from '@greenroom/contract/call'
import type { payoutBatchList } from '@greenroom/contract/payoutBatches'
import type { Tone } from '../../../ui/StatusBadge.tsx'
import { tones } from '../../../ui/stateColours.ts'

type Batch = Pick<RecordOf<typeof payoutBatchList>, 'state' | 'paid' | 'failed' | 'approvalId'>
type Shown = { state: Batch['state'] | 'unapproved' | 'partly' | 'nonePaid'; tone: Tone }

export function endOf({ state, paid, failed, approvalId }: Batch): Shown {
  // Its request was rejected, was cancelled, or has expired.
  if (state === 'waiting' && approvalId === null) return { state: 'unapproved', tone: 'bad' }
  if (state !== 'done' || failed === 0) return { state, tone: tones.payoutBatch[state] }
  return paid === 0 ? { state: 'nonePaid', tone: 'bad' } : { state: 'partly', tone: 'waiting' }
}
