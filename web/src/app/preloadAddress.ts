import { matchPath } from 'react-router'
import { isHome, screenOf } from './menu.ts'
import { detailRoutes, Home, screensByMenu } from './screens.tsx'

/**
 * Fetches the code and texts of what an address shows, while it is still being asked who is there and what she may see: one
 * after the other they would be waited for. What she may not see stays away all the same, since the server gives no data.
 */
export async function preloadAddress(pathname: string): Promise<void> {
  const menu = screenOf(pathname)
  if (isHome(pathname) || pathname === '/') await Home.ready()
  else if (menu) await screensByMenu[menu].ready()
  else await detailRoutes.find(({ pattern }) => matchPath(pattern, pathname))?.Page.ready()
}
