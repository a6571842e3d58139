// The list engine: the address bar is its state, the call returns the rows, pages are cached by their cursors.
import type { AnyCall, Payload, RecordOf } from '@greenroom/contract/call'
import type { MenuKey } from '@greenroom/contract/screens'
import { keepPreviousData, queryOptions, usePrefetchQuery, useQuery } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import { addressOf, call } from '../api/call.ts'
import { earlyPageArrived, takeEarlyPage } from '../session/early.ts'
import { showWarning } from '../session/messages.ts'
import { useStateOf } from '../ui/behaviour/useStateOf.ts'
import { label } from '../ui/labels.ts'
import type { ListWords } from '../ui/words.ts'
import type { List } from './currentList.ts'
import { type Filters, filterPayload } from './filters.ts'
import { pagePayload, readPage } from './pages.ts'
import type { RowId } from './selection.ts'
import { useFiltered } from './useFiltered.ts'
import { useRows } from './useRows.ts'

export type ListSpec<C extends AnyCall> = {
  call: C
  /** The screen whose texts it uses, if the call needs no menu. */
  menu?: MenuKey
  filters: Filters
  /** The default sort; a leading `-` is descending. */
  sort?: string
  /** A row's name, for confirmations and reports; its id by default. */
  name?: (row: RecordOf<C>) => string
  /** Constant fields of the call. */
  fixed?: Partial<Payload<C>>
  /** The default page size. */
  size?: number
  /** Labels of columns and filters, if not the room's texts. */
  words?: ListWords
}

/** The key of a row; required for rows without an `id`. */
type Identified<C> =
  RecordOf<C> extends { id: RowId } ? { rowId?: (row: RecordOf<C>) => RowId } : { rowId: (row: RecordOf<C>) => RowId }

type Page<Row> = { records: Row[]; total: number; totalIsEstimate?: boolean; next?: string }
const nothing: never[] = []
const noCursors: ReadonlyMap<number, string> = new Map()

/** The state of one list screen. */
export function useList<C extends AnyCall>(spec: ListSpec<C> & Identified<C>): List<RecordOf<C>> {
  type Row = RecordOf<C>
  const menu = spec.menu ?? (spec.call.menu as MenuKey)
  const rowId = spec.rowId ?? ((row: Row) => (row as { id: RowId }).id)

  const { address, change, values, shared } = useFiltered(menu, spec.filters, spec.words)
  const sort = address.get('sort') ?? spec.sort
  const narrowing = { ...spec.fixed, ...filterPayload(spec.filters, values) }
  const payload = { ...narrowing, ...(sort && { sort }) }
  const { page, size } = readPage(address, spec.size)

  const queryKey = JSON.stringify([payload, size])
  // The cursor of each page that was gone on to.
  const [cursors, setCursors] = useStateOf(queryKey, noCursors)
  const request = { ...payload, ...pagePayload(page, size, cursors.get(page)) }

  const from = addressOf(spec.call, request)
  const rowsOf = queryOptions({
    queryKey: [menu, spec.call.name, request],
    queryFn: async ({ signal }): Promise<Page<Row>> => {
      if (shared.unreadable.length > 0) return { records: [], total: 0 }
      return ((await earlyPageArrived(from)) ?? (await call(spec.call, request as Payload<C>, { signal }))) as Page<Row>
    },
    initialData: () => takeEarlyPage(from) as Page<Row> | undefined,
  })
  // Send the request now, not after rendering.
  usePrefetchQuery(rowsOf)
  const query = useQuery({ ...rowsOf, placeholderData: keepPreviousData })
  const { data } = query
  const next = query.isPlaceholderData ? undefined : data?.next

  const found = useRows(query, data?.records ?? (nothing as Row[]), rowId)
  const { selection } = found
  // Otherwise actions would apply to rows that the new filters hide.
  const narrowed = JSON.stringify(narrowing)
  const chosenUnder = useRef(narrowed)
  useEffect(() => {
    if (chosenUnder.current === narrowed) return
    chosenUnder.current = narrowed
    if (selection.all().size === 0 && !selection.everything()) return
    selection.clear()
    showWarning(label('list:batch.dropped'))
  }, [selection, narrowed])

  /** Sets these parameters of the address; an undefined one is dropped. */
  const put = (values: Record<string, string | undefined>) =>
    change((to) => {
      for (const [name, value] of Object.entries(values))
        if (value === undefined) to.delete(name)
        else to.set(name, value)
    })

  return {
    ...shared,
    ...found,
    call: spec.call,
    nameOf: spec.name ?? ((row) => String(rowId(row))),
    payload,
    sort,
    setSort: (next) => put({ sort: next === spec.sort ? undefined : next, page: undefined }),
    page,
    setPage: (to) => {
      if (to === page + 1 && next) setCursors((known) => new Map(known).set(to, next))
      put({ page: to > 1 ? String(to) : undefined })
    },
    size,
    setSize: (next) => put({ size: String(next), page: undefined }),
    next: data?.next,
    total: data?.total ?? 0,
    totalIsEstimate: data?.totalIsEstimate ?? false,
  }
}
