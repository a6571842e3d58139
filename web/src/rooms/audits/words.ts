// What states are called and drawn with, on every screen of this room. No schema is loaded for it: lists stay light.
import { type decisions, itemStates } from '@greenroom/contract/words'
import { useLabels } from '../../ui/labels.ts'

export type ItemState = (typeof itemStates)[number]
export type Decision = (typeof decisions)[number]

/** Keys of texts have no spaces. */
export const stateKey = (state: ItemState): string => `audits:options.state.${state.replace(' ', '_')}`

export function useStateOptions() {
  const { label } = useLabels()
  return itemStates.map((value) => ({ value, label: label(stateKey(value)) }))
}
