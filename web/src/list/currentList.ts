// A list's interface to its parts: filters, bar, table, footer and actions all read this object.
import type { Call } from '@greenroom/contract/call'
import type { MenuKey } from '@greenroom/contract/screens'
import { createContext, useContext, useSyncExternalStore } from 'react'
import type { ListWords } from '../ui/words.ts'
import type { Filters, Values } from './filters.ts'
import type { RowId, Selection } from './selection.ts'

export type List<Row = unknown> = {
  call: Call
  /** The screen's menu key, and its room: the namespace of its texts. */
  menu: MenuKey
  room: string
  words: ListWords
  rowId: (row: Row) => RowId
  /** The row's name, for confirmations and reports. */
  nameOf: (row: Row) => string
  /** Whether the role has write access; a row's own `can` decides the rest. */
  writable: boolean

  filters: Filters
  values: Values<Filters>
  setFilter: (name: string, value: unknown) => void
  clear: () => void
  /** How many filters are set. */
  active: number
  /** Filters by ids of which none can be read: nothing is listed, exported or chosen. */
  unreadable: readonly string[]

  /** The payload without the page: filters and sort. Exports send the same. */
  payload: Record<string, unknown>
  sort: string | undefined
  setSort: (sort: string | undefined) => void
  page: number
  setPage: (page: number) => void
  size: number
  setSize: (size: number) => void

  /** The response without its rows, such as totals; undefined before the first response. */
  answer: unknown
  rows: readonly Row[]
  byId: ReadonlyMap<RowId, Row>
  next: string | undefined
  total: number
  totalIsEstimate: boolean
  state: 'loading' | 'failed' | 'ready'
  error: unknown
  /** The list is complete, without pages. */
  complete?: true
  /** A request is pending; older rows may still be shown. */
  busy: boolean
  refresh: () => void
  selection: Selection<Row>
}

/** A list whatever its rows: it takes rows and gives them, so that no narrower type is common to all. */
export type AnyList = List<any>

const ListContext = createContext<AnyList | undefined>(undefined)
export const ListProvider = ListContext.Provider

/** The list around this component. */
export function useCurrentList<Row = unknown>(): List<Row> {
  const list = useContext(ListContext)
  if (!list) throw new Error('this belongs inside <ListPage>')
  return list
}

/** Selects part of the selection's state; re-renders only its caller, and only when it changes. */
export const useRowState = <Row, T>(selection: Selection<Row>, read: (selection: Selection<Row>) => T): T =>
  useSyncExternalStore(selection.subscribe, () => read(selection))
