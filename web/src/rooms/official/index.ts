// The Official room's screens by menu key, loaded when opened.
import type { MenuKey } from '@greenroom/contract/screens'
import type { ComponentType } from 'react'

type OfficialKey = Extract<MenuKey, `official.${string}`>

export const screens: Record<OfficialKey, () => Promise<{ default: ComponentType }>> = {
  'official.banner': () =>
    import('./placement/PlacementScreen.tsx').then(({ placementScreen }) => ({
      default: placementScreen('official.banner'),
    })),
  'official.activity': () =>
    import('./placement/PlacementScreen.tsx').then(({ placementScreen }) => ({
      default: placementScreen('official.activity'),
    })),
  'official.advert': () =>
    import('./placement/PlacementScreen.tsx').then(({ placementScreen }) => ({
      default: placementScreen('official.advert'),
    })),
  'official.message': () => import('./message/MessageList.tsx'),
  'official.gift': () => import('./gift/GiftList.tsx'),
  'official.account': () => import('./OfficialAccountList.tsx'),
}
