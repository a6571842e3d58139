// /finance/agentTrades: sales, purchases to check, and unusual patterns.
import { useTranslation } from 'react-i18next'
import { useAddress } from '../../../session/useAddress.ts'
import { ViewTabs } from '../../../ui/ViewTabs.tsx'
import { Patterns } from './Patterns.tsx'
import { PurchaseList } from './PurchaseList.tsx'
import { SaleList } from './SaleList.tsx'

const parts = ['sales', 'purchases', 'patterns'] as const

export default function TradesScreen() {
  const { t } = useTranslation('finance')
  const [address] = useAddress()
  const shown = parts.find((part) => part === address.get('kind')) ?? 'sales'
  const tabs = parts.map((part) => ({
    id: part,
    label: t(`trades.${part}`),
    href: part === 'sales' ? '/finance/agentTrades' : `/finance/agentTrades?kind=${part}`,
  }))
  const switcher = <ViewTabs label={t('trades.parts')} tabs={tabs} current={shown} />
  if (shown === 'purchases') return <PurchaseList switcher={switcher} />
  return shown === 'patterns' ? <Patterns switcher={switcher} /> : <SaleList switcher={switcher} />
}
