// The top-up agents' portal: its screens by menu key, loaded when opened.
import type { MenuKey } from '@greenroom/contract/screens'
import type { ComponentType } from 'react'

type AgentsKey = Extract<MenuKey, `topup-agents.${string}`>

export const screens: Record<AgentsKey, () => Promise<{ default: ComponentType }>> = {
  'topup-agents.home': () => import('./HomeScreen.tsx'),
  'topup-agents.myToken': () => import('./TokenScreen.tsx'),
  'topup-agents.buy': () => import('./buy/BuyScreen.tsx'),
  'topup-agents.sell': () => import('./sell/SellScreen.tsx'),
  'topup-agents.details': () => import('./DetailsScreen.tsx'),
  'topup-agents.verify': () => import('./VerifyScreen.tsx'),
  'topup-agents.salaryDeduction': () => import('./SalaryScreen.tsx'),
}
