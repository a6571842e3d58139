import { useTranslation } from 'react-i18next'
import { useAddress } from '../../../session/useAddress.ts'
import { ViewTabs } from '../../../ui/ViewTabs.tsx'

const tabs = ['balances', 'outflows', 'fees'] as const

/** The list in the address; by default balances. */
export const tabOf = (address: URLSearchParams): (typeof tabs)[number] =>
  tabs.find((tab) => tab === address.get('tab')) ?? 'balances'

/** Balances, outflows and fees. */
export function Tabs() {
  const { t } = useTranslation('finance')
  const [address] = useAddress()
  const shown = tabs.map((tab) => ({
    id: tab,
    label: t(`wallet.${tab}`),
    href: tab === 'balances' ? '/finance/wallet' : `/finance/wallet?tab=${tab}`,
  }))
  return <ViewTabs label={t('wallet.parts')} tabs={shown} current={tabOf(address)} />
}
