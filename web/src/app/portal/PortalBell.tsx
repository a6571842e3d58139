// The bell of leaders and agents: how much of what they were told is unread. Loaded after the screen; what it says, when it is pressed.
import { lazy, Suspense, useState } from 'react'
import { useTranslation } from 'react-i18next'
import bell from '../shell/Bell.module.css'
import { useUnread } from '../shell/unread.ts'
import styles from './PortalShell.module.css'

const Notices = lazy(() => import('./Notices.tsx'))

/** Its own drawing: the icons' library would come with the lists' icons. */
const Drawn = () => (
  <svg width={20} height={20} viewBox="0 0 24 24" className={styles['drawn']} aria-hidden>
    <path d="M10 5a2 2 0 1 1 4 0a7 7 0 0 1 4 6v3a4 4 0 0 0 2 3h-16a4 4 0 0 0 2 -3v-3a7 7 0 0 1 4 -6" />
    <path d="M9 17v1a3 3 0 0 0 6 0v-1" />
  </svg>
)

export default function PortalBell() {
  const { t } = useTranslation('bell')
  const { unread, written } = useUnread()
  const [isOpen, setOpen] = useState(false)
  return (
    <>
      <button
        type="button"
        className={`${styles['button']} ${bell.bell}`}
        aria-haspopup="dialog"
        aria-expanded={isOpen}
        aria-label={unread > 0 ? t('label', { count: unread }) : t('title')}
        title={t('title')}
        onClick={() => setOpen(true)}
      >
        <Drawn />
        {unread > 0 && (
          <span className={bell.count} aria-hidden>
            {written}
          </span>
        )}
      </button>
      <Suspense>{isOpen && <Notices unread={unread} close={() => setOpen(false)} />}</Suspense>
    </>
  )
}
