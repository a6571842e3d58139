import { useTranslation } from 'react-i18next'
import { useAddress } from '../../../session/useAddress.ts'
import { ViewTabs } from '../../../ui/ViewTabs.tsx'

const tabs = ['days', 'results'] as const

/** The view in the address; by default the days. */
export const tabOf = (address: URLSearchParams) => (address.get('tab') === 'results' ? 'results' : 'days')

const kept = ['day', 'promoterId', 'type']

/** The days and what they came to, under the same filters. */
export function Tabs() {
  const { t } = useTranslation('promotion')
  const [address] = useAddress()
  const hrefOf = (tab: (typeof tabs)[number]) => {
    const to = new URLSearchParams([...address].filter(([name]) => kept.includes(name)))
    if (tab === 'results') to.set('tab', tab)
    return `/promotion/channelDay?${to}`
  }
  const shown = tabs.map((tab) => ({ id: tab, label: t(`results.tabs.${tab}`), href: hrefOf(tab) }))
  return <ViewTabs label={t('results.label')} tabs={shown} current={tabOf(address)} />
}
