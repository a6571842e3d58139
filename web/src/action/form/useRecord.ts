import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { isRefused } from '../../api/call.ts'
import { useCurrentList } from '../../list/list.ts'

export type Found<Row> =
  | { state: 'found'; record: Row }
  | { state: 'waiting' | 'gone' }
  | { state: 'failed'; error: unknown }

/**
 * The record of a drawer, as it was when the drawer opened: edits are based on that version, whatever the list shows in the meantime. A row
 * of the page is used directly; a record that is not on the page is read, as is any whose rows lack fields (`alwaysRead`).
 */
export function useRecord<Row>(
  rowId: string,
  read: (signal: AbortSignal) => Promise<Row | undefined>,
  alwaysRead: boolean,
): Found<Row> {
  const list = useCurrentList<Row>()
  const [row] = useState(() => (alwaysRead ? undefined : list.rows.find((one) => String(list.rowId(one)) === rowId)))
  const query = useQuery({
    queryKey: [list.menu, 'record', rowId],
    queryFn: async ({ signal }) => (await read(signal)) ?? null,
    enabled: row === undefined,
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
    refetchOnWindowFocus: false,
  })
  if (row !== undefined) return { state: 'found', record: row }
  if (query.isError) return isRefused(query.error, 10032) ? { state: 'gone' } : { state: 'failed', error: query.error }
  if (query.data === undefined) return { state: 'waiting' }
  return query.data === null ? { state: 'gone' } : { state: 'found', record: query.data }
}
