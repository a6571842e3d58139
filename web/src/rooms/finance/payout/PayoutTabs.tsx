import { useTranslation } from 'react-i18next'
import { useAddress } from '../../../session/useAddress.ts'
import { ViewTabs } from '../../../ui/ViewTabs.tsx'

// The views of /finance/payout, each with its own address.
const tabs = ['ready', 'batches', 'layouts'] as const
type Tab = (typeof tabs)[number]

export const tabOf = (address: URLSearchParams): Tab => tabs.find((tab) => tab === address.get('tab')) ?? 'ready'

export const hrefOf = (tab: Tab): string => (tab === 'ready' ? '/finance/payout' : `/finance/payout?tab=${tab}`)

export function PayoutTabs() {
  const { t } = useTranslation('finance')
  const [address] = useAddress()
  return (
    <ViewTabs
      label={t('payout.parts')}
      tabs={tabs.map((tab) => ({ id: tab, label: t(`payout.tabs.${tab}`), href: hrefOf(tab) }))}
      current={tabOf(address)}
    />
  )
}
