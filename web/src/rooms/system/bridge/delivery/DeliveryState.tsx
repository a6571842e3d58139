import { useLabels } from '../../../../ui/labels.ts'
import { StatusBadge, type Tone } from '../../../../ui/StatusBadge.tsx'
import type { Delivery } from './actions.ts'

const tones: Record<Delivery['state'], Tone> = {
  waiting: 'waiting',
  delivered: 'good',
  dead: 'bad',
  superseded: 'neutral',
}

export function DeliveryState({ of }: { of: Delivery }) {
  const { label } = useLabels()
  return <StatusBadge tone={tones[of.state]}>{label(`system:options.state.${of.state}`)}</StatusBadge>
}
