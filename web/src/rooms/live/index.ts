// The Live room's screens by menu key, loaded when opened.
import type { MenuKey } from '@greenroom/contract/screens'
import type { ComponentType } from 'react'

type LiveKey = Extract<MenuKey, `live.${string}`>

export const screens: Record<LiveKey, () => Promise<{ default: ComponentType }>> = {
  'live.users': () => import('./users/BroadcasterList.tsx'),
  'live.records': () => import('./records/RecordList.tsx'),
  'live.monitor': () => import('./monitor/Monitor.tsx'),
  'live.forbidden': () => import('./forbidden/ForbiddenList.tsx'),
  'live.calls': () => import('./calls/CallList.tsx'),
  'live.gifts': () => import('./GiftList.tsx'),
}
