import { useLabels } from '../../../../ui/labels.ts'
import { StatusBadge } from '../../../../ui/StatusBadge.tsx'
import { tones } from '../../../../ui/tones.ts'
import type { HeldEvent } from './actions.ts'

export function HeldState({ of }: { of: HeldEvent }) {
  const { label } = useLabels()
  return <StatusBadge tone={tones.heldEvent[of.state]}>{label(`system:options.state.${of.state}`)}</StatusBadge>
}
