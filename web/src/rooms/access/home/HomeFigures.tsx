import type { Answer } from '@greenroom/contract/call'
import { type MenuKey, screens } from '@greenroom/contract/screens'
import { todayFigures } from '@greenroom/contract/todayFigures'
import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import { call } from '../../../api/call.ts'
import { Amount } from '../../../format/Amount.tsx'
import { isBehind } from '../../../format/behind.ts'
import { Changed } from '../../../format/Changed.tsx'
import { dateTime } from '../../../format/time.ts'
import { useSession } from '../../../session/session.ts'
import styles from './HomeFigures.module.css'
import { Panel } from './HomePanel.tsx'

type Figures = Answer<typeof todayFigures>
type Day = Figures['days'][number]

/** Each with its unit, and the dashboard that shows it by day. */
const measures = [
  ['registrations', 'number', 'indicators.overall'],
  ['dau', 'number', 'indicators.overall'],
  ['revenue', 'usd', 'indicators.overall'],
  ['payers', 'number', 'indicators.overall'],
  ['tokensSpent', 'tokens', 'indicators.overall'],
  ['callAttempts', 'number', 'indicators.calls'],
  ['sessions', 'number', 'indicators.live'],
] as const
/** Those that the caller may see. */
const seenOf = (today: Day) => measures.filter(([key]) => today[key] !== null)
const now = ['online', 'liveNow', 'callsNow'] as const

/** Today so far, compared with yesterday and the same day of last week until the same time. */
export function Figures() {
  const { t } = useTranslation('home')
  const query = useQuery({
    queryKey: ['home', 'figures'],
    queryFn: ({ signal }) => call(todayFigures, {}, { signal }),
    refetchInterval: 30_000,
  })
  return (
    <Panel title={t('figures.title')} query={query} empty={undefined} lines={3}>
      {query.data && <Shown {...query.data} />}
    </Panel>
  )
}

function Shown(figures: Figures) {
  const { t } = useTranslation('home')
  const { timeZone, clockOffset } = useSession()
  const day = (key: Day['key']) => figures.days.find((one) => one.key === key)
  const [today, yesterday, lastWeek] = [day('today'), day('yesterday'), day('lastWeek')]
  return (
    <>
      <dl className={styles['grid']}>
        {now.map((key) => (
          <div key={key} className={styles['now']}>
            <dt>{t(`figures.${key}`)}</dt>
            <dd>
              <Amount value={figures[key]} unit="number" />
            </dd>
          </div>
        ))}
        {today &&
          seenOf(today).map(([key, unit, dashboard]) => (
            <div key={key}>
              <dt>
                <ToDashboard menu={dashboard}>{t(`figures.${key}`)}</ToDashboard>
              </dt>
              <dd>
                <Amount value={today[key] ?? 0} unit={unit} />
              </dd>
              <Against name={t('figures.yesterday')} value={yesterday?.[key]} today={today[key] ?? 0} unit={unit} />
              <Against name={t('figures.lastWeek')} value={lastWeek?.[key]} today={today[key] ?? 0} unit={unit} />
            </div>
          ))}
      </dl>
      {isBehind(figures.asOf, Date.now() + clockOffset) && (
        <p className={styles['hint']} role="status">
          {t('figures.behind', { time: dateTime(figures.asOf, timeZone) })}
        </p>
      )}
      <p className={styles['hint']}>{t('figures.hint', { time: dateTime(figures.asOf, timeZone).slice(-8, -3) })}</p>
    </>
  )
}

/** A link to the dashboard, for accounts with access. */
function ToDashboard({ menu, children }: { menu: MenuKey; children: ReactNode }) {
  const { may } = useSession()
  return may(menu, 'read') ? <Link to={screens[menu].path}>{children}</Link> : children
}

/** `Yesterday 120 +12%`; empty without that day. */
function Against(props: {
  name: string
  value: number | null | undefined
  today: number
  unit: 'number' | 'usd' | 'tokens'
}) {
  if (props.value == null) return null
  return (
    <dd className={styles['against']}>
      <span>{props.name}</span> <Amount value={props.value} unit={props.unit} />
      <Changed
        before={props.value}
        now={props.today}
        cases={props.unit === 'number' ? Math.max(props.value, props.today) : undefined}
      />
    </dd>
  )
}
