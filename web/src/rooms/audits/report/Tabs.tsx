import { useTranslation } from 'react-i18next'
import { useAddress } from '../../../session/useAddress.ts'
import { ViewTabs } from '../../../ui/ViewTabs.tsx'
import { hrefOf, tabOf, tabs } from './tabs.ts'

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
