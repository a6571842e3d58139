import { recordStates } from '@greenroom/contract/statesAndKinds'
import { useLabels } from '../../ui/labels.ts'
import { StatusBadge } from '../../ui/StatusBadge.tsx'
import { tones } from '../../ui/stateColours.ts'

/** A broadcast's state. */
export function State({ state }: { state: (typeof recordStates)[number] }) {
  const { label } = useLabels()
  return <StatusBadge tone={tones.live[state]}>{label(`live:options.state.${state}`)}</StatusBadge>
}
