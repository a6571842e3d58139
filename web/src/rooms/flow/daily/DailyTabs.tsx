import { currencies } from '@greenroom/contract/statesAndKinds'
import { useTranslation } from 'react-i18next'
import { chosenFrom, dateRange, filtersOf, oneOf } from '../../../list/filters.ts'
import { useAddress } from '../../../session/useAddress.ts'
import { ViewTabs } from '../../../ui/ViewTabs.tsx'
import { useKindOptions } from '../entryOptions.ts'

/** Filters shared by both views of the days. */
export const dailyFilters = filtersOf({
  day: dateRange(),
  currency: oneOf(currencies),
  kind: chosenFrom(useKindOptions),
})

const tabs = ['days', 'charts'] as const

/** The view in the address; by default the list. */
export const tabOf = (address: URLSearchParams) => (address.get('tab') === 'charts' ? 'charts' : 'days')

const kept = ['day', 'currency', 'kind']

/** The days as a list and as charts, under the same filters. */
export function Tabs() {
  const { t } = useTranslation('flow')
  const [address] = useAddress()
  const hrefOf = (tab: (typeof tabs)[number]) => {
    const to = new URLSearchParams([...address].filter(([name]) => kept.includes(name)))
    if (tab === 'charts') to.set('tab', tab)
    return `/flow/daily?${to}`
  }
  const shown = tabs.map((tab) => ({ id: tab, label: t(`daily.tabs.${tab}`), href: hrefOf(tab) }))
  return <ViewTabs label={t('tabs.label')} tabs={shown} current={tabOf(address)} />
}
