// The rows of a panel on a page: loaded when it comes into view, more on demand, with filters of their own.
import type { Answer, AnyCall, Payload, RecordOf } from '@greenroom/contract/call'
import { keepPreviousData, useInfiniteQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { call } from '../../api/call.ts'
import { type Filters, filterPayload, type Values } from '../../list/filters.ts'

const size = 50

type Page<Row> = { records: Row[]; total: number; totalIsEstimate?: boolean; next?: string; current: number }

/** `owner` identifies the rows' owner, such as a user; it is sent with every page. */
export function usePanel<C extends AnyCall>(declared: C, owner: Partial<Payload<C>>, filters: Filters) {
  const [values, setValues] = useState<Values<Filters>>({})
  const payload = { ...owner, ...filterPayload(filters, values), size }
  const query = useInfiniteQuery({
    queryKey: [declared.menu, declared.name, 'panel', payload],
    queryFn: ({ pageParam, signal }) =>
      call(declared, { ...payload, ...(pageParam && { after: pageParam }) } as Payload<C>, { signal }) as Promise<
        Page<RecordOf<C>>
      >,
    initialPageParam: '',
    getNextPageParam: (last) => last.next,
    placeholderData: keepPreviousData,
  })
  const pages = query.data?.pages ?? []
  const last = pages.at(-1)
  return {
    filters,
    values,
    setFilter: (name: string, value: unknown) => setValues((before) => ({ ...before, [name]: value }) as typeof before),
    clear: () => setValues({}),
    /** How many filters are set. */
    active: Object.values(values).filter((value) => value !== undefined).length,
    rows: pages.flatMap(({ records }) => records) as RecordOf<C>[],
    /** The last one that was read, with what the answer holds besides rows. */
    page: last as Answer<C> | undefined,
    total: last?.total ?? 0,
    totalIsEstimate: last?.totalIsEstimate ?? false,
    state: query.isError && !query.data ? ('failed' as const) : query.data ? ('ready' as const) : ('loading' as const),
    error: query.error,
    hasMore: query.hasNextPage,
    /** Old rows are shown while others load. */
    stale: query.isPlaceholderData,
    readingMore: query.isFetchingNextPage,
    more: () => void query.fetchNextPage(),
    again: () => void query.refetch(),
  }
}
