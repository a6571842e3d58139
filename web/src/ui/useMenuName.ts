import { type MenuEntry, useSession } from '../session/session.ts'
import { useLabels } from './labels.ts'
import { menuName } from './menuName.ts'

/** The page's title: its menu's name, which staff may change. */
export function useMenuName(menu: string): string {
  const { menus } = useSession()
  const { label, language } = useLabels()
  const found = findMenu(menus, menu)
  if (!found) return label(`common:menu.${menu}`)
  return menuName(found, language)
}

function findMenu(menus: readonly MenuEntry[], key: string): MenuEntry | undefined {
  for (const menu of menus) {
    const found = menu.key === key ? menu : findMenu(menu.sysMenus, key)
    if (found) return found
  }
  return undefined
}
