import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import { useAddress } from '../../../list/useAddress.ts'
import classes from '../tabs.module.css'

const tabs = ['days', 'charts'] as const

/** The view that the address names: the list unless it says otherwise. */
export const tabOf = (address: URLSearchParams) => (address.get('tab') === 'charts' ? 'charts' : 'days')

const kept = ['day', 'currency', 'kind']

/** The days as a list and as charts, under the same filters. */
export function Tabs() {
  const { t } = useTranslation('flow')
  const [address] = useAddress()
  const hrefOf = (tab: (typeof tabs)[number]) => {
    const to = new URLSearchParams([...address].filter(([name]) => kept.includes(name)))
    if (tab === 'charts') to.set('tab', tab)
    return `/flow/daily?${to}`
  }
  return (
    <nav className={classes['tabs']} aria-label={t('tabs.label')}>
      {tabs.map((tab) => (
        <Link
          key={tab}
          to={hrefOf(tab)}
          className={classes['tab']}
          aria-current={tab === tabOf(address) ? 'page' : undefined}
        >
          {t(`daily.tabs.${tab}`)}
        </Link>
      ))}
    </nav>
  )
}
