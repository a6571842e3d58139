// /RechargeAgent/details: the agent's own sales, or purchases.
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import { useAddress } from '../../session/useAddress.ts'
import { Purchases } from './Purchases.tsx'
import classes from './portal/portal.module.css'
import { Sales } from './Sales.tsx'

export default function DetailsScreen() {
  const [address] = useAddress()
  const shown = address.get('tab') === 'purchases' ? 'purchases' : 'sales'
  return shown === 'purchases' ? (
    <Purchases switcher={<Switch shown={shown} />} />
  ) : (
    <Sales switcher={<Switch shown={shown} />} />
  )
}

function Switch({ shown }: { shown: 'sales' | 'purchases' }) {
  const { t } = useTranslation('topup-agents')
  return (
    <nav className={classes['tabs']}>
      {(['sales', 'purchases'] as const).map((part) => (
        <Link
          key={part}
          to={part === 'sales' ? '/RechargeAgent/details' : '/RechargeAgent/details?tab=purchases'}
          aria-current={part === shown ? 'page' : undefined}
        >
          {t(`details.${part}`)}
        </Link>
      ))}
    </nav>
  )
}
