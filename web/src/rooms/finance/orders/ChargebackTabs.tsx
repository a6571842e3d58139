import { useTranslation } from 'react-i18next'
import { useAddress } from '../../../session/useAddress.ts'
import { ViewTabs } from '../../../ui/ViewTabs.tsx'

const tabs = ['all', 'repeated'] as const

/** The view in the address; by default all chargebacks. */
export const tabOf = (address: URLSearchParams): (typeof tabs)[number] =>
  address.get('tab') === 'repeated' ? 'repeated' : 'all'

/** All chargebacks, and repeated ones. */
export function Tabs() {
  const { t } = useTranslation('finance')
  const [address] = useAddress()
  const shown = tabs.map((tab) => ({
    id: tab,
    label: t(`chargeback.tabs.${tab}`),
    href: tab === 'all' ? '/finance/chargeback' : '/finance/chargeback?tab=repeated',
  }))
  return <ViewTabs label={t('chargeback.tabs.label')} tabs={shown} current={tabOf(address)} />
}
