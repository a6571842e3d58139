// What may stand above any screen: the history that is being generated, an outage, and that one looks as somebody else.
import { IconPlugConnectedX } from '@tabler/icons-react'
import { lazy, Suspense, useEffect, useRef, useSyncExternalStore } from 'react'
import { useTranslation } from 'react-i18next'
import { listenToReach, reachNow } from '../../api/reach.ts'
import { useRefresh } from '../../api/useRefresh.ts'
import { dateTime } from '../../format/time.ts'
import { useSession } from '../../session/session.ts'
import { afterScreen } from '../../ui/behaviour/afterScreen.ts'
import styles from './Shell.module.css'

/** A separate chunk, after the screen: nearly always the history is finished. */
export const FillBanner = lazy(async () => {
  await new Promise<void>(afterScreen)
  return import('./FillBar.tsx')
})

/** Shows how old the data is while the server does not answer, and refreshes it when it does; or that the page itself is old. */
export function OutageBar() {
  const { t } = useTranslation('shell')
  const { shownZone, clockOffset } = useSession()
  const refresh = useRefresh()
  const { lost, answeredAt, outdated } = useSyncExternalStore(listenToReach, reachNow)
  const wasLost = useRef(false)
  useEffect(() => {
    if (wasLost.current && !lost) void refresh()
    wasLost.current = lost
  }, [lost, refresh])
  if (!lost)
    return outdated ? (
      <div className={styles['outage']} role="status">
        {t('outdated')}
        <button type="button" onClick={() => location.reload()}>
          {t('broken.again')}
        </button>
      </div>
    ) : null
  const time = dateTime(new Date(answeredAt + clockOffset), shownZone).slice(11, 16)
  return (
    <div className={styles['outage']} role="status">
      <IconPlugConnectedX size={15} aria-hidden />
      {t('outage', { time })}
    </div>
  )
}

/** A separate chunk: nearly nobody looks as somebody else. */
const SeeingBar = lazy(() => import('./SeeingBar.tsx'))

/** Always there while an administrator looks as somebody else. */
export function Seeing() {
  return useSession().user.seeing ? (
    <Suspense>
      <SeeingBar />
    </Suspense>
  ) : null
}
