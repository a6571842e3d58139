import { useLabels } from '../../../../ui/labels.ts'
import { StatusBadge } from '../../../../ui/StatusBadge.tsx'
import { tones } from '../../../../ui/tones.ts'
import type { Delivery } from './actions.ts'

export function DeliveryState({ of }: { of: Delivery }) {
  const { label } = useLabels()
  return <StatusBadge tone={tones.delivery[of.state]}>{label(`system:options.state.${of.state}`)}</StatusBadge>
}
