// Texts and colours of states, on every screen of this room. Without schemas, so that lists stay light.
import { type decisions, itemStates } from '@greenroom/contract/words'
import { useLabels } from '../../ui/labels.ts'

export type ItemState = (typeof itemStates)[number]
export type Decision = (typeof decisions)[number]

/** Text keys have no spaces. */
export const stateKey = (state: ItemState): string => `audits:options.state.${state.replace(' ', '_')}`

export function useStateOptions() {
  const { label } = useLabels()
  return itemStates.map((value) => ({ value, label: label(stateKey(value)) }))
}
