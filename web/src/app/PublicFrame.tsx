import { type ReactNode, Suspense } from 'react'
import styles from './PublicFrame.module.css'
import { LanguageSwitch, ThemeSwitch } from './shell/Switches.tsx'

/** Frame of the public pages: name, language, light or dark. */
export default function PublicFrame({ children }: { children: ReactNode }) {
  return (
    <div className={styles.frame}>
      <header className={styles.top}>
        <img src="/icon.svg" alt="" width={24} height={24} />
        <span className={styles.name}>Greenroom</span>
        <LanguageSwitch />
        <ThemeSwitch />
      </header>
      <main className={styles.main}>
        <Suspense>{children}</Suspense>
      </main>
    </div>
  )
}
