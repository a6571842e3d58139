// The usual spans at one click.
import { useTranslation } from 'react-i18next'
import { date } from '../../../format/time.ts'
import { useCurrentList } from '../../../list/currentList.ts'
import type { DateSpan } from '../../../list/filters.ts'
import { presetDays, presetOf } from '../../../list/presets.ts'
import { useSession } from '../../../session/session.ts'
import classes from './dashboard.module.css'

/** The usual spans first. */
const names = ['week', 'month', 'threeMonths', 'yesterday', 'thisWeek', 'lastWeek', 'thisMonth', 'lastMonth'] as const

/** `usual`: the span that the server answers without a choice. */
export function Spans({ usual = 'week' }: { usual?: (typeof names)[number] }) {
  const { t } = useTranslation(['indicators', 'list'])
  const list = useCurrentList()
  const { timeZone, clockOffset } = useSession()
  const today = date(new Date(Date.now() + clockOffset), timeZone)
  const day = list.values['day'] as DateSpan | undefined
  const shown = day ? presetOf(day, today, names) : usual
  return (
    <div className={classes['choices']} role="group" aria-label={t('filters.day')}>
      {names.map((name) => (
        <button
          key={name}
          type="button"
          aria-pressed={name === shown}
          onClick={() => list.setFilter('day', name === usual ? undefined : presetDays(name, today))}
        >
          {t(`list:dates.${name}`)}
        </button>
      ))}
    </div>
  )
}

/** Days and filters, on paper: there are no controls. */
export const OnPaper = ({ lines }: { lines: readonly string[] }) => (
  <p className={classes['onPaper']}>{lines.join(' · ')}</p>
)
