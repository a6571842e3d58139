// The Community room's screens by menu key, loaded when opened.
import type { MenuKey } from '@greenroom/contract/screens'
import type { ComponentType } from 'react'

type CommunityKey = Extract<MenuKey, `community.${string}`>

export const screens: Record<CommunityKey, () => Promise<{ default: ComponentType }>> = {
  'community.dynamic': () => import('./DynamicList.tsx'),
  'community.topic': () => import('./TopicList.tsx'),
  'community.comment': () => import('./CommentList.tsx'),
}
