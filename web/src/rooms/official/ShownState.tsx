import type { ShownState as State } from '@greenroom/contract/shown'
import { useLabels } from '../../ui/labels.ts'
import { StatusBadge } from '../../ui/StatusBadge.tsx'
import { tones } from '../../ui/tones.ts'

/** Whether the app shows it now; enabled ones that start later are marked. */
export function ShownState({ state, enabled, from }: { state: State; enabled: boolean; from: string | null }) {
  const { label } = useLabels()
  const key = state === 'inactive' && enabled && from !== null ? 'upcoming' : state
  return <StatusBadge tone={tones.shown[key]}>{label(`official:options.state.${key}`)}</StatusBadge>
}
