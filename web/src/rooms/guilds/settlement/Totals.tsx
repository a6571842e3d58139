// Totals of the settlements that match a list's filters.
import { settlementTotals } from '@greenroom/contract/settlement'
import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { call } from '../../../api/call.ts'
import { Amount } from '../../../format/Amount.tsx'
import { useCurrentList } from '../../../list/list.ts'
import { Sums } from '../sums/Sums.tsx'

const shown = ['payableCents', 'paidCents', 'commissionCents', 'overrideCents', 'bonusCents', 'salaryCents'] as const

export function Totals() {
  const { t } = useTranslation('guilds')
  const { payload } = useCurrentList()
  const { data } = useQuery({
    queryKey: ['guilds.settleAccounts', 'settlementTotals', payload],
    queryFn: ({ signal }) => call(settlementTotals, payload, { signal }),
  })
  return (
    <Sums
      busy={!data}
      of={[
        [t('settlement.totals.settlements'), data ? data.settlements : '…'],
        ...shown.map(
          (name) =>
            [t(`settlement.totals.${name}`), data ? <Amount key={name} value={data[name]} unit="usd" /> : '…'] as const,
        ),
      ]}
    />
  )
}
