import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import { useAddress } from '../../../list/useAddress.ts'
import classes from './books.module.css'
import { pathOf, tabOf, tabs } from './tabs.ts'

/** The month stays when one goes from view to view. */
export function Tabs() {
  const { t } = useTranslation('finance')
  const [address] = useAddress()
  return (
    <nav className={classes['tabs']} aria-label={t('books.tabs.label')}>
      {tabs.map((tab) => (
        <Link
          key={tab}
          to={pathOf(tab, { month: address.get('month') })}
          className={classes['tab']}
          aria-current={tab === tabOf(address) ? 'page' : undefined}
        >
          {t(`books.tabs.${tab}`)}
        </Link>
      ))}
    </nav>
  )
}
