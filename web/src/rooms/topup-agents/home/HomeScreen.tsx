// /RechargeAgent: the application with its state, and the agent's figures.

import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import { useSession } from '../../../session/session.ts'
import { AgentFigures } from '../parts/AgentFigures.tsx'
import classes from '../parts/portal.module.css'
import { Card, Screen, Waiting } from '../parts/Screen.tsx'
import { useHome } from '../parts/useHome.ts'
import { Application } from './Application.tsx'
import { Apply } from './Apply.tsx'

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
