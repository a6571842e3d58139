// Titles that views set, by path: a user's page shows the user's name. Kept like the tabs that show them: until the browser's tab closes
// or the user logs out.
import i18next from 'i18next'
import { useEffect, useSyncExternalStore } from 'react'
import { useTranslation } from 'react-i18next'
import { currentLanguage } from '../i18n/index.ts'
import { keepInTab, keptInTab } from './kept.ts'

const storageKey = 'greenroom:titles'

type Title = {
  title: string
  /** Of words, which have one; names have none. */
  language?: string
  /** The key of these words, by which they are told in another language. */
  key?: string
}

let titles = keptInTab<[string, Title][], ReadonlyMap<string, Title>>(storageKey, (kept) => new Map(kept), new Map())
const listeners = new Set<() => void>()
const announce = () => {
  for (const listener of listeners) listener()
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

/** The title that a view set for a path; undefined if it set none, or words of another language that can't be told in the reader's. */
export const titleAt = (path: string): string | undefined => {
  const found = titles.get(path)
  if (!found || found.language === undefined || found.language === currentLanguage()) return found?.title
  return found.key !== undefined && i18next.exists(found.key) ? i18next.t(found.key as 'common:retry') : undefined
}

/** Titles set by views; a new one draws its reader again. */
export function useTitles(): { get: (path: string) => string | undefined } {
  useSyncExternalStore(subscribe, () => titles)
  // Another language draws it again, too.
  useTranslation()
  return { get: titleAt }
}

/**
 * Sets the title of the view at `path`, in the browser's tab, the view tabs and the breadcrumb; without a title it keeps its menu's name.
 *
 * @param words the title is words, not a name: the key of them, or empty if they have values in them
 */
export function useTitle(path: string, title: string | undefined, words?: string): void {
  const language = words === undefined ? undefined : currentLanguage()
  useEffect(() => {
    const known = titles.get(path)
    if (title === undefined || (known?.title === title && known.language === language)) return
    const said: Title = { title, ...(language !== undefined && { language }), ...(words && { key: words }) }
    titles = new Map([...titles, [path, said]])
    keepInTab(storageKey, [...titles])
    announce()
  }, [path, title, language, words])
}
