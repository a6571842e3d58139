import type { callStates } from '@greenroom/contract/statesAndKinds'
import { useLabels } from '../../ui/labels.ts'
import { StatusBadge } from '../../ui/StatusBadge.tsx'
import { tones } from '../../ui/stateColours.ts'

/** A call's state. */
export function State({ state }: { state: (typeof callStates)[number] }) {
  const { label } = useLabels()
  return <StatusBadge tone={tones.call[state]}>{label(`live:options.callState.${state}`)}</StatusBadge>
}
