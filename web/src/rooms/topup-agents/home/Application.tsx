// The application's state in words.

import type { agentHome } from '@greenroom/contract/agentPortal'
import type { Answer } from '@greenroom/contract/call'
import { useTranslation } from 'react-i18next'
import { Time } from '../../../format/Time.tsx'
import { lead } from '../../../ui/labels.ts'
import { StatusBadge } from '../../../ui/StatusBadge.tsx'
import { tones } from '../../../ui/tones.ts'
import classes from '../parts/portal.module.css'
import { Card } from '../parts/Screen.tsx'

const keys = {
  'under review': 'underReview',
  rejected: 'rejected',
  approved: 'approved',
  frozen: 'frozen',
  cancelled: 'cancelled',
} as const

export function Application({ of }: { of: NonNullable<Answer<typeof agentHome>['application']> }) {
  const { t } = useTranslation('topup-agents')
  const key = keys[of.state]
  return (
    <Card title={t('application.title')}>
      <div>
        <StatusBadge tone={tones.agent[of.state]}>{t(`application.${key}.name`)}</StatusBadge>
      </div>
      <p>{t(`application.${key}.text`, { account: of.username })}</p>
      {of.reason !== '' && of.state !== 'approved' && (
        <p className={classes['notice']} data-bad>
          {lead(t('application.reason'))}
          <bdi>{of.reason}</bdi>
        </p>
      )}
      {of.againFrom && (
        <p>
          {lead(t('application.again'))}
          <Time at={of.againFrom} />
        </p>
      )}
      <p className={classes['dim']}>
        {lead(t('application.appliedAt'))}
        <Time at={of.appliedAt} />
      </p>
    </Card>
  )
}
