// Stock, sales of today and this month, and the tier.

import type { agentHome } from '@greenroom/contract/agentPortal'
import type { Answer } from '@greenroom/contract/call'
import { useTranslation } from 'react-i18next'
import { Amount } from '../../../format/Amount.tsx'
import { tokens, usdMicros } from '../../../format/number.ts'
import { Figures, TierLine } from './figures.tsx'
import classes from './portal.module.css'
import { Card } from './Screen.tsx'

export function AgentFigures({ of }: { of: NonNullable<Answer<typeof agentHome>['agent']> }) {
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
