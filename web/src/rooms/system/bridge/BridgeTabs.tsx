import { useTranslation } from 'react-i18next'
import { useAddress } from '../../../session/useAddress.ts'
import { ViewTabs } from '../../../ui/ViewTabs.tsx'

const tabs = ['clients', 'traffic', 'rejections', 'held', 'deliveries', 'errors'] as const
type Tab = (typeof tabs)[number]

/** A row's own link names its drawer only. */
const tabOfDrawer: Record<string, Tab> = { command: 'deliveries', line: 'rejections', event: 'held', error: 'errors' }

export const tabOf = (address: URLSearchParams): Tab =>
  tabs.find((tab) => tab === address.get('tab')) ??
  tabOfDrawer[(address.get('drawer') ?? '').split(':')[0] ?? ''] ??
  'clients'

/** The address of a view, with filters. */
export const hrefOf = (tab: Tab, filters: Record<string, string> = {}) =>
  `/sys/bridge?${new URLSearchParams({ tab, ...filters }).toString()}`

/** The views of the screen, as links with their own addresses. */
export function Tabs() {
  const { t } = useTranslation('system')
  const [address] = useAddress()
  return (
    <ViewTabs
      label={t('bridge.parts')}
      tabs={tabs.map((tab) => ({ id: tab, label: t(`bridge.tabs.${tab}`), href: hrefOf(tab) }))}
      current={tabOf(address)}
    />
  )
}
