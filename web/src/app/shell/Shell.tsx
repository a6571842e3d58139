import type { Language } from '@greenroom/contract/languages'
import { Activity, lazy, Suspense, useCallback, useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Navigate, useLocation, useNavigate } from 'react-router'
import { currentLanguage } from '../../i18n/index.ts'
import { GoTo } from '../../session/address.tsx'
import { RouteProvider } from '../../session/route.tsx'
import { useSession } from '../../session/session.ts'
import { HelpProvider, useShortcut } from '../../session/shortcuts.ts'
import { afterScreen } from '../../ui/behaviour/afterScreen.ts'
import { stepExact } from '../../ui/values/exact.ts'
import { Forbidden } from '../Forbidden.tsx'
import { nameOf, type Place, pathOf, placeOf } from '../menu.ts'
import { catchTyping } from '../palette/typeAhead.ts'
import { useCurrentRoute } from '../useCurrentRoute.ts'
import { FillBanner, OutageBar, Seeing } from './Bars.tsx'
import { ViewTabs } from './OpenViews.tsx'
import styles from './Shell.module.css'
import { Sidebar } from './Sidebar.tsx'
import { isShown, usePageTitle, viewAt } from './shownView.ts'
import { useSidebarState } from './sidebarState.ts'
import { type Crumb, TopBar } from './TopBar.tsx'
import { ViewHost } from './ViewHost.tsx'
import { homePath, useViews } from './views.ts'

const PasswordDialog = lazy(() => import('../../rooms/access/security/PasswordDialog.tsx'))
const loadPalette = () => import('../palette/Palette.tsx')
const Palette = lazy(loadPalette)
const ShortcutHelp = lazy(() => import('../palette/ShortcutHelp.tsx'))

type Dialog = 'password' | 'palette' | 'shortcuts'

/** Frame of all screens: sidebar, top bar, tabs; and the views, one shown and one cached. */
export function Shell() {
  const { t } = useTranslation('shell')
  const { menus } = useSession()
  const location = useLocation()
  const navigate = useNavigate()
  const sidebar = useSidebarState()
  const language = currentLanguage()

  const place = placeOf(location.pathname, menus)
  const route = useCurrentRoute(place, location)
  const isAlone = place.kind === 'detail' && place.route.alone === true
  const view = viewAt(place, location, route)
  const shown = isAlone ? undefined : view
  const views = useViews(shown)

  const { title, titleOf } = usePageTitle(place, location.pathname)

  const addressOf = (path: string) => views.tabs.find((tab) => tab.path === path)?.address ?? path
  const close = (path: string) => {
    if (path === homePath) return
    const neighbour = views.close(path)
    if (path === location.pathname) void navigate(neighbour.address)
  }
  const step = (by: number) => {
    const at = views.tabs.findIndex(({ path }) => path === location.pathname)
    const next = views.tabs[(at + by + views.tabs.length) % views.tabs.length]
    if (next) void navigate(next.address)
  }

  // Prefetched, so that text typed right after Ctrl K gets into it.
  useEffect(() => afterScreen(() => void loadPalette().catch(() => {})), [])

  const dialogs = useDialogs()
  useShortcut('palette', 'shell:shortcuts.palette', () => dialogs.open('palette'))
  const { open: openDialog } = dialogs
  const openHelp = useCallback(() => openDialog('shortcuts'), [openDialog])
  useShortcut('help', 'shell:shortcuts.help', openHelp)
  useShortcut('exact', 'shell:shortcuts.exact', stepExact)
  useShortcut('menu', 'shell:shortcuts.menu', sidebar.toggle)
  useShortcut('previousTab', 'shell:tabs.previous', () => step(-1))
  useShortcut('nextTab', 'shell:tabs.next', () => step(1))
  useShortcut('closeTab', 'shell:tabs.closeThis', () => close(location.pathname))
  useShortcut('closeOtherTabs', 'shell:tabs.closeOthers', () => views.closeOthers(location.pathname))

  if (place.kind === 'redirect') return <Navigate to={place.to + location.search} replace />
  if (place.kind === 'unknown') return <GoTo path="/404" />
  if (isAlone && view)
    return (
      <RouteProvider value={view.route}>
        <Seeing />
        <ViewHost view={view} />
      </RouteProvider>
    )

  return (
    <div className={styles.shell} data-sidebar={sidebar.narrow ? 'over' : sidebar.open ? 'open' : 'icons'}>
      <a href="#main" className={styles.skip}>
        {t('skip')}
      </a>
      <Sidebar state={sidebar} addressOf={addressOf} />
      {sidebar.narrow && sidebar.open && (
        // The keyboard closes it too, with Escape and the button in the top bar.
        <div className={styles.veil} onClick={sidebar.close} aria-hidden />
      )}
      <div className={styles.column}>
        <Seeing />
        <TopBar
          sidebar={sidebar}
          crumbs={crumbsOf(place, language, t('home'), title)}
          onPalette={() => dialogs.open('palette')}
          onPassword={() => dialogs.open('password')}
          onShortcuts={openHelp}
        />
        <ViewTabs
          // A tab of an earlier visit may lead to a screen that is no longer permitted.
          tabs={views.tabs.filter(({ path }) => isShown(placeOf(path, menus)))}
          titleOf={titleOf}
          current={location.pathname}
          onClose={close}
          onCloseOthers={views.closeOthers}
        />
        <Suspense>
          <FillBanner />
        </Suspense>
        <OutageBar />
        <main id="main" tabIndex={-1} className={styles.main}>
          {place.kind === 'forbidden' && <Forbidden menu={place.menu} />}
          <HelpProvider value={openHelp}>
            {[...views.mounted]
              // A stable order, so that swapping the two moves nothing in the document.
              .sort((one, other) => (one.path < other.path ? -1 : 1))
              .map((view) => (
                <Activity key={view.path} mode={view.path === shown?.path ? 'visible' : 'hidden'}>
                  <RouteProvider value={view.route}>
                    <ViewHost view={view} />
                  </RouteProvider>
                </Activity>
              ))}
          </HelpProvider>
        </main>
      </div>
      <Suspense>
        {dialogs.used.has('palette') && (
          <Palette opened={dialogs.shown === 'palette'} onClose={dialogs.close} addressOf={addressOf} />
        )}
        {dialogs.used.has('password') && (
          <PasswordDialog opened={dialogs.shown === 'password'} onClose={dialogs.close} />
        )}
        {dialogs.used.has('shortcuts') && (
          <ShortcutHelp opened={dialogs.shown === 'shortcuts'} onClose={dialogs.close} />
        )}
      </Suspense>
    </div>
  )
}

/** One dialog at a time; its code loads on first use, and it stays mounted for the closing transition. */
function useDialogs() {
  const [shown, setShown] = useState<Dialog>()
  const [used, setUsed] = useState<ReadonlySet<Dialog>>(new Set())
  const open = useCallback((dialog: Dialog) => {
    if (dialog === 'palette') catchTyping()
    setUsed((before) => new Set([...before, dialog]))
    setShown(dialog)
  }, [])
  const close = useCallback(() => setShown(undefined), [])
  return { shown, used, open, close }
}

function crumbsOf(place: Place, language: Language, home: string, title: string): readonly Crumb[] {
  const first: Crumb = { name: home, href: homePath }
  if (place.kind === 'home') return [first]
  const trail = place.kind === 'screen' || place.kind === 'detail' ? place.trail : []
  const matched = trail.map((entry) => ({ name: nameOf(entry, language), href: pathOf(entry) || undefined }))
  return place.kind === 'screen' ? [first, ...matched] : [first, ...matched, { name: title, href: undefined }]
}
