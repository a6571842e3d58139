// The Live room's screens by menu key, loaded when opened.
import type { MenuKey } from '@greenroom/contract/screens'
import type { ComponentType } from 'react'

type LiveKey = Extract<MenuKey, `live.${string}`>

export const screens: Record<LiveKey, () => Promise<{ default: ComponentType }>> = {
  'live.users': () => import('./BroadcasterList.tsx'),
  'live.records': () => import('./BroadcastList.tsx'),
  'live.monitor': () => import('./monitor/Monitor.tsx'),
  'live.forbidden': () => import('./forbidden/ForbiddenList.tsx'),
  'live.calls': () => import('./CallList.tsx'),
  'live.gifts': () => import('./SentGifts.tsx'),
}
