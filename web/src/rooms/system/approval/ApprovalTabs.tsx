import { useTranslation } from 'react-i18next'
import { useAddress } from '../../../session/useAddress.ts'
import { ViewTabs } from '../../../ui/ViewTabs.tsx'
import { hrefOf, tabOf, tabs } from './tabs.ts'

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
