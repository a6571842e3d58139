// /finance/agentTrades: sales, purchases to check, and unusual patterns.
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import { useAddress } from '../../../session/useAddress.ts'
import { Patterns } from './Patterns.tsx'
import { PurchaseList } from './PurchaseList.tsx'
import { SaleList } from './SaleList.tsx'
import classes from './trades.module.css'

const parts = ['sales', 'purchases', 'patterns'] as const

export default function TradesScreen() {
  const [address] = useAddress()
  const shown = parts.find((part) => part === address.get('kind')) ?? 'sales'
  const switcher = <Switch shown={shown} />
  if (shown === 'purchases') return <PurchaseList switcher={switcher} />
  return shown === 'patterns' ? <Patterns switcher={switcher} /> : <SaleList switcher={switcher} />
}

function Switch({ shown }: { shown: (typeof parts)[number] }) {
  const { t } = useTranslation('finance')
  return (
    <nav className={classes['switch']}>
      {parts.map((part) => (
        <Link
          key={part}
          to={part === 'sales' ? '/finance/agentTrades' : `/finance/agentTrades?kind=${part}`}
          aria-current={part === shown ? 'page' : undefined}
        >
          {t(`trades.${part}`)}
        </Link>
      ))}
    </nav>
  )
}
