// The frame of leaders' and agents' screens on phones and small tablets: the title above, four places and More at the thumb. No tabs, no
// sidebar, and none of the kit's menus, which would double what the portal weighs.
import { Activity, lazy, Suspense, useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Link, Navigate, useLocation } from 'react-router'
import { writeCookie } from '../../api/cookie.ts'
import { currentLanguage, loadTexts } from '../../i18n/index.ts'
import { GoTo } from '../../session/address.tsx'
import { portalCookie } from '../../session/outsider.ts'
import { RouteProvider } from '../../session/route.tsx'
import { useSession } from '../../session/session.ts'
import { afterScreen } from '../../ui/behaviour/afterScreen.ts'
import { MenuIcon } from '../../ui/values/MenuIcon.tsx'
import { Forbidden } from '../Forbidden.tsx'
import { placeOf } from '../menu.ts'
import { FillBanner, OutageBar, Seeing } from '../shell/Bars.tsx'
import { LanguageSwitch } from '../shell/Switches.tsx'
import { isShown, usePageTitle, viewAt } from '../shell/shownView.ts'
import { ViewHost } from '../shell/ViewHost.tsx'
import { useViews } from '../shell/views.ts'
import { useCurrentRoute } from '../useCurrentRoute.ts'
import styles from './PortalShell.module.css'
import { type PortalPlace, placeAt, placesOf } from './places.ts'

/** A separate chunk, after the screen: no page waits for it. */
const Bell = lazy(async () => {
  await new Promise<void>(afterScreen)
  const [loaded] = await Promise.all([import('./PortalBell.tsx'), loadTexts(['bell'])])
  return loaded
})
const More = lazy(() => import('./More.tsx'))

/** Of the menus' picture: icons of their own would come with the lists that have them. */
const icons = {
  home: 'home',
  week: 'calendar-week',
  members: 'users-group',
  money: 'wallet',
  sell: 'send',
  buy: 'shopping-cart',
  sales: 'history',
} as const satisfies Record<PortalPlace['name'], string>

/**
 * Says without a network that there is none. Browsers have workers on https and on this machine only; without it everything works as before.
 * It is fetched anew with each page that is opened, and so follows updates.
 */
function startWorker(): void {
  if (!window.isSecureContext || !('serviceWorker' in navigator)) return
  navigator.serviceWorker.register('/portal-worker.js', { updateViaCache: 'none' }).catch(() => {})
}

/** The views of the portal, one shown and one cached. */
export default function PortalShell() {
  const { t } = useTranslation('shell')
  const { user, menus } = useSession()
  const location = useLocation()
  const place = placeOf(location.pathname, menus)
  const route = useCurrentRoute(place, location)
  const shown = viewAt(place, location, route)
  const views = useViews(shown)
  const { title } = usePageTitle(place, location.pathname)
  const kind = user.unionId === null ? 'agent' : 'leader'
  useEffect(() => {
    writeCookie(portalCookie, kind, 365)
    return afterScreen(startWorker)
  }, [kind])

  if (place.kind === 'redirect') return <Navigate to={place.to + location.search} replace />
  if (place.kind === 'unknown') return <GoTo path="/404" />
  return (
    <div className={styles['shell']} data-shell="portal">
      {/* From it the portal is installed: with shortcuts of leaders or of agents, in the page's language. */}
      <link rel="manifest" href={`/manifest-${kind}-${currentLanguage()}.json`} />
      <a href="#main" className={styles['skip']}>
        {t('skip')}
      </a>
      <Seeing />
      <header className={styles['top']}>
        <Link to="/dashboard" aria-label={t('home')} className={styles['brand']}>
          <img src="/icon.svg" alt="" width={24} height={24} />
        </Link>
        {/* The screen has a heading of its own: this stays in sight while it scrolls. */}
        <span className={styles['title']} aria-hidden>
          {title}
        </span>
        <Suspense>
          <Bell />
        </Suspense>
        <LanguageSwitch more />
      </header>
      <Suspense>
        <FillBanner />
      </Suspense>
      <OutageBar />
      <main id="main" tabIndex={-1} className={styles['main']}>
        {place.kind === 'forbidden' && <Forbidden menu={place.menu} />}
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
      </main>
      <Places places={placesOf(user, menus)} pathname={location.pathname} isKnown={isShown(place)} at={location.key} />
    </div>
  )
}

type Props = { places: readonly PortalPlace[]; pathname: string; isKnown: boolean; at: string }

function Places({ places, pathname, isKnown, at }: Props) {
  const { t } = useTranslation('shell')
  const here = isKnown ? placeAt(places, pathname) : undefined
  // Going somewhere closes it.
  const [openAt, setOpenAt] = useState<string>()
  const isOpen = openAt === at
  return (
    <>
      <nav className={styles['places']} aria-label={t('portal.places')}>
        <ul>
          {places.map((one) => (
            <li key={one.name}>
              <Link to={one.href} className={styles['place']} aria-current={one === here ? 'page' : undefined}>
                <MenuIcon name={icons[one.name]} size={22} />
                <span>{t(`portal.${one.name}`)}</span>
              </Link>
            </li>
          ))}
          <li>
            <button
              type="button"
              className={styles['place']}
              aria-haspopup="dialog"
              aria-expanded={isOpen}
              data-here={here === undefined || undefined}
              onClick={() => setOpenAt(at)}
            >
              <MenuIcon name="menu-2" size={22} />
              <span>{t('portal.more')}</span>
            </button>
          </li>
        </ul>
      </nav>
      <Suspense>{isOpen && <More close={() => setOpenAt(undefined)} />}</Suspense>
    </>
  )
}
