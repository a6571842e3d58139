import { IconPlugConnectedX } from '@tabler/icons-react'
import { useEffect, useRef, useSyncExternalStore } from 'react'
import { useTranslation } from 'react-i18next'
import { listenToReach, reachNow } from '../api/reach.ts'
import { useRefresh } from '../api/useRefresh.ts'
import { dateTime } from '../format/time.ts'
import { useSession } from '../session/session.ts'
import styles from './Shell.module.css'

/** Shows how old the data is while the server does not answer, and refreshes it when it does. */
export function OutageBar() {
  const { t } = useTranslation('shell')
  const { shownZone, clockOffset } = useSession()
  const refresh = useRefresh()
  const { lost, answeredAt } = useSyncExternalStore(listenToReach, reachNow)
  const wasLost = useRef(false)
  useEffect(() => {
    if (wasLost.current && !lost) void refresh()
    wasLost.current = lost
  }, [lost, refresh])
  if (!lost) return null
  const time = dateTime(new Date(answeredAt + clockOffset), shownZone).slice(11, 16)
  return (
    <div className={styles['outage']} role="status">
      <IconPlugConnectedX size={15} aria-hidden />
      {t('outage', { time })}
    </div>
  )
}
