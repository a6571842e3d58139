import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import { useAddress } from '../../../list/useAddress.ts'
import classes from '../tabs.module.css'

const tabs = ['transfers', 'legs'] as const

/** The view that the address names: transfers unless it says otherwise. */
export const tabOf = (address: URLSearchParams) => (address.get('tab') === 'legs' ? 'legs' : 'transfers')

/** What both views can be narrowed by stays when one goes to the other. */
const kept = ['occurredAt', 'userId', 'owner', 'kind', 'reference']

/** The two views of the flow. They are links: each is an address of its own. */
export function Tabs() {
  const { t } = useTranslation('flow')
  const [address] = useAddress()
  const hrefOf = (tab: (typeof tabs)[number]) => {
    const to = new URLSearchParams([...address].filter(([name]) => kept.includes(name)))
    if (tab === 'legs') to.set('tab', tab)
    return `/flow/token?${to}`
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
          {t(`tabs.${tab}`)}
        </Link>
      ))}
    </nav>
  )
}
