import { useLabels } from '../../../ui/labels.ts'
import { StatusBadge, type Tone } from '../../../ui/StatusBadge.tsx'

const tones: Record<number, Tone> = { 0: 'bad', 1: 'good', 2: 'info', 3: 'waiting' }

/** Whether an account may log in (wire.md: 1 normal, 0 disabled, 2 frozen, 3 under review). */
export function StaffStatus({ status }: { status: number }) {
  const { label } = useLabels()
  return <StatusBadge tone={tones[status] ?? 'neutral'}>{label(`system:options.status.${status}`)}</StatusBadge>
}
