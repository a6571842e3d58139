import { useTranslation } from 'react-i18next'
import { useAddress } from '../../../session/useAddress.ts'
import { ViewTabs } from '../../../ui/ViewTabs.tsx'
import { hrefOf, tabOf, tabs } from './tabs.ts'

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
