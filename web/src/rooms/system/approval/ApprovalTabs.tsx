import { useTranslation } from 'react-i18next'
import { useAddress } from '../../../session/useAddress.ts'
import { ViewTabs } from '../../../ui/ViewTabs.tsx'

// The views of /sys/approval, each with its own address.
const tabs = ['desk', 'all'] as const
type Tab = (typeof tabs)[number]

/** What the list keeps in its address: an address with one of these is an address of the list. */
const ofList = ['drawer', 'approval', 'maker', 'createdAt', 'page', 'sort', 'size']

/** Links to a request, and to some of them, lead to the list whether or not they name it. */
export const tabOf = (address: URLSearchParams): Tab =>
  tabs.find((tab) => tab === address.get('tab')) ?? (ofList.some((name) => address.has(name)) ? 'all' : 'desk')

const hrefOf = (tab: Tab): string => (tab === 'desk' ? '/sys/approval' : `/sys/approval?tab=${tab}`)

export function ApprovalTabs() {
  const { t } = useTranslation('system')
  const [address] = useAddress()
  return (
    <ViewTabs
      label={t('approval.parts')}
      tabs={tabs.map((tab) => ({ id: tab, label: t(`approval.tabs.${tab}`), href: hrefOf(tab) }))}
      current={tabOf(address)}
    />
  )
}
