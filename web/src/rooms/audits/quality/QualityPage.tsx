// Frame of the views with figures: title, views and spans.
import { auditKinds } from '@greenroom/contract/statesAndKinds'
import { Group, SegmentedControl } from '@mantine/core'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { date, daysBefore } from '../../../format/time.ts'
import { type List, useCurrentList } from '../../../list/currentList.ts'
import { type DateSpan, dateRange, filtersOf, oneOf } from '../../../list/filters.ts'
import { FiguresPage } from '../../../page/FiguresPage.tsx'
import { useSession } from '../../../session/session.ts'
import { useAddress } from '../../../session/useAddress.ts'
import { ViewTabs } from '../../../ui/ViewTabs.tsx'

const tabs = ['queues', 'reviewers', 'disagreements'] as const
type Tab = (typeof tabs)[number]

export const tabOf = (address: URLSearchParams): Tab =>
  tabs.find((tab) => tab === address.get('tab')) ?? (address.get('drawer') ? 'disagreements' : 'queues')

/** The address of a view, with the current span and queue. */
function hrefOf(tab: Tab, address: URLSearchParams): string {
  const next = new URLSearchParams({ tab })
  for (const kept of ['during', 'kind']) {
    const value = address.get(kept)
    if (value !== null) next.set(kept, value)
  }
  return `/audit/quality?${next.toString()}`
}

/** The views of the screen, as links with their own addresses. */
export function Tabs() {
  const { t } = useTranslation('audits')
  const [address] = useAddress()
  return (
    <ViewTabs
      label={t('quality.parts')}
      tabs={tabs.map((tab) => ({ id: tab, label: t(`quality.tabs.${tab}`), href: hrefOf(tab, address) }))}
      current={tabOf(address)}
    />
  )
}

/** The first day of each span, in days before today. */
const spans = { today: 0, week: 6, month: 29 } as const
type SpanName = keyof typeof spans

/** Preset spans in business days; the default is the last week. */
function Spans() {
  const { t } = useTranslation('audits')
  const list = useCurrentList()
  const { timeZone, clockOffset } = useSession()
  const today = date(new Date(Date.now() + clockOffset), timeZone)
  const during = list.values['during'] as DateSpan | undefined
  const names = Object.keys(spans) as SpanName[]
  const shown =
    during === undefined
      ? 'week'
      : names.find((name) => during.to === today && during.from === daysBefore(today, spans[name]))
  return (
    <SegmentedControl
      size="xs"
      aria-label={t('quality.span')}
      value={shown ?? ''}
      onChange={(name) =>
        list.setFilter(
          'during',
          name === 'week' ? undefined : { from: daysBefore(today, spans[name as SpanName]), to: today },
        )
      }
      data={names.map((name) => ({ value: name, label: t(`quality.spans.${name}`) }))}
    />
  )
}

export const qualityFilters = filtersOf({ during: dateRange(), kind: oneOf(auditKinds) })

export function QualityPage({ list, children }: { list: List<object>; children: ReactNode }) {
  return (
    <FiguresPage
      list={list}
      summary={
        <Group gap="sm" miw={0}>
          <Tabs />
          <Spans />
        </Group>
      }
    >
      {children}
    </FiguresPage>
  )
}
