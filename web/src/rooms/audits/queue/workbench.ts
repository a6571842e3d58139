// Context of the workbench's parts. State that changes with every key is read separately by each part (`useSeen`), so that a key press
// only renders what it changes.

import { auditBacklog } from '@greenroom/contract/audits'
import type { Answer, Payload } from '@greenroom/contract/call'
import { queryOptions, useQuery } from '@tanstack/react-query'
import { createContext, useContext, useSyncExternalStore } from 'react'
import { call } from '../../../api/call.ts'
import type { Bench, Seen } from '../bench/bench.ts'
import type { Desk } from '../bench/queueDesk.ts'
import type { Pictures, Shown } from '../pictures/pictureCache.ts'
import type { Template } from '../reasonTemplates.tsx'
import type { Settings } from './pictureSettings.ts'

// The backlog, polled every few seconds, and machine labels for the filter.
export type Kind = Exclude<Payload<typeof auditBacklog>['kind'], 'report'>
type Backlog = Answer<typeof auditBacklog>

const every = 5_000

export const backlogKey = (kind: Kind) => ['audits', kind, 'backlog']

const backlogOf = (kind: Kind) =>
  queryOptions({
    queryKey: backlogKey(kind),
    queryFn: ({ signal }) => call(auditBacklog, { kind }, { signal }),
    refetchInterval: every,
  })

export const useBacklog = (kind: Kind) => useQuery(backlogOf(kind))

const appealsOf = ({ appeals }: Backlog) => appeals

/** The open appeals of a queue. */
export const useAppeals = (kind: Kind) => useQuery({ ...backlogOf(kind), select: appealsOf })

const labelsOf = ({ labels }: Backlog) => labels

/** Only the labels, which rarely change. */
export const useBacklogLabels = (kind: Kind) => useQuery({ ...backlogOf(kind), select: labelsOf })

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
