import { useTranslation } from 'react-i18next'
import { useAddress } from '../../../session/useAddress.ts'
import { ViewTabs } from '../../../ui/ViewTabs.tsx'

const tabs = ['all', 'repeated'] as const

/** The view that the address names: all chargebacks unless it says otherwise. */
export const tabOf = (address: URLSearchParams): (typeof tabs)[number] =>
  address.get('tab') === 'repeated' ? 'repeated' : 'all'

/** All chargebacks, and who has more than one. */
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
