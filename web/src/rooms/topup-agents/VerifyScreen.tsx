// /RechargeAgent/verify: a fresh code allows this session to sell.
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import { tokens } from '../../format/number.ts'
import { Time } from '../../format/Time.tsx'
import { Card, Screen, Waiting } from './portal/PortalScreen.tsx'
import classes from './portal/portal.module.css'
import { StepUp, useStepUp } from './StepUp.tsx'

export default function VerifyScreen() {
  const { t, i18n } = useTranslation('topup-agents')
  const query = useStepUp()
  const { data } = query
  return (
    <Screen menu="topup-agents.verify">
      <Waiting query={query} />
      {data && (
        <Card>
          {data.until ? (
            <p className={classes['notice']} role="status">
              {t('verify.until')} <Time at={data.until} />
            </p>
          ) : (
            <p>{t('verify.why')}</p>
          )}
          <p className={classes['dim']}>
            {t(data.large ? 'verify.large' : 'verify.largeUsed', { tokens: tokens(data.largeTokens, i18n.language) })}
          </p>
          {data.until && (
            <Link className={classes['button']} to="/RechargeAgent/sell">
              {t('home.sell')}
            </Link>
          )}
          <StepUp />
        </Card>
      )}
    </Screen>
  )
}
