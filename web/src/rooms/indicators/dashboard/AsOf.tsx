// How fresh the figures are, whether the last day still runs, and which zones the days follow.
import { useTranslation } from 'react-i18next'
import { dateTime } from '../../../format/time.ts'
import { platformZone } from '../../../session/zone.ts'
import classes from './dashboard.module.css'

type Zone = { since: string; zone: string }

export function AsOf({ asOf, running, zones }: { asOf: string; running: boolean; zones: readonly Zone[] }) {
  const { t } = useTranslation('indicators')
  return (
    <p className={classes['asOf']}>
      <span>{t('state.asOf', { time: dateTime(asOf, platformZone()) })}</span>
      {running && <span>{t('state.running')}</span>}
      {zones.length > 1 &&
        zones.slice(0, -1).map(({ since, zone }) => <span key={since}>{t('state.zone', { zone, day: since })}</span>)}
    </p>
  )
}
