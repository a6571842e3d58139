// Titles that views set, by path: a user's page shows the user's name. Only while the page is open.
import { useEffect, useSyncExternalStore } from 'react'

let titles: ReadonlyMap<string, string> = new Map()
const listeners = new Set<() => void>()

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

/** Titles set by views. */
export const useTitles = (): ReadonlyMap<string, string> => useSyncExternalStore(subscribe, () => titles)

/** Sets the title of the view at `path`, in the browser's tab, the view tabs and the breadcrumb. */
export function useTitle(path: string, title: string): void {
  useEffect(() => {
    if (titles.get(path) === title) return
    titles = new Map([...titles, [path, title]])
    for (const listener of listeners) listener()
  }, [path, title])
}
