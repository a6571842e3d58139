import type { RecordOf } from '@greenroom/contract/call'
import type { approvalList } from '@greenroom/contract/system'
import { useLabels } from '../../../ui/labels.ts'
import { StatusBadge, type Tone } from '../../../ui/StatusBadge.tsx'

type State = RecordOf<typeof approvalList>['state']
const tones: Record<State, Tone> = {
  pending: 'waiting',
  approved: 'good',
  refused: 'bad',
  cancelled: 'neutral',
  lapsed: 'neutral',
  failed: 'bad',
}

export function ApprovalState({ state }: { state: State }) {
  const { label } = useLabels()
  return <StatusBadge tone={tones[state]}>{label(`system:options.approval.${state}`)}</StatusBadge>
}
