import type { messageStates } from '@greenroom/contract/words'
import { useLabels } from '../../../ui/labels.ts'
import { StatusBadge } from '../../../ui/StatusBadge.tsx'
import { tones } from '../../../ui/tones.ts'

export function MessageState({ state }: { state: (typeof messageStates)[number] }) {
  const { label } = useLabels()
  return <StatusBadge tone={tones.message[state]}>{label(`official:options.messageState.${state}`)}</StatusBadge>
}
