import { useEffect, useState } from 'react'
import type { Location } from 'react-router'
import type { CurrentRoute } from '../session/route.tsx'
import { levelOfRoute, type RouteTarget } from '../session/routeLevel.ts'
import { recallRoute, rememberRoute } from '../session/routeMemory.ts'
import { useSession } from '../session/session.ts'
import type { Place } from './menu.ts'

function targetOf(place: Place): RouteTarget {
  if (place.kind === 'screen') return { kind: 'screen', name: place.menu }
  if (place.kind === 'detail' && place.route.of !== undefined)
    return { kind: 'detail', name: place.route.name, of: place.route.of }
  if (place.kind === 'detail') return { kind: 'open', name: place.route.name }
  return { kind: 'open', name: place.kind === 'home' ? 'dashboard' : place.kind }
}

const tempIn = (state: unknown): number | undefined => {
  const temp = typeof state === 'object' && state !== null ? (state as { temp?: unknown }).temp : undefined
  return typeof temp === 'number' ? temp : undefined
}

/** The route's name, level and temp param, set once for each navigation and remembered by the route's name. */
export function useCurrentRoute(place: Place, location: Location): CurrentRoute {
  const { permissions } = useSession()
  const target = targetOf(place)
  const [current, setCurrent] = useState<{ path: string; permissions: unknown; route: CurrentRoute }>()

  const passed = target.kind === 'detail' ? tempIn(location.state) : undefined

  let now = current
  // A link to the current address may pass state too.
  const isPassed = passed !== undefined && passed !== now?.route.temp
  if (now?.path !== location.pathname || now.permissions !== permissions || isPassed) {
    const remembered = recallRoute(target.name)
    const route: CurrentRoute = {
      name: target.name,
      level: levelOfRoute(target, current?.route, remembered, permissions),
      // A screen uses its own level; a level passed by a link is for detail routes, and survives a reload.
      temp: target.kind === 'detail' ? (passed ?? remembered?.temp) : undefined,
    }
    now = { path: location.pathname, permissions, route }
    setCurrent(now)
  }

  const { route } = now
  const params = place.kind === 'detail' ? JSON.stringify(place.params) : '{}'
  useEffect(() => {
    const { name, level, temp } = route
    rememberRoute(name, {
      ...(JSON.parse(params) as object),
      permission: level,
      ...(temp === undefined ? {} : { temp }),
    })
  }, [route, params])

  return route
}
