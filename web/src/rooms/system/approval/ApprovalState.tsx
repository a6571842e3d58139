import type { RecordOf } from '@greenroom/contract/call'
import type { approvalList } from '@greenroom/contract/system'
import { useLabels } from '../../../ui/labels.ts'
import { StatusBadge } from '../../../ui/StatusBadge.tsx'
import { tones } from '../../../ui/tones.ts'

type State = RecordOf<typeof approvalList>['state']

export function ApprovalState({ state }: { state: State }) {
  const { label } = useLabels()
  return <StatusBadge tone={tones.approval[state]}>{label(`system:options.approval.${state}`)}</StatusBadge>
}
