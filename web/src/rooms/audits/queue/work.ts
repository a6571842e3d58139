// Context of the workbench's parts. State that changes with every key is read separately by each part (`useSeen`), so that a key press
// only renders what it changes.
import { createContext, useContext, useSyncExternalStore } from 'react'
import type { Template } from '../template/useReasons.ts'
import type { Kind } from './backlog.ts'
import type { Pictures, Shown } from './pictures/cache.ts'
import type { Settings } from './settings.ts'
import type { Bench, Seen } from './state/bench.ts'
import type { Desk } from './state/desk.ts'

export type Workbench = {
  kind: Kind
  bench: Bench
  settings: Settings
  set: (some: Partial<Settings>) => void
  /** Why nothing may be decided here, if so. */
  readOnly: string | undefined
  templates: readonly Template[]
  /** Opens the panel of reasons. */
  refuse: () => void
  /** The item shown without blur. */
  clear: string | undefined
  lookClearly: () => void
}

const WorkbenchContext = createContext<Workbench | undefined>(undefined)
export const WorkbenchProvider = WorkbenchContext.Provider

export function useWorkbench(): Workbench {
  const found = useContext(WorkbenchContext)
  if (!found) throw new Error('this belongs inside the workbench')
  return found
}

/** Selects part of the bench's state; `pick` must return a stable value while nothing of it changes. */
export function useSeen<T>(pick: (seen: Seen) => T): T {
  const { bench } = useWorkbench()
  return useSyncExternalStore(bench.subscribe, () => pick(bench.read()))
}

export const deskOf = ({ desk }: Seen): Desk => desk

/** Separate from state that changes with every key: pictures only re-render when they have changed. */
const PicturesContext = createContext<Pictures | undefined>(undefined)
export const PicturesProvider = PicturesContext.Provider

export function usePictures(): Pictures {
  const found = useContext(PicturesContext)
  if (!found) throw new Error('this belongs inside the workbench')
  return found
}

/** A picture's current state. */
export function usePicture(address: string): Shown {
  const pictures = usePictures()
  return useSyncExternalStore(pictures.subscribe, () => pictures.of(address))
}
