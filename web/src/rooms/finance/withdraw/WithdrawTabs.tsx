import { useTranslation } from 'react-i18next'
import { useAddress } from '../../../session/useAddress.ts'
import { ViewTabs } from '../../../ui/ViewTabs.tsx'
import { hrefOf, tabOf, tabs } from './tabs.ts'

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
