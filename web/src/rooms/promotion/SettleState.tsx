import type { RecordOf } from '@greenroom/contract/call'
import { promoterSettleList } from '@greenroom/contract/promoterSettle'
import { useTranslation } from 'react-i18next'
import { useLabels } from '../../ui/labels.ts'
import { StatusBadge } from '../../ui/StatusBadge.tsx'
import { tones } from '../../ui/stateColours.ts'

/** The state; for an open line, whether its month is still running. */
export function LineState({ of }: { of: Pick<Line, 'state' | 'running'> }) {
  const { label } = useLabels()
  const { t } = useTranslation('promotion')
  return (
    <StatusBadge tone={of.state === 'open' && of.running ? 'neutral' : tones.promoterSettle[of.state]}>
      {of.state === 'open' && of.running ? t('settle.running') : label(`promotion:options.settle.${of.state}`)}
    </StatusBadge>
  )
}

export const Month = ({ of }: { of: string }) => <bdi dir="ltr">{of}</bdi>

// Parts of promoters' settlements.
export type Line = RecordOf<typeof promoterSettleList>
