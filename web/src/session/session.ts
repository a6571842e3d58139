// The signed-in account, its rights, and the platform's clock: loaded once at the first navigation.
import { languageChoose, logout, menuNav, userInfo } from '@greenroom/contract/access'
import type { MenuEntry } from '@greenroom/contract/access.schema'
import type { Answer } from '@greenroom/contract/call'
import type { MenuKey } from '@greenroom/contract/screens'
import { useSyncExternalStore } from 'react'
import { call, Refused } from '../api/call.ts'
import { operationsOf } from '../api/operations.ts'
import { onPlatformNews } from '../api/platformNews.ts'
import { queryClient } from '../api/query.ts'
import { announceSessionReplaced, onSessionEnd } from '../api/sessionEnd.ts'
import { adoptToken, isTokenReplaced, readToken } from '../api/token.ts'
import { ownZone } from '../format/time.ts'
import { textLanguage } from '../i18n/index.ts'
import { dropLogin } from './cookies.ts'
import { takeEarly } from './early.ts'
import { keepReturnPath, leaveNotice, type Notice } from './notice.ts'
import { isOutsider } from './outsider.ts'
import { forgetRoutes } from './routeMemory.ts'
import { setZones } from './zone.ts'

export type User = Answer<typeof userInfo>['user']
export type { MenuEntry } from '@greenroom/contract/access.schema'

/** The menu's level: 1 read, 3 read and write (spec section 6). */
export type MenuLevel = 'read' | 'write'

export type Session = {
  user: User
  menus: readonly MenuEntry[]
  permissions: Readonly<Partial<Record<MenuKey, 1 | 3>>>
  /** The platform's time zone: of days and of times that are entered. */
  timeZone: string
  /** The zone in which times are shown: guild leaders and agents, who live elsewhere, read their own. */
  shownZone: string
  /** The platform's clock minus this browser's, in milliseconds. */
  clockOffset: number
  may: (menu: MenuKey, level: MenuLevel) => boolean
}

let current: Session | undefined
const listeners = new Set<() => void>()

function set(session: Session | undefined): void {
  current = session
  operationsOf(session?.user.userId ?? 'public')
  for (const listener of listeners) listener()
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

/** The session, or undefined before it is loaded. Screens, which only render with one, use `useSession`. */
export const readSession = (): Session | undefined => current
export const useOptionalSession = (): Session | undefined => useSyncExternalStore(subscribe, readSession)

/** The current session. Throws outside the signed-in part of the app. */
export function useSession(): Session {
  const session = useOptionalSession()
  if (!session) throw new Error('useSession is for screens behind the log-in')
  return session
}

/** The session could not be loaded although the server answered; the guard shows a special text. */
export class SessionInvalid extends Error {}

/** Loads user and menu (spec section 4). Refuses a missing user and any status but 1. */
export async function loadSession(): Promise<Session> {
  adoptToken()
  // The menu doesn't depend on the user, so both are loaded in parallel.
  const menu = call(menuNav, {}, takeEarly(menuNav))
  menu.catch(() => {})
  const { user, platform } = await call(userInfo, {}, takeEarly(userInfo))
  if (!user || user.status !== 1) throw new SessionInvalid()
  const { menuList } = await menu
  const permissions = user.permissions as Session['permissions']
  const timeZone = platform?.timeZone ?? 'UTC'
  const shownZone = isOutsider(user) ? ownZone() : timeZone
  const session: Session = {
    user,
    menus: menuList,
    permissions,
    timeZone,
    shownZone,
    clockOffset: platform ? Date.parse(platform.now) - Date.now() : 0,
    may: (menu, level) => (permissions[menu] ?? 0) >= (level === 'write' ? 3 : 1),
  }
  setZones({ platform: timeZone, shown: shownZone })
  set(session)
  void saveLanguage(user.language)
  return session
}

/** The server's names are in the account's language, so it is set to the page's language. */
async function saveLanguage(accountLanguage: string): Promise<void> {
  const language = textLanguage()
  if (accountLanguage === language) return
  // Only a few names depend on it, so a failure shows no message.
  await call(languageChoose, { language }).catch(() => {})
}

/** Reloads the menu, for screens that change it. */
export async function reloadMenus(): Promise<void> {
  const { menuList } = await call(menuNav, {})
  changeSession({ menus: menuList })
}

/** Changes a part of what is known of the session. */
function changeSession(change: Partial<Session>): void {
  if (current) set({ ...current, ...change })
}

onPlatformNews({
  zone: (zone) => {
    if (current && zone !== current.timeZone)
      import('./zoneChange.ts').then(({ takeZone }) => takeZone(readSession, changeSession)).catch(() => {})
  },
  language: () => void queryClient.invalidateQueries(),
})

/** Clears everything that this browser stores of the session: token, roles, route memory and cached queries. */
function forgetKept(): void {
  dropLogin()
  forgetRoutes()
  queryClient.clear()
}

/** Forgets the session. */
export function clearSession(): void {
  forgetKept()
  set(undefined)
}

/** Logs out: ends the session on the server, clears everything and reloads, even without an answer. */
export async function logOut(): Promise<void> {
  try {
    await call(logout, {})
  } catch (error) {
    // Without an answer the session still ends here; on the server it ends when the token expires.
    if (!(error instanceof Refused)) console.warn('the server did not confirm the log-out')
  }
  clearSession()
  // Drafts, tabs and the return address belong to the account that logs out.
  sessionStorage.clear()
  location.assign('/login')
}

/**
 * Watches for the end of the session: the server ended it, or another tab logged out or in with another account. Both reload the page: to the
 * log-in, which shows why and leads back here, or for the other account, so that this page sends nothing in its name.
 */
export function watchSession(): void {
  const loadAgain = (notice: Notice) => {
    leaveNotice(notice)
    location.reload()
  }
  let leaves = false
  onSessionEnd({
    ended: () => {
      if (!readToken()) return
      keepReturnPath(location.pathname + location.search)
      // Keep rendering the page until it unloads: the log-in page, if mounted here, would consume the notice.
      forgetKept()
      loadAgain('expired')
    },
    replaced: () => {
      if (leaves) return
      leaves = true
      if (!readToken()) {
        keepReturnPath(location.pathname + location.search)
        return loadAgain('expired')
      }
      forgetRoutes()
      loadAgain('replaced')
    },
  })
  const compare = () => {
    if (isTokenReplaced()) announceSessionReplaced()
  }
  window.addEventListener('focus', compare)
  document.addEventListener('visibilitychange', compare)
}
