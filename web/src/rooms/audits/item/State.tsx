import { useLabels } from '../../../ui/labels.ts'
import { StatusBadge } from '../../../ui/StatusBadge.tsx'
import { type ItemState, stateKey, stateTones } from '../words.ts'

/** The state of an item, or a decision about it. */
export function State({ is }: { is: ItemState }) {
  const { label } = useLabels()
  return <StatusBadge tone={stateTones[is]}>{label(stateKey(is))}</StatusBadge>
}
