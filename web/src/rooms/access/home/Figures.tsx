import type { Answer } from '@greenroom/contract/call'
import { userFigures } from '@greenroom/contract/users'
import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { call } from '../../../api/call.ts'
import { Amount } from '../../../format/Amount.tsx'
import { percent } from '../../../format/number.ts'
import { textLanguage } from '../../../i18n/index.ts'
import { changeOf } from './change.ts'
import styles from './Figures.module.css'
import { Panel } from './Panel.tsx'

type Figures = Answer<typeof userFigures>
type Day = Figures['days'][number]

const measures = [
  ['registrations', 'number'],
  ['activeUsers', 'number'],
  ['rechargeUsdCents', 'usd'],
  ['payers', 'number'],
  ['tokensSpent', 'tokens'],
  ['calls', 'number'],
  ['broadcasts', 'number'],
] as const
const now = ['online', 'liveNow', 'callsNow'] as const

/** Today until now, against yesterday and the same day of last week until the same time. */
export function Figures() {
  const { t } = useTranslation('access')
  const query = useQuery({
    queryKey: ['home', 'figures'],
    queryFn: ({ signal }) => call(userFigures, {}, { signal }),
    refetchInterval: 30_000,
  })
  return (
    <Panel title={t('figures.title')} query={query} empty={undefined} lines={3}>
      {query.data && <Shown {...query.data} />}
    </Panel>
  )
}

function Shown(figures: Figures) {
  const { t } = useTranslation('access')
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
          measures.map(([key, unit]) => (
            <div key={key}>
              <dt>{t(`figures.${key}`)}</dt>
              <dd>
                <Amount value={today[key]} unit={unit} />
              </dd>
              <Against name={t('figures.yesterday')} value={yesterday?.[key]} today={today[key]} unit={unit} />
              <Against name={t('figures.lastWeek')} value={lastWeek?.[key]} today={today[key]} unit={unit} />
            </div>
          ))}
      </dl>
      <p className={styles['hint']}>{t('figures.hint')}</p>
    </>
  )
}

/** `Yesterday 120 (+12 %)`; empty without that day. */
function Against(props: { name: string; value: number | undefined; today: number; unit: 'number' | 'usd' | 'tokens' }) {
  if (props.value === undefined) return null
  const change = changeOf(props.today, props.value)
  return (
    <dd className={styles['against']}>
      <span>{props.name}</span> <Amount value={props.value} unit={props.unit} />
      {change !== null && (
        <bdi dir="ltr" data-direction={change > 0 ? 'up' : change < 0 ? 'down' : 'same'}>
          {change > 0 ? '+' : ''}
          {percent(change, textLanguage())}
        </bdi>
      )}
    </dd>
  )
}
