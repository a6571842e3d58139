// /RechargeAgent/details: the agent's own sales, or purchases.
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import { useAddress } from '../../../list/useAddress.ts'
import classes from '../parts/portal.module.css'
import { Purchases } from './Purchases.tsx'
import { Sales } from './Sales.tsx'

export default function DetailsScreen() {
  const [address] = useAddress()
  const shown = address.get('tab') === 'purchases' ? 'purchases' : 'sales'
  return shown === 'purchases' ? (
    <Purchases switcher={<Switch to="sales" />} />
  ) : (
    <Sales switcher={<Switch to="purchases" />} />
  )
}

function Switch({ to }: { to: 'sales' | 'purchases' }) {
  const { t } = useTranslation('topup-agents')
  return (
    <Link
      className={classes['button']}
      to={to === 'sales' ? '/RechargeAgent/details' : '/RechargeAgent/details?tab=purchases'}
    >
      {t(`details.${to}`)}
    </Link>
  )
}
