import { type ReactNode, Suspense } from 'react'
import { readToken } from '../api/token.ts'
import { GoTo, usePathname } from '../session/address.tsx'
import { Toasts } from '../session/toasts/toasts.tsx'
import type { Loadable } from '../ui/loadable.tsx'
import { Broken } from './Broken.tsx'
import styles from './PublicFrame.module.css'
import { LanguageSwitch, ThemeSwitch } from './shell/Switches.tsx'
import { withTexts } from './withTexts.ts'

/** Frame of the public pages: name, language, light or dark. */
function Frame({ children }: { children: ReactNode }) {
  return (
    <div className={styles.frame}>
      <header className={styles.top}>
        <img src="/icon.svg" alt="" width={24} height={24} />
        <span className={styles.name}>Greenroom</span>
        <LanguageSwitch more />
        <ThemeSwitch />
      </header>
      <main className={styles.main}>
        <Suspense>{children}</Suspense>
      </main>
    </div>
  )
}

// In the page's bundle: every public page has it.
const PublicFrame = withTexts(async () => ({ default: Frame }), ['shell'])
// The page names it to the browser ahead (`build/preloads.ts`); who has a session does not load it.
const Login = withTexts(() => import('../rooms/access/Login.tsx'), ['access'])
const SignedIn = withTexts(async () => {
  const module = await import('./SignedIn.tsx')
  await module.firstPage
  return module
}, ['shell'])

const publicPages: Readonly<Record<string, Loadable<object>>> = {
  '/login': Login,
  '/register': withTexts(() => import('../rooms/access/Register.tsx'), ['access']),
  '/success': withTexts(() => import('../rooms/access/Success.tsx'), ['access']),
  '/invite': withTexts(() => import('../rooms/access/Invitation.tsx'), ['access']),
  '/provider': withTexts(() => import('../rooms/access/ProviderReturn.tsx'), ['access']),
  '/verify': withTexts(() => import('../rooms/access/Verify.tsx'), ['access']),
  '/googleCode': withTexts(() => import('../rooms/access/GoogleCode.tsx'), ['access']),
  '/404': withTexts(() => import('./NotFound.tsx'), ['shell']),
}
const publicPage = (pathname: string): Loadable<object> | undefined => publicPages[pathname.replace(/\/+$/, '')]

/** Loads what the first page needs, so that it renders once and completely. */
export async function preloadPage(pathname: string): Promise<void> {
  const page = publicPage(pathname) ?? (readToken() ? undefined : Login)
  await Promise.all(page ? [PublicFrame.ready(), page.ready()] : [SignedIn.ready()])
}

/** Redirects signed-in accounts from the log-in and registration pages (spec section 4). */
const forSignedOut = new Set([Login, publicPages['/register']])

/** The public pages, and the shell with its screens for those signed in. */
export function App() {
  const Page = publicPage(usePathname())
  return (
    <Suspense>
      <Toasts />
      <Broken>
        {!Page ? (
          <SignedIn />
        ) : forSignedOut.has(Page) && readToken() ? (
          <GoTo path="/" />
        ) : (
          <PublicFrame>
            <Page />
          </PublicFrame>
        )}
      </Broken>
    </Suspense>
  )
}
