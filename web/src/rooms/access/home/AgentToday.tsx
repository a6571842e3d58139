// An agent's stock and sales, on their Home.
import { agentHome } from '@greenroom/contract/agentPortal'
import { Button } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import { call } from '../../../api/call.ts'
import { Amount } from '../../../format/Amount.tsx'
import { usd } from '../../../format/number.ts'
import styles from './HomeCards.module.css'
import { Panel } from './HomePanel.tsx'

/** Stock, tier, sales of today and this month, and a link to selling. */
export function AgentToday() {
  const { t, i18n } = useTranslation('topup-agents')
  const query = useQuery({
    queryKey: ['topup-agents.home', 'home'],
    queryFn: ({ signal }) => call(agentHome, {}, { signal }),
    refetchInterval: 30_000,
  })
  const agent = query.data?.agent
  const { monthUsdCents = 0, missingUsdCents: missing = null } = agent?.tier ?? {}
  return (
    <Panel title={t('home.title')} query={query} empty={undefined} lines={4}>
      {agent && (
        <>
          <dl className={styles['grid']}>
            <div>
              <dt>{t('home.stock')}</dt>
              <dd>
                <Amount value={agent.stockTokens} unit="tokens" />
              </dd>
            </div>
            <div>
              <dt>{t('home.today')}</dt>
              <dd>
                <Amount value={agent.soldTodayTokens} unit="tokens" />
              </dd>
              <dd className={styles['more']}>{t('home.sales', { count: agent.soldTodaySales })}</dd>
            </div>
            <div>
              <dt>{t('home.month')}</dt>
              <dd>
                <Amount value={agent.soldMonthTokens} unit="tokens" />
              </dd>
              <dd className={styles['more']}>{t('home.sales', { count: agent.soldMonthSales })}</dd>
            </div>
          </dl>
          <div className={styles['level']}>
            <progress
              className={styles['bar']}
              aria-label={t('tier.progress')}
              max={1}
              value={missing === null ? 1 : monthUsdCents / Math.max(1, monthUsdCents + missing)}
            />
            <p>
              {t('tier.now', { percent: agent.tier.extraPercent, tier: agent.tier.tier })}{' '}
              {missing === null
                ? t('tier.top')
                : t('tier.next', { usd: usd(missing, i18n.language), percent: agent.tier.nextPercent })}
            </p>
            <div className={styles['go']}>
              <Button component={Link} to="/RechargeAgent/sell">
                {t('home.sell')}
              </Button>
              <Button component={Link} to="/RechargeAgent/buy" variant="default">
                {t('home.buy')}
              </Button>
            </div>
          </div>
        </>
      )}
    </Panel>
  )
}
