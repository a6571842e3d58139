// The state of a deposit, with its confirmations while they are counted.
import { useTranslation } from 'react-i18next'
import { useLabels } from '../../../ui/labels.ts'
import { StatusBadge, Tag } from '../../../ui/StatusBadge.tsx'
import { tones } from '../../../ui/tones.ts'
import type { Deposit } from './match.ts'

export function DepositState({ of }: { of: Deposit }) {
  const { t } = useTranslation('finance')
  const { label } = useLabels()
  const counts = of.state === 'detected' || of.state === 'confirming'
  return (
    <>
      <StatusBadge tone={tones.deposit[of.state]}>{label(`finance:options.depositState.${of.state}`)}</StatusBadge>{' '}
      {counts && (
        <bdi dir="ltr" title={t('usdt.confirmations')}>
          {of.confirmations}/{of.needed}
        </bdi>
      )}
      {of.vanishedAt && (
        <span title={of.explanation || undefined}>
          <Tag tone={of.explainedBy ? 'neutral' : 'bad'}>{label('finance:usdt.vanished')}</Tag>
        </span>
      )}
    </>
  )
}
