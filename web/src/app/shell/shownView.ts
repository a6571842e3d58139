// Which view an address shows, and its title: for both shells.
import { useEffect } from 'react'
import { useTranslation } from 'react-i18next'
import type { Location } from 'react-router'
import { currentLanguage } from '../../i18n/index.ts'
import type { CurrentRoute } from '../../session/route.tsx'
import { useSession } from '../../session/session.ts'
import { useTitles } from '../../session/titles.ts'
import { nameOf, type Place, placeOf } from '../menu.ts'
import type { View } from './views.ts'

export const isShown = (place: Place): place is View['place'] =>
  place.kind === 'home' || place.kind === 'screen' || place.kind === 'detail'

function mayBeCached(place: View['place']): boolean {
  if (place.kind === 'home') return true
  return place.kind === 'screen' ? place.entry.cacheAble !== 0 : place.route.cacheAble
}

/** The view of a place; none where it shows no screen. */
export const viewAt = (place: Place, location: Location, route: CurrentRoute): View | undefined =>
  isShown(place) ? { path: location.pathname, location, cacheAble: mayBeCached(place), place, route } : undefined

function titleIn(place: Place): string | undefined {
  if (place.kind === 'screen') return nameOf(place.entry, currentLanguage())
  if (place.kind === 'detail') return Object.values(place.params)[0] ?? place.route.name
  return undefined
}

/** The title of the page, which the document takes, and that of any other address. */
export function usePageTitle(place: Place, pathname: string): { title: string; titleOf: (path: string) => string } {
  const { t } = useTranslation('shell')
  const { menus } = useSession()
  const titles = useTitles()
  const titleOf = (path: string): string => {
    const at = placeOf(path, menus)
    if (at.kind === 'detail' && at.route.name === 'requests') return t('user.requests')
    if (at.kind === 'detail' && at.route.name === 'security') return t('user.security')
    if (at.kind === 'detail' && at.route.name === 'batches') return t('user.batches')
    return (at.kind === 'detail' && titles.get(path)) || (titleIn(at) ?? t('home'))
  }
  const title = place.kind === 'forbidden' ? t(`screens.${place.menu}`) : titleOf(pathname)
  useEffect(() => {
    document.title = t('title', { page: title })
  }, [t, title])
  return { title, titleOf }
}
