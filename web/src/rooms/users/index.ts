// The door of the User room: its screens by menu key, loaded when they're opened, and what the palette can find here.
// What it brings to a person's page stands in `person/`.
import type { MenuKey } from '@greenroom/contract/screens'
import type { ComponentType } from 'react'

type UsersKey = Extract<MenuKey, `users.${string}`>

export const loadSearchers = () => import('./searchers.ts')

export const screens: Record<UsersKey, () => Promise<{ default: ComponentType }>> = {
  'users.list': () => import('./list/UserList.tsx'),
  'users.device': () => import('./device/DeviceList.tsx'),
  'users.banLog': () => import('./banLog/BanLog.tsx'),
  'users.contact': () => import('./RevealList.tsx'),
  'users.grant': () => import('./GrantList.tsx'),
}
