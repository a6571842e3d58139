// The Official room's screens by menu key, loaded when opened.
import type { MenuKey } from '@greenroom/contract/screens'
import type { ComponentType } from 'react'

type OfficialKey = Extract<MenuKey, `official.${string}`>

export const screens: Record<OfficialKey, () => Promise<{ default: ComponentType }>> = {
  'official.banner': () => import('./placement/BannerList.tsx'),
  'official.activity': () => import('./placement/ActivityList.tsx'),
  'official.advert': () => import('./placement/AdvertList.tsx'),
  'official.message': () => import('./message/MessageList.tsx'),
  'official.gift': () => import('./gift/GiftList.tsx'),
  'official.account': () => import('./OfficialAccountList.tsx'),
}
