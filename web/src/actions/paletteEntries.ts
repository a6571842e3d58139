// The palette's entries for the open screen: screens register them, the palette lists them.
import type { MenuKey } from '@greenroom/contract/screens'
import { useEffect, useSyncExternalStore } from 'react'
import { useLatest } from '../ui/behaviour/useLatest.ts'

export type PaletteEntry = {
  id: string
  /** The key of its text, with namespace. */
  labelKey: string
  /** The text of its target; empty for the whole list. */
  detail: () => string
  /** The text why it is not possible now; undefined if it is. */
  whyNot: () => string | undefined
  run: () => void
}

let registered: readonly PaletteEntry[] = []
const listeners = new Set<() => void>()

function change(next: readonly PaletteEntry[]) {
  registered = next
  for (const listener of listeners) listener()
}

/** Offers entries in the palette while the component is shown; they are evaluated when the palette opens. */
export function usePaletteOffer(entries: readonly PaletteEntry[]): void {
  const latest = useLatest(entries)
  const ids = entries.map((entry) => entry.id).join(' ')
  // biome-ignore lint: the ids stand for the entries
  useEffect(() => {
    const now = (id: string) => latest.current.find((entry) => entry.id === id)
    const live = latest.current.map(
      ({ id, labelKey }): PaletteEntry => ({
        id,
        labelKey,
        detail: () => now(id)?.detail() ?? '',
        whyNot: () => now(id)?.whyNot(),
        run: () => now(id)?.run(),
      }),
    )
    change([...registered, ...live])
    return () => change(registered.filter((other) => !live.includes(other)))
  }, [ids])
}

/** The registered entries. */
export const usePaletteEntries = (): readonly PaletteEntry[] =>
  useSyncExternalStore(
    (listener) => {
      listeners.add(listener)
      return () => {
        listeners.delete(listener)
      }
    },
    () => registered,
  )

/** One record that the palette found. */
export type Found = {
  id: string
  label: string
  detail?: string
  /** A picture of it, where it has one. */
  picture?: string
  href: string
  /** The link's route state (spec section 6). */
  state?: { temp: number }
}

/** How many records of a kind are listed: a few that a name finds, or those whose ids were pasted. */
export const searchSize = (ids: readonly unknown[]): number => (ids.length > 1 ? Math.min(ids.length, 50) : 5)

/** Searches records by the palette's text; called only if the user may see the menu. */
export type Searcher = {
  menu: MenuKey
  /** The key of the group's text, with namespace. */
  labelKey: string
  /** `all` links to all results, if there are more than listed. */
  search: (words: string, signal: AbortSignal) => Promise<{ found: Found[]; all?: string }>
}
