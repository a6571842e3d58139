import type { bulkInfo } from '@greenroom/contract/bulk'
import type { Answer } from '@greenroom/contract/call'
import { useLabels } from '../../ui/labels.ts'
import { StatusBadge } from '../../ui/StatusBadge.tsx'
import { tones } from '../../ui/stateColours.ts'

export function BulkState({ state }: { state: State }) {
  const { label } = useLabels()
  return <StatusBadge tone={tones.bulk[state]}>{label(`system:options.bulkState.${state}`)}</StatusBadge>
}

type State = Answer<typeof bulkInfo>['state']
