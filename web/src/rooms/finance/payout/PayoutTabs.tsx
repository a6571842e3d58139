import { useTranslation } from 'react-i18next'
import { useAddress } from '../../../list/useAddress.ts'
import { Tabs } from '../Tabs.tsx'
import { hrefOf, tabOf, tabs } from './tabs.ts'

export function PayoutTabs() {
  const { t } = useTranslation('finance')
  const [address] = useAddress()
  const shown = tabOf(address)
  return (
    <Tabs
      label={t('payout.parts')}
      tabs={tabs.map((tab) => ({ href: hrefOf(tab), name: t(`payout.tabs.${tab}`), shown: tab === shown }))}
    />
  )
}
