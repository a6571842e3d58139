import type { RecordOf } from '@greenroom/contract/call'
import type { approvalList } from '@greenroom/contract/system'
import { useLabels } from '../../../ui/labels.ts'
import { StatusBadge } from '../../../ui/StatusBadge.tsx'
import { tones } from '../../../ui/tones.ts'

type State = RecordOf<typeof approvalList>['state']

/** `asked`: pending, and a question waits for its maker. */
export function ApprovalState({ state, asked }: { state: State; asked: boolean }) {
  const { label } = useLabels()
  const shown = state === 'pending' && asked ? 'asked' : state
  return <StatusBadge tone={tones.approval[shown]}>{label(`system:options.approval.${shown}`)}</StatusBadge>
}
