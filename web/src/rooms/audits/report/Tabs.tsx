import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import { useAddress } from '../../../list/useAddress.ts'
import classes from './report.module.css'
import { hrefOf, tabOf, tabs } from './tabs.ts'

/** The parts of the screen. They are links: each is an address of its own. */
export function Tabs() {
  const { t } = useTranslation('audits')
  const [address] = useAddress()
  const shown = tabOf(address)
  return (
    <nav className={classes['tabs']} aria-label={t('report.parts')}>
      {tabs.map((tab) => (
        <Link key={tab} to={hrefOf(tab)} className={classes['tab']} aria-current={tab === shown ? 'page' : undefined}>
          {t(`report.tabs.${tab}`)}
        </Link>
      ))}
    </nav>
  )
}
