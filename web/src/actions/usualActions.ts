// The actions of most lists: add, edit, switch on and off, delete. `thing` is `<room>.<thing>`, the prefix of their text keys.
import type { AnyCall } from '@greenroom/contract/call'
import type { Sentence } from '@greenroom/contract/sentences/words'
import { IconCircleCheck, IconCircleMinus, IconPencil, IconPlus, IconTrash } from '@tabler/icons-react'
import type { RowId } from '../list/selection.ts'
import { type Action, type ActionMessage, type Availability, type Batch, type Command, defineAction } from './action.ts'
import { type Reason, reasonForm } from './reasonForms.ts'

type Can<Verb extends string> = { can: Readonly<Record<Verb, Availability>> }

/** Opens the drawer `add`, for users with write access. */
export const addCommand = (thing: string): Command => ({
  id: `${thing}.add`,
  icon: IconPlus,
  primary: true,
  writes: true,
  key: 'add',
  drawer: 'add',
})

/** Opens the drawer `edit` with the row. */
export const editAction = <Row extends Can<'update'>>(thing: string): Action<Row> =>
  defineAction<Row>({
    id: `${thing}.edit`,
    icon: IconPencil,
    key: 'edit',
    may: (row) => row.can.update,
    drawer: 'edit',
  })

/** Deletes rows, with a reason. */
export const deleteAction = <Row extends Can<'delete'>>(
  thing: string,
  call: AnyCall,
  message: (rows: readonly Row[]) => Sentence,
): Action<Row, Reason> => {
  const batch: Batch<Reason> = { call, payload: ({ reason }) => ({ reason }) }
  return defineAction<Row, Reason>({
    id: `${thing}.delete`,
    icon: IconTrash,
    danger: true,
    may: (row) => row.can.delete,
    form: reasonForm,
    batch,
    message,
  })
}

type Switch<Row, Id extends RowId> = Pick<Action<Row>, 'single'> & {
  turn: (enabled: boolean, ids: Id[], rows: readonly Row[]) => Promise<unknown>
  message: (state: 'enabled' | 'disabled', ...of: Parameters<ActionMessage<Row, undefined>>) => Sentence
}

/** Switches rows on, or off after a question. Undo covers all of them; a single row uses its version. */
export function switchActions<Row extends Can<'enable' | 'disable'>, Id extends RowId = number>(
  thing: string,
  { turn, message, ...rest }: Switch<Row, Id>,
): [Action<Row, undefined, Id>, Action<Row, undefined, Id>] {
  const to = (enabled: boolean) => ({
    ...rest,
    run: (ids: Id[], _input: unknown, rows: readonly Row[]) => turn(enabled, ids, rows),
    ...(!rest.single && { undo: (ids: Id[], _input: unknown, rows: readonly Row[]) => turn(!enabled, ids, rows) }),
    message: (...of: Parameters<ActionMessage<Row, undefined>>) => message(enabled ? 'enabled' : 'disabled', ...of),
  })
  return [
    defineAction<Row, undefined, Id>({
      ...to(true),
      id: `${thing}.enable`,
      icon: IconCircleCheck,
      may: (row) => row.can.enable,
    }),
    defineAction<Row, undefined, Id>({
      ...to(false),
      id: `${thing}.disable`,
      icon: IconCircleMinus,
      confirm: true,
      may: (row) => row.can.disable,
    }),
  ]
}
