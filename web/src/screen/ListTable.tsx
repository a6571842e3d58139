// A list's table with its actions: row menus, batch bar, keyboard and palette.
import { type ReactNode, useMemo, useRef } from 'react'
import { ActionKeys } from '../action/ActionKeys.tsx'
import type { Action, AnyAction } from '../action/action.ts'
import { BatchBar } from '../action/BatchBar.tsx'
import { RowMenu } from '../action/RowMenu.tsx'
import type { Column } from '../list/columns.ts'
import { useCurrentList } from '../list/list.ts'
import { Table } from '../list/table/Table.tsx'
import type { RowEnd } from '../list/table/TableRow.tsx'
import { useTableColumns } from '../list/table/useTableColumns.ts'
import { IdsNotice } from '../tools/IdsNotice.tsx'
import { ListTools } from '../tools/ListTools.tsx'
import { type Leads, useOpener } from './useOpener.ts'

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
