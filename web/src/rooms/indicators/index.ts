// The Data indicators room's screens by menu key, loaded when opened.
import type { MenuKey } from '@greenroom/contract/screens'
import type { ComponentType } from 'react'

type IndicatorKey = Extract<MenuKey, `indicators.${string}`>

export const screens: Record<IndicatorKey, () => Promise<{ default: ComponentType }>> = {
  'indicators.live': () =>
    import('./dashboard/DashboardScreen.tsx').then(({ dashboardOf }) => ({ default: dashboardOf('live') })),
  'indicators.match': () =>
    import('./dashboard/DashboardScreen.tsx').then(({ dashboardOf }) => ({ default: dashboardOf('match') })),
  'indicators.overall': () =>
    import('./dashboard/DashboardScreen.tsx').then(({ dashboardOf }) => ({ default: dashboardOf('overall') })),
  'indicators.newWomen': () =>
    import('./dashboard/DashboardScreen.tsx').then(({ dashboardOf }) => ({ default: dashboardOf('newWomen') })),
  'indicators.newMen': () =>
    import('./dashboard/DashboardScreen.tsx').then(({ dashboardOf }) => ({ default: dashboardOf('newMen') })),
  'indicators.oldWomen': () =>
    import('./dashboard/DashboardScreen.tsx').then(({ dashboardOf }) => ({ default: dashboardOf('oldWomen') })),
  'indicators.oldMen': () =>
    import('./dashboard/DashboardScreen.tsx').then(({ dashboardOf }) => ({ default: dashboardOf('oldMen') })),
  'indicators.retention': () => import('./retention/Retention.tsx'),
  'indicators.calls': () =>
    import('./dashboard/DashboardScreen.tsx').then(({ dashboardOf }) => ({ default: dashboardOf('calls') })),
  'indicators.board': () => import('./board/Board.tsx'),
}

/** A board on a wall display. */
export const wallPage = () => import('./board/Wall.tsx')
