// The System room's screens by menu key, loaded when opened, and its palette searchers.
import type { MenuKey } from '@greenroom/contract/screens'
import type { ComponentType } from 'react'

type SystemKey = Extract<MenuKey, `system.${string}`>

export const loadSearchers = () => import('./systemSearchers.ts')

export const screens: Record<SystemKey, () => Promise<{ default: ComponentType }>> = {
  'system.user': () => import('./user/StaffList.tsx'),
  'system.role': () => import('./user/RoleList.tsx'),
  'system.menu': () => import('./MenuTree.tsx'),
  'system.log': () => import('./LogList.tsx'),
  'system.param': () => import('./param/ParamList.tsx'),
  'system.giftTemplate': () => import('./GiftTemplateList.tsx'),
  'system.whitelist': () => import('./WhitelistList.tsx'),
  'system.version': () => import('./AppVersionList.tsx'),
  'system.country': () => import('./CountryList.tsx'),
  'system.approval': () => import('./approval/Approvals.tsx'),
  'system.bridge': () => import('./bridge/Bridge.tsx'),
  'system.installation': () => import('./installation/Installation.tsx'),
  'system.health': () => import('./installation/Health.tsx'),
  'system.import': () => import('./import/Imports.tsx'),
  'system.provider': () => import('./provider/Provider.tsx'),
}

/** Setting up a new installation. */
export const setupPage = () => import('./installation/Setup.tsx')
