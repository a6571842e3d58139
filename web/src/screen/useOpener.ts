import { useMemo } from 'react'
import { useNavigate } from 'react-router'
import { useDrawer } from '../action/useDrawer.ts'
import { useCurrentList } from '../list/list.ts'
import type { Opener } from '../list/table/TableRow.tsx'
import { useLatest } from '../ui/useLatest.ts'

/** The target of a row: its own page, or a drawer of this screen. */
export type Leads<Row> = { rowHref?: (row: Row) => string; rowDrawer?: string }

/** How a row is opened. Stable, so that a change of the address re-renders no row. */
export function useOpener<Row>({ rowHref, rowDrawer }: Leads<Row>): Opener<Row> {
  const { rowId } = useCurrentList<Row>()
  const drawer = useDrawer()
  const navigate = useNavigate()
  const latest = useLatest({ rowHref, rowDrawer, rowId, drawer, navigate })
  const opens = rowHref !== undefined || rowDrawer !== undefined
  return useMemo(
    () => ({
      opens,
      open: (row: Row) => {
        const { rowHref, rowDrawer, rowId, drawer, navigate } = latest.current
        if (rowHref) void navigate(rowHref(row))
        else if (rowDrawer) drawer.open(rowDrawer, String(rowId(row)))
      },
      hrefOf: (row: Row) => {
        const { rowHref, rowDrawer, rowId } = latest.current
        if (rowHref) return rowHref(row)
        const address = new URLSearchParams(window.location.search)
        address.set('drawer', `${rowDrawer}:${rowId(row)}`)
        return `?${address}`
      },
    }),
    [opens],
  )
}
