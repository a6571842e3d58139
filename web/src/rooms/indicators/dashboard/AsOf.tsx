// How current the figures are, whether the last day is incomplete, and the zones of the days.
import { useTranslation } from 'react-i18next'
import { isBehind } from '../../../format/behind.ts'
import { dateTime } from '../../../format/time.ts'
import { useSession } from '../../../session/session.ts'
import { platformZone } from '../../../session/zone.ts'
import classes from './dashboard.module.css'

type Zone = { since: string; zone: string }

export function AsOf({ asOf, running, zones }: { asOf: string; running: boolean; zones: readonly Zone[] }) {
  const { t } = useTranslation('indicators')
  const { clockOffset } = useSession()
  const time = dateTime(asOf, platformZone())
  const isLate = isBehind(asOf, Date.now() + clockOffset)
  return (
    <p className={classes['asOf']}>
      <span>{isLate ? t('state.behind', { time }) : t('state.asOf', { time })}</span>
      {running && <span>{t('state.running')}</span>}
      {zones.length > 1 &&
        zones.slice(0, -1).map(({ since, zone }) => <span key={since}>{t('state.zone', { zone, day: since })}</span>)}
    </p>
  )
}
