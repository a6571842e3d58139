// Filter options of users whose values are not plain words. Loads no schemas, so that lists stay light.
import { userStates } from '@greenroom/contract/statesAndKinds'
import type { NumberRangeFilter } from '../../list/filters.ts'
import { numberRange } from '../../list/filters.ts'
import { useLabels } from '../../ui/labels.ts'

export function useStateOptions() {
  const { label } = useLabels()
  return userStates.map((value) => ({ value, label: label(`users:options.state.${value.replace(' ', '_')}`) }))
}

/** The app's own risk level, from 1 to 10. */
export function useRiskOptions() {
  const { label } = useLabels()
  return Array.from({ length: 10 }, (_, at) => ({
    value: String(at + 1),
    label: label('users:riskFrom', { level: at + 1 }),
  }))
}

/** A range whose bounds the call limits to `most`; a higher bound means no limit. */
export function rangeUpTo(most: number): NumberRangeFilter {
  const range = numberRange()
  return {
    ...range,
    payload: (name, { min, max }) =>
      range.payload(name, { min: Math.min(min, most), ...(max !== undefined && max <= most && { max }) }),
  }
}

/** Devices shared by several accounts. */
export function useSharedOptions() {
  const { label } = useLabels()
  return [2, 3, 5, 10, 20].map((users) => ({ value: String(users), label: label('users:sharedFrom', { users }) }))
}
