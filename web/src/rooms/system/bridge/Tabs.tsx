import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import { useAddress } from '../../../list/useAddress.ts'
import classes from './bridge.module.css'
import { hrefOf, tabOf, tabs } from './tabs.ts'

/** The parts of the screen. They are links: each is an address of its own. */
export function Tabs() {
  const { t } = useTranslation('system')
  const [address] = useAddress()
  const shown = tabOf(address)
  return (
    <nav className={classes['tabs']} aria-label={t('bridge.parts')}>
      {tabs.map((tab) => (
        <Link key={tab} to={hrefOf(tab)} className={classes['tab']} aria-current={tab === shown ? 'page' : undefined}>
          {t(`bridge.tabs.${tab}`)}
        </Link>
      ))}
    </nav>
  )
}
