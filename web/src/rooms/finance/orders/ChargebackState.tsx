import { useLabels } from '../../../ui/labels.ts'
import { StatusBadge } from '../../../ui/StatusBadge.tsx'
import { tones } from '../../../ui/stateColours.ts'
import type { Chargeback } from './chargebackActions.ts'

export function State({ state }: Pick<Chargeback, 'state'>) {
  const { label } = useLabels()
  return (
    <StatusBadge tone={tones.chargeback[state]}>
      {label(`finance:options.chargebackState.${state.replace(' ', '_')}`)}
    </StatusBadge>
  )
}
