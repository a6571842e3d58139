import { useTranslation } from 'react-i18next'
import { useAddress } from '../../../session/useAddress.ts'
import { ViewTabs } from '../../../ui/ViewTabs.tsx'

const tabs = ['statements', 'differences', 'lines', 'mappings'] as const
type Tab = (typeof tabs)[number]

/** The view in the address; by default statements. */
export const tabOf = (address: URLSearchParams): Tab => tabs.find((tab) => tab === address.get('tab')) ?? 'statements'

/** Statements, differences, the lines of a selected statement, and mappings. */
export function Tabs() {
  const { t } = useTranslation('finance')
  const [address] = useAddress()
  const current = tabOf(address)
  const shown = tabs
    .filter((tab) => tab !== 'lines' || current === 'lines')
    .map((tab) => ({
      id: tab,
      label: t(`statement.tabs.${tab}`),
      href:
        tab === 'statements'
          ? '/finance/statement'
          : tab === 'lines'
            ? `/finance/statement?${address}`
            : `/finance/statement?tab=${tab}`,
    }))
  return <ViewTabs label={t('statement.tabs.label')} tabs={shown} current={current} />
}
