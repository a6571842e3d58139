// What people can be narrowed by, where the values are no plain words. No schema is loaded for it: lists stay light.
import { userStates } from '@greenroom/contract/words'
import type { NumberRangeFilter } from '../../list/filters.ts'
import { numberRange } from '../../list/filters.ts'
import { useLabels } from '../../ui/labels.ts'

export function useStateOptions() {
  const { label } = useLabels()
  return userStates.map((value) => ({ value, label: label(`users:options.state.${value.replace(' ', '_')}`) }))
}

/** The app's own guess of a risk, from 1 to 10. */
export function useRiskOptions() {
  const { label } = useLabels()
  return Array.from({ length: 10 }, (_, at) => ({
    value: String(at + 1),
    label: label('users:riskFrom', { level: at + 1 }),
  }))
}

/** A range whose ends the call takes up to `most`: who asks for more means all there are. */
export function rangeUpTo(most: number): NumberRangeFilter {
  const range = numberRange()
  return {
    ...range,
    payload: (name, { min, max }) =>
      range.payload(name, { min: Math.min(min, most), ...(max !== undefined && max <= most && { max }) }),
  }
}

/** Devices that several accounts share. */
export function useSharedOptions() {
  const { label } = useLabels()
  return [2, 3, 5, 10, 20].map((users) => ({ value: String(users), label: label('users:sharedFrom', { users }) }))
}
