// The Flow room's screens by menu key, loaded when opened.
import type { MenuKey } from '@greenroom/contract/screens'
import type { ComponentType } from 'react'

type FlowKey = Extract<MenuKey, `flow.${string}`>

export const screens: Record<FlowKey, () => Promise<{ default: ComponentType }>> = {
  'flow.daily': () => import('./daily/DailyFlow.tsx'),
  'flow.token': () => import('./token/TokenFlow.tsx'),
  'flow.reconcile': () => import('./Reconcile.tsx'),
}
