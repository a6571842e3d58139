import '../theme/screenStyles.ts'
import { QueryClientProvider } from '@tanstack/react-query'
import { Suspense, useEffect, useLayoutEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { BrowserRouter, matchPath, Navigate, useLocation, useNavigate } from 'react-router'
import { isCancelled, Unreachable } from '../api/call.ts'
import { readCookie } from '../api/cookie.ts'
import { queryClient } from '../api/query.ts'
import { readToken } from '../api/token.ts'
import { GoTo } from '../session/address.tsx'
import { showError, showWarning } from '../session/messages.ts'
import { keepReturnPath, takeNotice } from '../session/notice.ts'
import { isOutsider, portalCookie } from '../session/outsider.ts'
import { keepRoutesOnUnload } from '../session/routeMemory.ts'
import {
  clearSession,
  loadSession,
  readSession,
  type Session,
  SessionInvalid,
  useOptionalSession,
  watchSession,
} from '../session/session.ts'
import { loadable } from '../ui/loadable.tsx'
import { homeOf } from './HomePage.tsx'
import { isHome, screenOf } from './menu.ts'
import { PageSkeleton } from './PageSkeleton.tsx'
import { detailRoutes, screensByMenu } from './screens.tsx'
import { narrowNow, useNarrow } from './shell/media.ts'
import styles from './shell/Shell.module.css'

const PortalShell = loadable(() => import('./portal/PortalShell.tsx'))
const Shell = loadable(() => import('./shell/Shell.tsx'), 'Shell')

/** Leaders and agents have a shell of their own on narrow pages (design, *Portal*). */
const isPortal = (user: Session['user'], narrow: boolean): boolean => narrow && isOutsider(user)

/** Leads to the log-in, and back here after it. */
export function GoToLogin({ from, address }: { from: string; address: string }) {
  useLayoutEffect(() => {
    if (from !== '/' && from !== '/dashboard') keepReturnPath(address)
  }, [from, address])
  return <GoTo path="/login" />
}

/** What this browser showed last is loaded without waiting for the session: a wrong guess would only be loaded for nothing. */
const wasPortal = () => narrowNow() && readCookie(portalCookie) !== undefined

/**
 * Loads the code and texts of an address in parallel with the session, to avoid a waterfall. Screens without a grant still show nothing,
 * since the server returns no data.
 */
async function preloadAddress(pathname: string): Promise<void> {
  const menu = screenOf(pathname)
  if (isHome(pathname) || pathname === '/') return
  if (menu) await screensByMenu[menu].ready()
  else await detailRoutes.find(({ pattern }) => matchPath(pattern, pathname))?.Page.ready()
}

/** The shell of an account, and its Home if that is what the address shows. */
async function preloadFrame(user: Session['user'], pathname: string): Promise<void> {
  const Frame = isPortal(user, narrowNow()) ? PortalShell : Shell
  const atHome = isHome(pathname) || pathname === '/'
  await Promise.all([Frame.ready(), atHome && homeOf(user).ready()])
}

watchSession()
keepRoutesOnUnload()

/** Started at once, for the first page; a failure is reported to its awaiter. */
let loading = readToken() ? loadSession() : undefined
loading?.catch(() => {})
if (wasPortal()) PortalShell.preload()
else if (!narrowNow()) Shell.preload()

/** Delay before the skeleton, which would only flash on fast loads. */
const skeletonDelayMs = 1_000

/** Resolves when user, menu and screen have loaded, so that the first page renders once; or after the delay. */
export const firstPage: Promise<unknown> = loading
  ? Promise.race([
      Promise.allSettled([
        loading.then(({ user }) => preloadFrame(user, window.location.pathname)),
        preloadAddress(window.location.pathname),
      ]),
      new Promise((resolve) => setTimeout(resolve, skeletonDelayMs)),
    ])
  : Promise.resolve()

const pauses = [400, 1_200]

/** Retries while the server restarts, so that nobody has to log in again. */
async function loadWithRetries(): Promise<void> {
  for (const pause of pauses) {
    const asking = loading ?? loadSession()
    loading = undefined
    try {
      await asking
      return
    } catch (error) {
      if (!(error instanceof Unreachable)) throw error
      await new Promise((resolve) => setTimeout(resolve, pause))
    }
  }
  await loadSession()
}

/** Loads the session; shell and Home of whoever it is are fetched at once. */
async function loadAccount(): Promise<void> {
  await loadWithRetries()
  const session = readSession()
  if (session) void preloadFrame(session.user, window.location.pathname)
}

/** Everything behind the log-in, under the router. */
export default function SignedIn() {
  return (
    <BrowserRouter>
      <Guard />
    </BrowserRouter>
  )
}

/** A token, then user and menu, then the target (spec section 4). */
function Guard() {
  const { t } = useTranslation('shell')
  const session = useOptionalSession()
  const navigate = useNavigate()
  const { pathname, search, hash } = useLocation()
  const token = readToken()
  const [failed, setFailed] = useState(false)
  const missing = token !== undefined && !session && !failed

  useEffect(() => {
    if (!missing) return
    loadAccount().catch((error: unknown) => {
      if (isCancelled(error) || !readToken()) return
      clearSession()
      if (error instanceof SessionInvalid) showWarning(t('verificationFailed'))
      else showError(error)
      setFailed(true)
      void navigate('/', { replace: true })
    })
  }, [missing, navigate, t])

  useEffect(() => {
    if (session && takeNotice() === 'replaced') showWarning(t('replaced', { name: session.user.username }))
  }, [session, t])

  if (!token) return <GoToLogin from={pathname} address={pathname + search + hash} />
  if (pathname === '/') return <Navigate to="/dashboard" replace />
  return (
    <QueryClientProvider client={queryClient}>
      {session ? <Framed user={session.user} /> : <ShellSkeleton />}
    </QueryClientProvider>
  )
}

function Framed({ user }: Pick<Session, 'user'>) {
  const narrow = useNarrow()
  const Frame = isPortal(user, narrow) ? PortalShell : Shell
  return (
    <Suspense fallback={<ShellSkeleton />}>
      <Frame />
    </Suspense>
  )
}

/** The shell's skeleton while user and menu load. */
function ShellSkeleton() {
  const narrow = useNarrow()
  const sidebar = narrow ? 'over' : readCookie('sidebarStatus') === '0' ? 'icons' : 'open'
  return (
    <div className={styles.shell} data-sidebar={sidebar}>
      <div className={styles.waitingSidebar} />
      <div className={styles.column}>
        <div className={styles.waitingTop} />
        <div className={styles.waitingTabs} />
        <main className={styles.main}>
          <PageSkeleton path={window.location.pathname} />
        </main>
      </div>
    </div>
  )
}
