import { useTranslation } from 'react-i18next'
import { useAddress } from '../../../session/useAddress.ts'
import { ViewTabs } from '../../../ui/ViewTabs.tsx'

// The views of /finance/withdraw, each with its own address.
const tabs = ['desk', 'all'] as const
type Tab = (typeof tabs)[number]

export const tabOf = (address: URLSearchParams): Tab => tabs.find((tab) => tab === address.get('tab')) ?? 'desk'

const hrefOf = (tab: Tab): string => (tab === 'desk' ? '/finance/withdraw' : `/finance/withdraw?tab=${tab}`)

export function WithdrawTabs() {
  const { t } = useTranslation('finance')
  const [address] = useAddress()
  return (
    <ViewTabs
      label={t('withdraw.parts')}
      tabs={tabs.map((tab) => ({ id: tab, label: t(`withdraw.tabs.${tab}`), href: hrefOf(tab) }))}
      current={tabOf(address)}
    />
  )
}
