import { useSyncExternalStore } from 'react'
import type { Selection } from './selection.ts'

/** One fact about the selection; draws only who asks for it, and only when it changes. */
export const useRowState = <Row, T>(selection: Selection<Row>, read: (selection: Selection<Row>) => T): T =>
  useSyncExternalStore(selection.subscribe, () => read(selection))
