// Tabs of visited views, and which one besides the shown view stays mounted (spec section 2: one cached view is kept).
import { useCallback, useEffect, useLayoutEffect, useRef, useState } from 'react'
import type { Location } from 'react-router'
import { keepInTab, keptInTab } from '../../session/kept.ts'
import type { CurrentRoute } from '../../session/route.tsx'
import type { Place } from '../menu.ts'

export type Tab = {
  /** A view is identified by its path; search and hash may change. */
  path: string
  /** The tab's whole address: where a click on it leads. */
  address: string
}

export const homePath = '/dashboard'

const storageKey = 'greenroom:tabs'
const home: Tab = { path: homePath, address: homePath }

const restoredTabs = (): readonly Tab[] =>
  keptInTab(storageKey, (kept: Tab[]) => [home, ...kept.filter(({ path }) => path !== homePath)], [home])

const addressOf = ({ pathname, search, hash }: Location): string => pathname + search + hash

/** The tabs with the view at `location` among them, at its present address. */
export function withTab(tabs: readonly Tab[], location: Location): readonly Tab[] {
  const tab = { path: location.pathname, address: addressOf(location) }
  const known = tabs.find(({ path }) => path === tab.path)
  if (!known) return [...tabs, tab]
  return known.address === tab.address ? tabs : tabs.map((other) => (other === known ? tab : other))
}

/** Where to go when the tab of `path` closes: the neighbour after it, else before it. */
export function neighbourOf(tabs: readonly Tab[], path: string): Tab {
  const index = tabs.findIndex((tab) => tab.path === path)
  return tabs[index + 1] ?? tabs[index - 1] ?? home
}

export type ShownPlace = Extract<Place, { kind: 'home' | 'screen' | 'detail' }>

/** A mounted view with its last location: a hidden one must not see later navigation. */
export type View = { path: string; location: Location; cacheAble: boolean; place: ShownPlace; route: CurrentRoute }

/** The views that are mounted when `shown` replaces `before`: at most one hidden one, and only if it may be cached. */
export function nextViews(before: readonly View[], shown: View): readonly View[] {
  const left = before.find(({ path }) => path !== shown.path && path === before[0]?.path)
  if (!left) return [shown, ...before.slice(1).filter(({ path }) => path !== shown.path)]
  return left.cacheAble ? [shown, left] : [shown]
}

export type Views = {
  tabs: readonly Tab[]
  /** The shown view first, then the cached one. */
  mounted: readonly View[]
  close: (path: string) => Tab
  closeOthers: (path: string) => void
}

/** Follows the navigation: keeps the tabs, the cached view and every view's scroll place. */
export function useViews(shown: View | undefined): Views {
  const [tabs, setTabs] = useState(restoredTabs)
  const [mounted, setMounted] = useState<readonly View[]>([])

  // Derived while rendering, so that the view which goes hidden is never drawn at the new address.
  let views = mounted
  if (shown && mounted[0]?.location !== shown.location) {
    // A view whose tab was closed is not cached.
    views = nextViews(
      mounted.filter(({ path }) => path === shown.path || tabs.some((tab) => tab.path === path)),
      shown,
    )
    setMounted(views)
    setTabs(withTab(tabs, shown.location))
  }

  useEffect(() => keepInTab(storageKey, tabs), [tabs])
  useScrollPlaces(shown?.path)

  const close = useCallback(
    (path: string) => {
      const neighbour = neighbourOf(tabs, path)
      setTabs((before) => before.filter((tab) => tab.path !== path || tab.path === homePath))
      setMounted((before) => before.filter((view, index) => index === 0 || view.path !== path))
      return neighbour
    },
    [tabs],
  )

  const closeOthers = useCallback((path: string) => {
    setTabs((before) => before.filter((tab) => tab.path === path || tab.path === homePath))
    setMounted((before) => before.filter((view) => view.path === path))
  }, [])

  return { tabs, mounted: views, close, closeOthers }
}

/** The window scrolls, and every view has its own place in it. */
function useScrollPlaces(path: string | undefined): void {
  const places = useRef(new Map<string, number>())
  const current = useRef(path)

  useEffect(() => {
    history.scrollRestoration = 'manual'
    const remember = () => {
      if (current.current) places.current.set(current.current, window.scrollY)
    }
    window.addEventListener('scroll', remember, { passive: true })
    return () => window.removeEventListener('scroll', remember)
  }, [])

  useLayoutEffect(() => {
    if (current.current === path) return
    current.current = path
    window.scrollTo(0, (path && places.current.get(path)) || 0)
  }, [path])
}
