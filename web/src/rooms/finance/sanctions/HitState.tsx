import { useTranslation } from 'react-i18next'
import { useLabels } from '../../../ui/labels.ts'
import { StatusBadge, Tag } from '../../../ui/StatusBadge.tsx'
import { tones } from '../../../ui/stateColours.ts'
import type { Hit, Version } from './sanctionsActions.ts'

export function HitState({ of }: { of: Pick<Hit, 'state' | 'approvalId'> }) {
  const { label } = useLabels()
  return (
    <span>
      <StatusBadge tone={tones.sanctionsHit[of.state]}>{label(`finance:options.hitState.${of.state}`)}</StatusBadge>{' '}
      <Waits of={of} />
    </span>
  )
}

export function VersionState({ of }: { of: Pick<Version, 'state' | 'approvalId'> }) {
  const { label } = useLabels()
  return (
    <span>
      <StatusBadge tone={tones.sanctionsList[of.state]}>
        {label(`finance:options.versionState.${of.state.replace(' ', '_')}`)}
      </StatusBadge>{' '}
      {of.state === 'in force' && <Waits of={of} />}
    </span>
  )
}

function Waits({ of }: { of: { approvalId: string | null } }) {
  const { t } = useTranslation('finance')
  return of.approvalId === null ? null : <Tag tone="waiting">{t('withdraw.waits')}</Tag>
}
