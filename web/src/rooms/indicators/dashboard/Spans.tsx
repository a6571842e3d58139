// The usual spans at one click.
import { useTranslation } from 'react-i18next'
import { date, daysBefore } from '../../../format/time.ts'
import type { DateSpan } from '../../../list/filters.ts'
import { useCurrentList } from '../../../list/list.ts'
import { useSession } from '../../../session/session.ts'
import classes from './dashboard.module.css'

/** The first day of each span, in days before today. */
const spans = { week: 6, month: 29, threeMonths: 89 } as const
const names = Object.keys(spans) as (keyof typeof spans)[]

/** `usual`: the span that the server answers without a choice. */
export function Spans({ usual = 'week' }: { usual?: keyof typeof spans }) {
  const { t } = useTranslation(['indicators', 'list'])
  const list = useCurrentList()
  const { timeZone, clockOffset } = useSession()
  const today = date(new Date(Date.now() + clockOffset), timeZone)
  const day = list.values['day'] as DateSpan | undefined
  const isShown = (name: keyof typeof spans) =>
    day ? day.to === today && day.from === daysBefore(today, spans[name]) : name === usual
  return (
    <div className={classes['spans']} role="group" aria-label={t('filters.day')}>
      {names.map((name) => (
        <button
          key={name}
          type="button"
          aria-pressed={isShown(name)}
          onClick={() =>
            list.setFilter('day', name === usual ? undefined : { from: daysBefore(today, spans[name]), to: today })
          }
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
