// Who is signed in, what she may do, and the platform's clock: loaded once at the first navigation.
import { languageChoose, logout, menuNav, userInfo } from '@greenroom/contract/access'
import type { MenuEntry } from '@greenroom/contract/access.schema'
import type { Answer } from '@greenroom/contract/call'
import type { MenuKey } from '@greenroom/contract/screens'
import { useSyncExternalStore } from 'react'
import { call, Refused } from '../api/call.ts'
import { queryClient } from '../api/query.ts'
import { onSessionEnd } from '../api/sessionEnd.ts'
import { readToken } from '../api/token.ts'
import { textLanguage } from '../i18n/index.ts'
import { dropLogin } from './cookies.ts'
import { takeEarly } from './early.ts'
import { keepReturnPath, leaveNotice } from './notice.ts'
import { forgetRoutes } from './routeMemory.ts'
import { setPlatformZone } from './zone.ts'

export type User = Answer<typeof userInfo>['user']
export type { MenuEntry } from '@greenroom/contract/access.schema'

/** What the menu's permission says: 1 is to read, 3 is to read and write (spec section 6). */
export type MenuLevel = 'read' | 'write'

export type Session = {
  user: User
  menus: readonly MenuEntry[]
  permissions: Readonly<Partial<Record<MenuKey, 1 | 3>>>
  /** The platform's time zone: ranges of time are said in it, times are shown in it. */
  timeZone: string
  /** The platform's clock less this browser's, in milliseconds. */
  clockOffset: number
  may: (menu: MenuKey, level: MenuLevel) => boolean
}

let current: Session | undefined
const listeners = new Set<() => void>()

function set(session: Session | undefined): void {
  current = session
  for (const told of listeners) told()
}

function subscribe(told: () => void): () => void {
  listeners.add(told)
  return () => listeners.delete(told)
}

/** The session, or undefined before it is loaded. For screens, which are only drawn with one, see `useSession`. */
export const readSession = (): Session | undefined => current
export const useOptionalSession = (): Session | undefined => useSyncExternalStore(subscribe, readSession)

/** The session of the person signed in. Throws outside the signed-in part of the app. */
export function useSession(): Session {
  const session = useOptionalSession()
  if (!session) throw new Error('useSession is for screens behind the log-in')
  return session
}

/** Why a session could not be loaded although the server answered: the guard shows a text of its own for it. */
export class SessionInvalid extends Error {}

/** Loads user and menu (spec section 4). Refuses a missing user and any status but 1. */
export async function loadSession(): Promise<Session> {
  // The menu depends on nothing that the user's answer tells, so it is not waited for twice.
  const menu = call(menuNav, {}, takeEarly(menuNav))
  menu.catch(() => {})
  const { user, platform } = await call(userInfo, {}, takeEarly(userInfo))
  if (!user || user.status !== 1) throw new SessionInvalid()
  const { menuList } = await menu
  const permissions = user.permissions as Session['permissions']
  const session: Session = {
    user,
    menus: menuList,
    permissions,
    timeZone: platform?.timeZone ?? 'UTC',
    clockOffset: platform ? Date.parse(platform.now) - Date.now() : 0,
    may: (menu, level) => (permissions[menu] ?? 0) >= (level === 'write' ? 3 : 1),
  }
  setPlatformZone(session.timeZone)
  set(session)
  void tellLanguage(user.language)
  return session
}

/** Names that come from the server are in the account's language: it follows what is read here. */
async function tellLanguage(told: string): Promise<void> {
  const language = textLanguage()
  if (told === language) return
  // Nothing depends on it but a few names, so a failure isn't worth a message.
  await call(languageChoose, { language }).catch(() => {})
}

/** Loads the menu anew, for a screen that changes it. */
export async function reloadMenus(): Promise<void> {
  const { menuList } = await call(menuNav, {})
  if (current) set({ ...current, menus: menuList })
}

/** Forgets everything that this browser keeps of the session: token, roles, route memory and what was read. */
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

/** Quit: tells the server, forgets everything and reloads, whether the server heard it or not. */
export async function quit(): Promise<void> {
  try {
    await call(logout, {})
  } catch (error) {
    // Without an answer the session still ends here; the server ends its side when the token lapses.
    if (!(error instanceof Refused)) console.warn('log-out was not heard by the server')
  }
  clearSession()
  // Drafts, tabs and the place to return to belong to whoever quits.
  sessionStorage.clear()
  location.assign('/login')
}

/** The server ended the session: forget it and reload; the log-in page says why and leads back here. */
export function watchSessionEnd(): void {
  onSessionEnd(() => {
    if (!readToken()) return
    keepReturnPath(location.pathname + location.search)
    leaveNotice('expired')
    // The page stays as it is until it is gone: the log-in page, drawn here, would take the notice from the next one.
    forgetKept()
    location.reload()
  })
}
