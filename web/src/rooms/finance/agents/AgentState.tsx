import { useTranslation } from 'react-i18next'
import { StatusBadge } from '../../../ui/StatusBadge.tsx'
import { tones } from '../../../ui/stateColours.ts'
import type { Agent } from './agentActions.ts'

export function AgentState({ agent }: { agent: Pick<Agent, 'state' | 'reason'> }) {
  const { t } = useTranslation('finance')
  return (
    <span title={agent.reason || undefined}>
      <StatusBadge tone={tones.agent[agent.state]}>{t(`options.agentState.${agent.state}`)}</StatusBadge>
    </span>
  )
}
