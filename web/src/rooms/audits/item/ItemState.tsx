import { type decisions, itemStates } from '@greenroom/contract/statesAndKinds'
import { useLabels } from '../../../ui/labels.ts'
import { StatusBadge } from '../../../ui/StatusBadge.tsx'
import { tones } from '../../../ui/stateColours.ts'

// Texts and colours of states, on every screen of this room. Without schemas, so that lists stay light.
type ItemState = (typeof itemStates)[number]
export type Decision = (typeof decisions)[number]

/** Text keys have no spaces. */
const stateKey = (state: ItemState): string => `audits:options.state.${state.replace(' ', '_')}`

export function useStateOptions() {
  const { label } = useLabels()
  return itemStates.map((value) => ({ value, label: label(stateKey(value)) }))
}

/** The state of an item, or a decision about it. */
export function State({ is }: { is: ItemState }) {
  const { label } = useLabels()
  return <StatusBadge tone={tones.item[is]}>{label(stateKey(is))}</StatusBadge>
}
