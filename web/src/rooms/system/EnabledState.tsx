import { useLabels } from '../../ui/labels.ts'
import { StatusBadge } from '../../ui/StatusBadge.tsx'

/** Whether something is enabled. */
export function Enabled({ is }: { is: boolean }) {
  const { label } = useLabels()
  return <StatusBadge tone={is ? 'good' : 'neutral'}>{label(`system:options.enabled.${is}`)}</StatusBadge>
}
