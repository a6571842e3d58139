import { type MenuKey, screens } from '@greenroom/contract/screens'
import { matchPath } from 'react-router'
import { detailRoutes, Home, screensByMenu } from './screens.tsx'

/**
 * Fetches the code and texts of what an address shows, while it is still being asked who is there and what she may see: one
 * after the other they would be waited for. What she may not see stays away all the same, since the server gives no data.
 */
export function preloadAddress(pathname: string): void {
  const path = pathname.replace(/\/+$/, '')
  const known = Object.entries(screens).find(([, screen]) => screen.path === path)
  const detail = detailRoutes.find(({ pattern }) => matchPath(pattern, path))
  if (path === '' || path === '/dashboard') Home.preload()
  else if (known) screensByMenu[known[0] as MenuKey].preload()
  else detail?.Page.preload()
}
