import type { bulkInfo } from '@greenroom/contract/bulk'
import type { Answer } from '@greenroom/contract/call'
import { useLabels } from '../../../ui/labels.ts'
import { StatusBadge, type Tone } from '../../../ui/StatusBadge.tsx'

type State = Answer<typeof bulkInfo>['state']
const tones: Record<State, Tone> = { waiting: 'waiting', running: 'info', done: 'good', stopped: 'bad' }

export function BulkState({ state }: { state: State }) {
  const { label } = useLabels()
  return <StatusBadge tone={tones[state]}>{label(`system:options.bulkState.${state}`)}</StatusBadge>
}
