// Every screen by its menu key, loaded when it's opened. The contract says which keys exist; rooms say what draws them.
import type { MenuKey } from '@greenroom/contract/screens'
import type { ComponentType } from 'react'
import { loadTexts, type Namespace } from '../i18n/index.ts'
import { screens as audits } from '../rooms/audits/index.ts'
import { screens as community } from '../rooms/community/index.ts'
import { screens as flow } from '../rooms/flow/index.ts'
import { screens as live } from '../rooms/live/index.ts'
import { screens as system } from '../rooms/system/index.ts'
import { screens as users } from '../rooms/users/index.ts'

export type ScreenLoader = () => Promise<{ default: ComponentType }>

/** A page below a screen, with parameters in its path: `/user/detail/:id`. It has no menu of its own. */
export type DetailRoute = {
  name: string
  pattern: string
  /** The screen it belongs to, whose menu a person needs. */
  of: MenuKey
  cacheAble: boolean
  load: ScreenLoader
}

export const screenLoaders: Readonly<Record<MenuKey, ScreenLoader>> = {
  ...system,
  ...users,
  ...flow,
  ...live,
  ...audits,
  ...community,
}

export const detailRoutes: readonly DetailRoute[] = [
  {
    name: 'users.detail',
    pattern: '/user/detail/:id',
    of: 'users.list',
    cacheAble: true,
    load: () => import('./person/PersonPage.tsx'),
  },
]

export const loadHome: ScreenLoader = () => import('../rooms/access/Home.tsx')
export const homeNamespaces: Namespace[] = ['access']

/** The namespaces that a screen's room needs, loaded beside its code. */
export const namespacesOf = (menu: MenuKey): Namespace[] => ['list', menu.split('.')[0] as Namespace]

/** Fetches a screen's code and texts ahead, when someone is about to go there. A failure shows when she does. */
export function preloadScreen(menu: MenuKey): void {
  Promise.all([screenLoaders[menu](), loadTexts(namespacesOf(menu))]).catch(() => {})
}
