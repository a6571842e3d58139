// What the settlements that a list's filters match come to.
import { settlementTotals } from '@greenroom/contract/settlement'
import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { call } from '../../../api/call.ts'
import { Amount } from '../../../format/Amount.tsx'
import { useCurrentList } from '../../../list/list.ts'
import classes from './settlement.module.css'

const shown = ['payableCents', 'paidCents', 'commissionCents', 'overrideCents', 'bonusCents', 'salaryCents'] as const

export function Totals() {
  const { t } = useTranslation('guilds')
  const { payload } = useCurrentList()
  const { data } = useQuery({
    queryKey: ['guilds.settleAccounts', 'settlementTotals', payload],
    queryFn: ({ signal }) => call(settlementTotals, payload, { signal }),
  })
  return (
    <dl className={classes['totals']} aria-busy={!data}>
      <div>
        <dt>{t('settlement.totals.settlements')}</dt>
        <dd>{data ? data.settlements : '…'}</dd>
      </div>
      {shown.map((name) => (
        <div key={name}>
          <dt>{t(`settlement.totals.${name}`)}</dt>
          <dd>{data ? <Amount value={data[name]} unit="usd" /> : '…'}</dd>
        </div>
      ))}
    </dl>
  )
}
