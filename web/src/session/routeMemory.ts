// Per-route parameter memory: a route's name to its last parameters (spec section 2). Kept in session storage on unload.
import { keepInTab, keptInTab } from './kept.ts'

export type RouteParams = {
  /** The route's last level (spec section 4). */
  permission?: 1 | 3
  /** A level passed by the link that led here; 3 shows guarded elements. */
  temp?: number
  [param: string]: string | number | undefined
}

const storageKey = 'greenroom:routes'

const memory = keptInTab(storageKey, (kept: [string, RouteParams][]) => new Map(kept), new Map<string, RouteParams>())

/** A route's last parameters. */
export const recallRoute = (name: string): RouteParams | undefined => memory.get(name)

/** Stores a route's current parameters. */
export const rememberRoute = (name: string, params: RouteParams): void => {
  memory.set(name, params)
}

export function forgetRoutes(): void {
  memory.clear()
  sessionStorage.removeItem(storageKey)
}

/** Saves the memory when the page unloads; a reload starts from it. */
export function keepRoutesOnUnload(): void {
  window.addEventListener('pagehide', () => {
    if (memory.size > 0) keepInTab(storageKey, [...memory])
  })
}
