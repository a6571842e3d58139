import { useTranslation } from 'react-i18next'
import { useAddress } from '../../../session/useAddress.ts'
import { ViewTabs } from '../../../ui/ViewTabs.tsx'

// The views of the books, each with its own address.
const tabs = ['trial', 'profit', 'owed', 'journal', 'months'] as const

/** The view in the address; by default the trial balance. */
export const tabOf = (address: URLSearchParams): (typeof tabs)[number] | 'sheet' =>
  [...tabs, 'sheet' as const].find((tab) => tab === address.get('tab')) ?? 'trial'

/** A view's address, with the month if one is selected. */
export function pathOf(tab: (typeof tabs)[number] | 'sheet', kept: Record<string, string | null> = {}): string {
  const to = new URLSearchParams({ ...(tab !== 'trial' && { tab }) })
  for (const [name, value] of Object.entries(kept)) if (value) to.set(name, value)
  return `/finance/books${to.size > 0 ? `?${to}` : ''}`
}

/** The month is kept when switching views. */
export function Tabs() {
  const { t } = useTranslation('finance')
  const [address] = useAddress()
  const month = address.get('month')
  return (
    <ViewTabs
      label={t('books.tabs.label')}
      tabs={tabs.map((tab) => ({ id: tab, label: t(`books.tabs.${tab}`), href: pathOf(tab, { month }) }))}
      current={tabOf(address)}
    />
  )
}
