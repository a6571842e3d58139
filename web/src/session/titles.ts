// What views call themselves, by their path: a page of one person says who it is about. Only as long as the page is open.
import { useEffect, useSyncExternalStore } from 'react'

let titles: ReadonlyMap<string, string> = new Map()
const listeners = new Set<() => void>()

function subscribe(told: () => void): () => void {
  listeners.add(told)
  return () => listeners.delete(told)
}

/** The titles that views have given themselves. */
export const useTitles = (): ReadonlyMap<string, string> => useSyncExternalStore(subscribe, () => titles)

/** Gives the view at `path` a title of its own, in the browser's tab, the open views and the trail. */
export function useTitle(path: string, title: string): void {
  useEffect(() => {
    if (titles.get(path) === title) return
    titles = new Map([...titles, [path, title]])
    for (const told of listeners) told()
  }, [path, title])
}
