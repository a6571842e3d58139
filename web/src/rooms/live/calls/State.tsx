import type { callStates } from '@greenroom/contract/words'
import { useLabels } from '../../../ui/labels.ts'
import { StatusBadge, type Tone } from '../../../ui/StatusBadge.tsx'

type CallState = (typeof callStates)[number]

const tones: Record<CallState, Tone> = {
  requested: 'waiting',
  running: 'good',
  ended: 'neutral',
  'not answered': 'bad',
}

/** What became of a call. */
export function State({ state }: { state: CallState }) {
  const { label } = useLabels()
  return <StatusBadge tone={tones[state]}>{label(`live:options.callState.${state}`)}</StatusBadge>
}
