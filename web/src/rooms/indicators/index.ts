// The Data indicators room's screens by menu key, loaded when opened.
import type { MenuKey } from '@greenroom/contract/screens'
import type { ComponentType } from 'react'

type IndicatorKey = Extract<MenuKey, `indicators.${string}`>

export const screens: Record<IndicatorKey, () => Promise<{ default: ComponentType }>> = {
  'indicators.live': () => import('./dashboard/Live.tsx'),
  'indicators.match': () => import('./dashboard/Match.tsx'),
  'indicators.overall': () => import('./dashboard/Overall.tsx'),
  'indicators.newWomen': () => import('./dashboard/NewWomen.tsx'),
  'indicators.newMen': () => import('./dashboard/NewMen.tsx'),
  'indicators.oldWomen': () => import('./dashboard/OldWomen.tsx'),
  'indicators.oldMen': () => import('./dashboard/OldMen.tsx'),
  'indicators.retention': () => import('./retention/Retention.tsx'),
  'indicators.calls': () => import('./dashboard/Calls.tsx'),
  'indicators.board': () => import('./board/Board.tsx'),
}

/** A board on a wall display. */
export const wallPage = () => import('./board/Wall.tsx')
