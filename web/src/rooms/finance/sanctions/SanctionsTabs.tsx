import { useTranslation } from 'react-i18next'
import { useAddress } from '../../../session/useAddress.ts'
import { ViewTabs } from '../../../ui/ViewTabs.tsx'

const tabs = ['hits', 'lists', 'entries'] as const
type Tab = (typeof tabs)[number]

/** The view in the address; by default hits. */
export const tabOf = (address: URLSearchParams): Tab => tabs.find((tab) => tab === address.get('tab')) ?? 'hits'

/** Hits, lists and entries. */
export function Tabs() {
  const { t } = useTranslation('finance')
  const [address] = useAddress()
  return (
    <ViewTabs
      label={t('sanctions.tabs.label')}
      tabs={tabs.map((tab) => ({
        id: tab,
        label: t(`sanctions.tabs.${tab}`),
        href: tab === 'hits' ? '/finance/sanctions' : `/finance/sanctions?tab=${tab}`,
      }))}
      current={tabOf(address)}
    />
  )
}
