import { isLanguage, staffLanguageOf, staffLanguages } from '@greenroom/contract/languages'
import i18next from 'i18next'
import { type MenuEntry, useSession } from '../session/session.ts'
import { useLabels } from './labels.ts'

type Named = { key?: string | null; names: { en: string; cn: string } }

const textOf = (language: string, key: string): unknown => i18next.getResource(language, 'shell', key)

/** Which text a menu's English name is, if staff left it as it was. */
function standard({ key, names }: Named): string | undefined {
  if (key) return textOf('en', `screens.${key}`) === names.en ? `screens.${key}` : undefined
  const areas = Object.entries(textOf('en', 'areas') ?? {})
  const area = areas.find(([, text]) => text === names.en)
  return area && `areas.${area[0]}`
}

/**
 * A menu's name as its reader knows it: staff's in their two languages; in those of outsiders the translation of a name that staff did not
 * change, else staff's.
 */
export function menuName(entry: Named, language: string): string {
  const own = entry.names[staffLanguageOf(isLanguage(language) ? language : undefined)]
  if (staffLanguages.some((staffs) => staffs === language)) return own
  const key = standard(entry)
  const text = key === undefined ? undefined : textOf(language, key)
  return typeof text === 'string' ? text : own
}

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
