// The rows of a list with their selection, and the state of their request; for lists with and without pages.
import { limits } from '@greenroom/contract/limits'
import type { UseQueryResult } from '@tanstack/react-query'
import { useEffect, useMemo, useState } from 'react'
import { createSelection, type RowId } from './selection.ts'

export function useRows<Row>(query: UseQueryResult<unknown>, rows: readonly Row[], rowId: (row: Row) => RowId) {
  const byId = useMemo(() => new Map(rows.map((row) => [rowId(row), row])), [rows])
  const [selection] = useState(() => createSelection<Row>(limits.batch))
  useEffect(() => selection.refresh(byId), [selection, byId])
  const answer = query.data
  return {
    rowId,
    rows,
    byId,
    selection,
    answer,
    state: answer !== undefined ? ('ready' as const) : query.isError ? ('failed' as const) : ('loading' as const),
    error: query.error,
    busy: query.isFetching,
    refresh: () => void query.refetch(),
  }
}
