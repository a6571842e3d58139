import type { Answer } from '@greenroom/contract/call'
import type { channelDayList } from '@greenroom/contract/channels'
import { useTranslation } from 'react-i18next'
import { Amount } from '../../../format/Amount.tsx'
import { Percent } from '../parts.tsx'
import classes from '../promotion.module.css'

/** Totals over all matching days. */
export function Totals({ answer }: { answer: unknown }) {
  const { t } = useTranslation('promotion')
  const totals = (answer as Partial<Answer<typeof channelDayList>> | undefined)?.totals
  if (!totals) return null
  const of = [
    ['visits', <Amount key="v" value={totals.visits} unit="number" />],
    ['clicks', <Amount key="c" value={totals.clicks} unit="number" />],
    ['installs', <Amount key="i" value={totals.installs} unit="number" />],
    ['counted', <Amount key="n" value={totals.counted} unit="number" />],
    ['registrations', <Amount key="r" value={totals.registrations} unit="number" />],
    ['firstPayers', <Amount key="f" value={totals.firstPayers} unit="number" />],
    ['rechargeCents', <Amount key="m" value={totals.rechargeCents} unit="usd" />],
    ['costCents', <Amount key="k" value={totals.costCents} unit="usd" />],
    ['returned', <Percent key="b" bp={totals.returnBp} />],
  ] as const
  return (
    <dl className={classes['totals']} aria-label={t('totals')}>
      {of.map(([name, value]) => (
        <div key={name}>
          <dt>{t(`columns.${name}`)}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  )
}
