import { matchPath } from 'react-router'
import { isHome, screenOf } from './menu.ts'
import { detailRoutes, Home, screensByMenu } from './screens.tsx'

/**
 * Loads the code and texts of an address in parallel with the session, to avoid a waterfall. Screens without a grant still show nothing,
 * since the server returns no data.
 */
export async function preloadAddress(pathname: string): Promise<void> {
  const menu = screenOf(pathname)
  if (isHome(pathname) || pathname === '/') await Home.ready()
  else if (menu) await screensByMenu[menu].ready()
  else await detailRoutes.find(({ pattern }) => matchPath(pattern, pathname))?.Page.ready()
}
