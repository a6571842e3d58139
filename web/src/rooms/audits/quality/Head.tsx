import { SegmentedControl } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import { date, daysBefore } from '../../../format/time.ts'
import type { DateSpan } from '../../../list/filters.ts'
import { useCurrentList } from '../../../list/list.ts'
import { useAddress } from '../../../list/useAddress.ts'
import { useSession } from '../../../session/session.ts'
import classes from './quality.module.css'
import { hrefOf, tabOf, tabs } from './tabs.ts'

/** The parts of the screen. They are links: each is an address of its own. */
export function Tabs() {
  const { t } = useTranslation('audits')
  const [address] = useAddress()
  const shown = tabOf(address)
  return (
    <nav className={classes['tabs']} aria-label={t('quality.parts')}>
      {tabs.map((tab) => (
        <Link
          key={tab}
          to={hrefOf(tab, address)}
          className={classes['tab']}
          aria-current={tab === shown ? 'page' : undefined}
        >
          {t(`quality.tabs.${tab}`)}
        </Link>
      ))}
    </nav>
  )
}

/** Days before today that each of them begins with. */
const spans = { today: 0, week: 6, month: 29 } as const
type SpanName = keyof typeof spans

/** Spans at one click, in business days; the last week is shown when none is chosen. */
export function Spans() {
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
