import { useLabels } from '../../../../ui/labels.ts'
import { StatusBadge } from '../../../../ui/StatusBadge.tsx'
import { tones } from '../../../../ui/tones.ts'
import type { PageError } from './actions.ts'

export function ErrorState({ of }: { of: PageError }) {
  const { label } = useLabels()
  return <StatusBadge tone={tones.pageError[of.state]}>{label(`system:options.errorState.${of.state}`)}</StatusBadge>
}
