// Figures of the portal: a list of amounts, and the tier with the progress to the next.

import type { agentHome } from '@greenroom/contract/agentPortal'
import type { Answer } from '@greenroom/contract/call'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { usd } from '../../../format/number.ts'
import classes from './portal.module.css'

export function Figures({ of }: { of: readonly (readonly [label: string, value: ReactNode, about?: ReactNode])[] }) {
  return (
    <dl className={classes['figures']}>
      {of.map(([label, value, detail]) => (
        <div key={label}>
          <dt>{label}</dt>
          <dd>
            {value}
            {detail !== undefined && <small>{detail}</small>}
          </dd>
        </div>
      ))}
    </dl>
  )
}

type Tier = NonNullable<Answer<typeof agentHome>['agent']>['tier']

export function TierLine({ of }: { of: Tier }) {
  const { t, i18n } = useTranslation('topup-agents')
  const { monthUsdCents, missingUsdCents, nextPercent } = of
  const share = missingUsdCents === null ? 1 : monthUsdCents / Math.max(1, monthUsdCents + missingUsdCents)
  return (
    <>
      <p>
        {t('tier.now', { percent: of.extraPercent, tier: of.tier })}{' '}
        <span className={classes['dim']}>{t('tier.month', { usd: usd(monthUsdCents, i18n.language) })}</span>
      </p>
      <div className={classes['bar']} aria-hidden>
        <span style={{ width: `${Math.round(share * 100)}%` }} />
      </div>
      <p className={classes['dim']}>
        {missingUsdCents === null
          ? t('tier.top')
          : t('tier.next', { usd: usd(missingUsdCents, i18n.language), percent: nextPercent })}
      </p>
    </>
  )
}
