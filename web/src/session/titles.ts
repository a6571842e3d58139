// Titles that views set, by path: a user's page shows the user's name. Kept like the tabs that show them: until the browser's tab closes
// or the user logs out.
import { useEffect, useSyncExternalStore } from 'react'
import { keepInTab, keptInTab } from './kept.ts'

const storageKey = 'greenroom:titles'

let titles = keptInTab<[string, string][], ReadonlyMap<string, string>>(storageKey, (kept) => new Map(kept), new Map())
const listeners = new Set<() => void>()

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

/** Titles set by views. */
export const useTitles = (): ReadonlyMap<string, string> => useSyncExternalStore(subscribe, () => titles)

/** Sets the title of the view at `path`, in the browser's tab, the view tabs and the breadcrumb; without a title it keeps its menu's name. */
export function useTitle(path: string, title: string | undefined): void {
  useEffect(() => {
    if (title === undefined || titles.get(path) === title) return
    titles = new Map([...titles, [path, title]])
    keepInTab(storageKey, [...titles])
    for (const listener of listeners) listener()
  }, [path, title])
}
