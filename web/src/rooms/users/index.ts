// The User room's screens by menu key, loaded when opened, and its palette searchers. Its parts of a user's page are in `person/`.
import type { MenuKey } from '@greenroom/contract/screens'
import type { ComponentType } from 'react'

type UsersKey = Extract<MenuKey, `users.${string}`>

export const loadSearchers = () => import('./userSearchers.ts')

export const screens: Record<UsersKey, () => Promise<{ default: ComponentType }>> = {
  'users.list': () => import('./UserList.tsx'),
  'users.device': () => import('./device/DeviceList.tsx'),
  'users.banLog': () => import('./BanLog.tsx'),
  'users.contact': () => import('./RevealList.tsx'),
  'users.grant': () => import('./GrantList.tsx'),
  'users.deletions': () => import('./deletion/DeletionList.tsx'),
}
