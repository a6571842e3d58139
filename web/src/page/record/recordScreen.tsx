// The screen of a declared record: its list with filters, columns, export and actions, and its form in a drawer.
import type { AnyCall } from '@greenroom/contract/call'
import type { Change, Form, Sentence } from '@greenroom/contract/sentences/words'
import type { AnyAction, Availability } from '../../actions/action.ts'
import { addCommand, deleteAction, editAction, switchActions } from '../../actions/usualActions.ts'
import { call } from '../../api/call.ts'
import type { RowId } from '../../list/selection.ts'
import { useList } from '../../list/useList.ts'
import { ListFilters } from '../../listTools/ListFilters.tsx'
import { loadable } from '../../ui/loadable.tsx'
import { ListPage } from '../ListPage.tsx'
import { ListTable } from '../ListTable.tsx'
import { columnsOfRecord, filtersOfRecord, wordsOfRecord } from './recordCells.tsx'
import type { RecordScreen } from './recordSpec.ts'

/** What the actions read of a declared record. */
type Row = { version: number; can: Readonly<Record<'update' | 'enable' | 'disable' | 'delete', Availability>> }

/** Edit, switch and delete, if the record has these calls. */
export function recordActions<L extends AnyCall>({
  of: { key, menu },
  calls: { enable, turn, update, delete: remove },
  message,
}: Pick<RecordScreen<L>, 'of' | 'calls' | 'message'>): AnyAction[] {
  const sentenceOf = message as (rows: readonly Row[], change: Change, form: Form) => Sentence
  return [
    ...(update ? [editAction<Row>(menu)] : []),
    ...(enable || turn
      ? switchActions<Row>(menu, {
          ...(turn && { single: true as const }),
          // A single record is sent with its version: a stale change is refused and overwrites nothing.
          turn: (enabled, ids, [row]) =>
            turn
              ? call(turn, { [key]: ids[0], version: row!.version, enabled })
              : call(enable!, { [`${key}s`]: ids, enabled }),
          message: (state, rows, _input, form) => sentenceOf(rows, state, form),
        })
      : []),
    ...(remove ? [deleteAction<Row>(menu, remove, (rows) => sentenceOf(rows, 'deleted', 'done'))] : []),
  ]
}

export function recordScreen<L extends AnyCall>(spec: RecordScreen<L>) {
  const { of, calls, name, size, actions = recordActions(spec) } = spec
  const filters = filtersOfRecord(of)
  const words = wordsOfRecord(of)
  const columns = columnsOfRecord(of, spec.columns)
  const commands = calls.save ? [addCommand(of.menu)] : []
  const Form = spec.form ?? loadable(() => import('./RecordForm.tsx').then(({ formOf }) => ({ default: formOf(spec) })))
  const drawers = { ...(calls.save && { add: Form }), edit: Form }
  return function RecordList() {
    const list = useList<AnyCall>({
      call: calls.list,
      filters,
      sort: of.order,
      size: size ?? 50,
      rowId: (row) => (row as Record<string, RowId>)[of.key]!,
      name: name as (row: unknown) => string,
      words,
    })
    return (
      <ListPage list={list} commands={commands} drawers={drawers}>
        <ListFilters />
        <ListTable columns={columns} actions={actions} rowDrawer="edit" />
      </ListPage>
    )
  }
}
