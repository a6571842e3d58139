import { UnstyledButton } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { dateTime, offsetOf, ownZone, zoneName } from '../format/time.ts'
import { useSession } from '../session/session.ts'
import { exactProps, showExact } from '../ui/exact.ts'
import styles from './TopBar.module.css'

/** Names the zone in which all times of the page are shown; on demand the time now there and here. */
export function Zone() {
  const { t } = useTranslation('shell')
  const { timeZone, shownZone, clockOffset } = useSession()
  const now = () => new Date(Date.now() + clockOffset)
  const offset = offsetOf(shownZone, now())
  const explained = () => {
    const clockIn = (zone: string) => `${dateTime(now(), zone).slice(0, 16)} ${zoneName(zone, now())}`
    const own = ownZone()
    return [
      t('zone.shown', { time: clockIn(shownZone) }),
      ...(own === shownZone ? [] : [t('zone.own', { time: clockIn(own) })]),
      ...(timeZone === shownZone ? [] : [t('zone.days', { time: clockIn(timeZone) })]),
    ].join('\n')
  }
  return (
    <UnstyledButton
      className={styles.zone}
      aria-label={t('zone.label', { zone: zoneName(shownZone, now()) })}
      {...exactProps(explained)}
      onClick={({ currentTarget }) => showExact(currentTarget, explained())}
    >
      <bdi dir="ltr">{offset}</bdi>
    </UnstyledButton>
  )
}
