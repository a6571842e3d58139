// Every screen by its menu key, loaded when it's opened. The contract says which keys exist; rooms say what draws them.
import type { MenuKey } from '@greenroom/contract/screens'
import type { ComponentType } from 'react'
import type { Namespace } from '../i18n/index.ts'

export type ScreenLoader = () => Promise<{ default: ComponentType }>

/** Screens of the System room, until its door exports them. */
const system: Partial<Record<MenuKey, ScreenLoader>> = {}

export const screenLoaders: Partial<Record<MenuKey, ScreenLoader>> = { ...system }

/** The namespaces that a screen's room needs, loaded beside its code. */
export const namespacesOf = (menu: MenuKey): Namespace[] => ['list', menu.split('.')[0] as Namespace]
