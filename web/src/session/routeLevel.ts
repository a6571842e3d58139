// Which level a route has, decided at each navigation (spec section 4). Only detail routes inherit the previous route's level.
import type { MenuKey } from '@greenroom/contract/screens'
import type { RouteParams } from './routeMemory.ts'

export type RouteLevel = 1 | 3

export type RouteTarget =
  /** Home and public pages: everything is allowed (spec section 6). */
  { kind: 'open'; name: string } | { kind: 'screen'; name: MenuKey } | { kind: 'detail'; name: string; of: string }

export type PreviousRoute = { name: string; level: RouteLevel }

const userList = 'users.list'

/** The level of `target`, reached from `previous`, with its remembered parameters. */
export function levelOfRoute(
  target: RouteTarget,
  previous: PreviousRoute | undefined,
  remembered: RouteParams | undefined,
  permissions: Readonly<Record<string, RouteLevel | undefined>>,
): RouteLevel {
  if (target.kind === 'open') return 3
  if (target.kind === 'screen') return permissions[target.name] ?? 1
  if (target.of === userList && previous && previous.name !== userList) return 1
  return previous?.level ?? remembered?.permission ?? 1
}
