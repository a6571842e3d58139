import { readCookie } from '../../api/cookie.ts'
import { PageSkeleton } from '../PageSkeleton.tsx'
import { useNarrow } from './media.ts'
import styles from './Shell.module.css'
import bars from './ShellSkeleton.module.css'

/** The shell's skeleton while user and menu load. */
export function ShellSkeleton() {
  const narrow = useNarrow()
  const sidebar = narrow ? 'over' : readCookie('sidebarStatus') === '0' ? 'icons' : 'open'
  return (
    <div className={styles.shell} data-sidebar={sidebar}>
      <div className={bars.sidebar} />
      <div className={styles.column}>
        <div className={bars.top} />
        <div className={bars.tabs} />
        <main className={styles.main}>
          <PageSkeleton path={window.location.pathname} />
        </main>
      </div>
    </div>
  )
}
