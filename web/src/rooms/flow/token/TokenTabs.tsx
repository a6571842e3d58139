import { IconScale } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { defineCommand } from '../../../actions/action.ts'
import { useAddress } from '../../../session/useAddress.ts'
import { loadable } from '../../../ui/loadable.tsx'
import { ViewTabs } from '../../../ui/ViewTabs.tsx'
import { Detached } from '../Detached.tsx'

// Commands shared by both views of the flow.
export const commands = [
  defineCommand({ id: 'flow.token.balance', icon: IconScale, drawer: 'balance', key: 'inspect' }),
]
export const drawers = {
  transfer: loadable(() => import('./Transfer.tsx')),
  balance: loadable(() => import('./BookBalance.tsx')),
}

const tabs = ['transfers', 'legs'] as const

/** The view in the address; by default transfers. */
export const tabOf = (address: URLSearchParams) => (address.get('tab') === 'legs' ? 'legs' : 'transfers')

/** Filters shared by both views, kept when switching. */
const kept = ['occurredAt', 'userId', 'owner', 'kind', 'reference']

/** The two views of the flow, as links with their own addresses. */
export function Tabs() {
  const { t } = useTranslation('flow')
  const [address] = useAddress()
  const hrefOf = (tab: (typeof tabs)[number]) => {
    const to = new URLSearchParams([...address].filter(([name]) => kept.includes(name)))
    if (tab === 'legs') to.set('tab', tab)
    return `/flow/token?${to}`
  }
  const shown = tabs.map((tab) => ({ id: tab, label: t(`tabs.${tab}`), href: hrefOf(tab) }))
  return (
    <>
      <Detached of="all" />
      <ViewTabs label={t('tabs.label')} tabs={shown} current={tabOf(address)} />
    </>
  )
}
