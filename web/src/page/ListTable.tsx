// A list's table with its actions: row menus, batch bar, keyboard and palette.
import { type ReactNode, useMemo, useRef } from 'react'
import { useNavigate } from 'react-router'
import { ActionKeys } from '../actions/ActionKeys.tsx'
import type { Action, AnyAction } from '../actions/action.ts'
import { BatchBar } from '../actions/BatchBar.tsx'
import { RowMenu } from '../actions/RowMenu.tsx'
import { useDrawer } from '../actions/useDrawer.ts'
import type { Column } from '../list/columns.ts'
import { useCurrentList } from '../list/currentList.ts'
import { Table } from '../list/table/Table.tsx'
import type { Opener, RowEnd } from '../list/table/TableRow.tsx'
import { useTableColumns } from '../list/table/useTableColumns.ts'
import { IdsNotice } from '../listTools/IdsNotice.tsx'
import { ListTools } from '../listTools/ListTools.tsx'
import { useLatest } from '../ui/behaviour/useLatest.ts'

/** The target of a row: its own page, or a drawer of this screen. */
type Leads<Row> = { rowHref?: (row: Row) => string; rowDrawer?: string }

/** How a row is opened. Stable, so that a change of the address re-renders no row. */
function useOpener<Row>({ rowHref, rowDrawer }: Leads<Row>): Opener<Row> {
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

type Props<Row> = Leads<Row> & {
  columns: readonly Column<Row>[]
  /** Offered in row menus, batch bar, keyboard and palette. */
  actions?: readonly Action<Row>[]
  /** Text and action of the empty state. */
  empty?: ReactNode
}

const noActions: readonly Action<never>[] = []

export function ListTable<Row>(props: Props<Row>) {
  const { room } = useCurrentList()
  const actions = (props.actions ?? noActions) as readonly AnyAction[]
  const withMenu = actions.length > 0
  const scroller = useRef<HTMLDivElement>(null)
  const columns = useTableColumns(props.columns, scroller, {
    choosable: actions.some((action) => !action.single && !action.drawer),
    withMenu,
  })
  const end = useMemo<RowEnd<Row> | undefined>(
    () => (withMenu ? (row, id, name) => <RowMenu {...{ row, id, actions, room, name }} /> : undefined),
    [withMenu, actions, room],
  )
  return (
    <>
      <ListTools columns={props.columns} visible={columns.visible} />
      <IdsNotice />
      <Table
        scroller={scroller}
        columns={columns}
        opener={useOpener(props)}
        end={end}
        over={withMenu && <BatchBar actions={actions} />}
        empty={props.empty}
      />
      <ActionKeys actions={actions} />
    </>
  )
}
