// A screen's view of its route: name, level, and whether guarded elements are shown.
import { createContext, type ReactNode, useContext } from 'react'
import type { RouteLevel } from './routeLevel.ts'

export type CurrentRoute = {
  name: string
  level: RouteLevel
  /** Passed by the link that led here (`navigate(path, { state: { temp: 3 } })`); 3 lifts guarded elements. */
  temp: number | undefined
}

const RouteContext = createContext<CurrentRoute>({ name: '', level: 1, temp: undefined })

export const RouteProvider = RouteContext.Provider

/** The route that the screen is shown on. */
export const useRoute = (): CurrentRoute => useContext(RouteContext)

/** Whether elements that need full rights are shown. Display only: the server decides again. */
export function useGuard(): boolean {
  const { level, temp } = useRoute()
  return level === 3 || temp === 3
}

/** Removes its children unless the route's permission, or the passed temp param, is 3 (spec section 6). */
export function Guarded({ children }: { children: ReactNode }) {
  return useGuard() ? children : null
}
