// The Promotion room's screens by menu key, loaded when opened.
import type { MenuKey } from '@greenroom/contract/screens'
import type { ComponentType } from 'react'

type PromotionKey = Extract<MenuKey, `promotion.${string}`>

export const screens: Record<PromotionKey, () => Promise<{ default: ComponentType }>> = {
  'promotion.channel': () => import('./channel/ChannelList.tsx'),
  'promotion.channelDay': () => import('./days/ChannelDays.tsx'),
  'promotion.settle': () => import('./SettleList.tsx'),
  'promotion.benefit': () => import('./benefit/BenefitList.tsx'),
  'promotion.landing': () => import('./landing/LandingList.tsx'),
}
