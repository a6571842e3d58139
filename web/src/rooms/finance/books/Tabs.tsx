import { useTranslation } from 'react-i18next'
import { useAddress } from '../../../session/useAddress.ts'
import { ViewTabs } from '../../../ui/ViewTabs.tsx'
import { pathOf, tabOf, tabs } from './tabs.ts'

/** The month is kept when switching views. */
export function Tabs() {
  const { t } = useTranslation('finance')
  const [address] = useAddress()
  const month = address.get('month')
  return (
    <ViewTabs
      label={t('books.tabs.label')}
      tabs={tabs.map((tab) => ({ id: tab, label: t(`books.tabs.${tab}`), href: pathOf(tab, { month }) }))}
      current={tabOf(address)}
    />
  )
}
