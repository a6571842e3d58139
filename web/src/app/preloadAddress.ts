import { type MenuKey, screens } from '@greenroom/contract/screens'
import { matchPath } from 'react-router'
import { loadTexts } from '../i18n/index.ts'
import { detailRoutes, homeNamespaces, loadHome, namespacesOf, preloadScreen } from './screens.tsx'

/**
 * Fetches the code and texts of what an address shows, while it is still being asked who is there and what she may see: one
 * after the other they would be waited for. What she may not see stays away all the same, since the server gives no data.
 */
export function preloadAddress(pathname: string): void {
  const path = pathname.replace(/\/+$/, '')
  const detail = detailRoutes.find(({ pattern }) => matchPath(pattern, path))
  if (detail) return ahead(detail.load(), loadTexts(namespacesOf(detail.of)))
  if (path === '' || path === '/dashboard') return ahead(loadHome(), loadTexts(homeNamespaces))
  const known = Object.entries(screens).find(([, screen]) => screen.path === path)
  if (known) preloadScreen(known[0] as MenuKey)
}

/** A failure shows where it is needed. */
const ahead = (...what: Promise<unknown>[]): void => void Promise.all(what).catch(() => {})
