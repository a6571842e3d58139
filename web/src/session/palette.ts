// What the palette finds besides screens. Rooms register here, since they can't import `app/`.
import type { MenuKey } from '@greenroom/contract/screens'
import { useEffect, useRef, useSyncExternalStore } from 'react'

export type PaletteEntry = {
  id: string
  label: string
  description?: string
  /** Goes there, or does this. */
  href?: string
  run?: () => void
}

/**
 * Finds records by what was typed, such as `role 5`. Registered by a room's door, so that it works before the room is
 * opened; asked only where the person may read `menu`.
 */
export type PaletteSearcher = {
  menu: MenuKey
  search: (text: string, signal: AbortSignal) => Promise<readonly PaletteEntry[]> | readonly PaletteEntry[]
}

const searchers = new Map<MenuKey, PaletteSearcher>()

export const registerSearcher = (searcher: PaletteSearcher): void => {
  searchers.set(searcher.menu, searcher)
}

export const readSearchers = (): readonly PaletteSearcher[] => [...searchers.values()]

type Offer = { current: readonly PaletteEntry[] }

let offers: readonly Offer[] = []
let offered: readonly PaletteEntry[] = []
const listeners = new Set<() => void>()

function change(next: readonly Offer[]): void {
  offers = next
  offered = offers.flatMap(({ current }) => current)
  for (const told of listeners) told()
}

function subscribe(told: () => void): () => void {
  listeners.add(told)
  return () => listeners.delete(told)
}

/** Offers the actions of the screen that is shown; gone when it is hidden. */
export function usePaletteActions(actions: readonly PaletteEntry[]): void {
  const offer = useRef<readonly PaletteEntry[]>(actions)
  offer.current = actions
  // Only what is read decides whether the palette must hear of it; what an entry runs is looked up when it's chosen.
  const words = actions.map(({ id, label, description }) => `${id}\n${label}\n${description ?? ''}`).join('\n')
  // biome-ignore lint: `words` stands for the actions
  useEffect(() => {
    change([...offers.filter((other) => other !== offer), offer])
    return () => change(offers.filter((other) => other !== offer))
  }, [words])
}

export const useOfferedActions = (): readonly PaletteEntry[] => useSyncExternalStore(subscribe, () => offered)

/** What an entry does now: the screen may have drawn anew since the entry was offered. */
export const currentEntry = (id: string): PaletteEntry | undefined =>
  offers.flatMap(({ current }) => current).find((entry) => entry.id === id)
