import { useLabels } from '../../../ui/labels.ts'
import { StatusBadge } from '../../../ui/StatusBadge.tsx'
import { tones } from '../../../ui/tones.ts'
import { type ItemState, stateKey } from '../words.ts'

/** The state of an item, or a decision about it. */
export function State({ is }: { is: ItemState }) {
  const { label } = useLabels()
  return <StatusBadge tone={tones.item[is]}>{label(stateKey(is))}</StatusBadge>
}
