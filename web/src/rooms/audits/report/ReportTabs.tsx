import { useTranslation } from 'react-i18next'
import { useAddress } from '../../../session/useAddress.ts'
import { ViewTabs } from '../../../ui/ViewTabs.tsx'

// The views of /audit/report, by address.
const tabs = ['desk', 'all'] as const
type Tab = (typeof tabs)[number]

export const tabOf = (address: URLSearchParams): Tab => tabs.find((tab) => tab === address.get('tab')) ?? 'desk'

const hrefOf = (tab: Tab): string => (tab === 'desk' ? '/audit/report' : `/audit/report?tab=${tab}`)

/** The views of the screen, as links with their own addresses. */
export function Tabs() {
  const { t } = useTranslation('audits')
  const [address] = useAddress()
  return (
    <ViewTabs
      label={t('report.parts')}
      tabs={tabs.map((tab) => ({ id: tab, label: t(`report.tabs.${tab}`), href: hrefOf(tab) }))}
      current={tabOf(address)}
    />
  )
}
