import { useLabels } from '../../../ui/labels.ts'
import { StatusBadge } from '../../../ui/StatusBadge.tsx'
import { tones } from '../../../ui/stateColours.ts'

/** Whether an account may log in (1 normal, 0 disabled, 2 frozen, 3 under review). */
export function StaffStatus({ status }: { status: number }) {
  const { label } = useLabels()
  return (
    <StatusBadge tone={tones.account[status as keyof typeof tones.account] ?? 'neutral'}>
      {label(`system:options.status.${status}`)}
    </StatusBadge>
  )
}
