// /RechargeAgent: the application with its state, and the agent's figures.

import type { agentHome } from '@greenroom/contract/agentPortal'
import type { Answer } from '@greenroom/contract/call'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import { Amount } from '../../format/Amount.tsx'
import { tokens, usdMicros } from '../../format/number.ts'
import { Time } from '../../format/Time.tsx'
import { useSession } from '../../session/session.ts'
import { lead } from '../../ui/labels.ts'
import { StatusBadge } from '../../ui/StatusBadge.tsx'
import { tones } from '../../ui/stateColours.ts'
import { Apply } from './Apply.tsx'
import { Card, Screen, Waiting } from './portal/PortalScreen.tsx'
import classes from './portal/portal.module.css'
import { Figures, TierLine } from './portal/portalFigures.tsx'
import { useHome } from './portal/useAgentHome.ts'

// The application's state in words.
const keys = {
  'under review': 'underReview',
  rejected: 'rejected',
  approved: 'approved',
  frozen: 'frozen',
  cancelled: 'cancelled',
} as const

function Application({ of }: { of: NonNullable<Answer<typeof agentHome>['application']> }) {
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

// Stock, sales of today and this month, and the tier.
function AgentFigures({ of }: { of: NonNullable<Answer<typeof agentHome>['agent']> }) {
  const { t, i18n } = useTranslation('topup-agents')
  const amount = (value: number) => <Amount value={value} unit="tokens" />
  return (
    <Card>
      <Figures
        of={[
          [t('home.stock'), amount(of.stockTokens)],
          [
            t('home.today'),
            amount(of.soldTodayTokens),
            t('home.left', { count: of.soldTodaySales, left: tokens(of.leftTodayTokens, i18n.language) }),
          ],
          [t('home.month'), amount(of.soldMonthTokens), t('home.sales', { count: of.soldMonthSales })],
        ]}
      />
      <TierLine of={of.tier} />
      {of.debtUsdMicros > 0 && (
        <p className={classes['notice']} data-bad>
          {t('home.debt', { usd: usdMicros(of.debtUsdMicros, i18n.language) })}
        </p>
      )}
    </Card>
  )
}

export default function HomeScreen() {
  const { t } = useTranslation('topup-agents')
  const { may } = useSession()
  const query = useHome()
  const home = query.data
  return (
    <Screen menu="topup-agents.home">
      <Waiting query={query} />
      {home?.application && home.application.state !== 'approved' && <Application of={home.application} />}
      {home?.application?.state === 'approved' && !home.agent && <Application of={home.application} />}
      {home?.agent && (
        <>
          <AgentFigures of={home.agent} />
          <nav className={classes['actions']} aria-label={t('home.go')}>
            {may('topup-agents.sell', 'write') && (
              <Link className={classes['button']} data-primary to="/RechargeAgent/sell">
                {t('home.sell')}
              </Link>
            )}
            <Link className={classes['button']} to="/RechargeAgent/buy">
              {t('home.buy')}
            </Link>
            <Link className={classes['button']} to="/RechargeAgent/details">
              {t('home.details')}
            </Link>
          </nav>
        </>
      )}
      {home?.can.apply === true && <Apply again={home.application !== null} />}
      {home?.application === null && home.can.apply === 'noUser' && (
        <Card title={t('apply.title')}>
          <p>{t('apply.staff')}</p>
        </Card>
      )}
    </Screen>
  )
}
