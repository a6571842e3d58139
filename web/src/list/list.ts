// What a list is to those who draw it: filters, bar, table, footer and actions all read the same object.
import type { Call } from '@greenroom/contract/call'
import type { MenuKey } from '@greenroom/contract/screens'
import { createContext, useContext, useSyncExternalStore } from 'react'
import type { Filters, Values } from './filters.ts'
import type { RowId, Selection } from './selection.ts'
import type { ListWords } from './words.ts'

export type List<Row = unknown> = {
  call: Call
  /** The screen's menu key, and its room: the namespace of its texts. */
  menu: MenuKey
  room: string
  words: ListWords
  rowId: (row: Row) => RowId
  /** What a person calls the row, for questions and reports. */
  nameOf: (row: Row) => string
  /** Whether the role may write here; a row's own `can` says the rest. */
  writable: boolean

  filters: Filters
  values: Values<Filters>
  setFilter: (name: string, value: unknown) => void
  clear: () => void
  /** How many filters are set. */
  active: number

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
  /** All of it is here: there are no pages. */
  whole?: true
  /** Something is under way, also when older rows are still shown. */
  busy: boolean
  refresh: () => void
  selection: Selection<Row>
}

/** A list whatever its rows: it takes rows and gives them, so that no narrower type is common to all. */
export type AnyList = List<any>

const ListContext = createContext<List | undefined>(undefined)
export const ListProvider = ListContext.Provider

/** The list that this part of the screen belongs to. */
export function useCurrentList<Row = unknown>(): List<Row> {
  const list = useContext(ListContext)
  if (!list) throw new Error('this belongs inside <ListPage>')
  return list as unknown as List<Row>
}

/** One fact about the selection; renders only its reader, and only when it changes. */
export const useRowState = <Row, T>(selection: Selection<Row>, read: (selection: Selection<Row>) => T): T =>
  useSyncExternalStore(selection.subscribe, () => read(selection))
