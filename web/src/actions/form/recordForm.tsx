// The form of an ordinary record, declared once: adding and editing it, with its draft, conflict view, and loading and error states.
import type { AnyCall } from '@greenroom/contract/call'
import type { Sentence } from '@greenroom/contract/sentences/words'
import type { UseFormReturnType } from '@mantine/form'
import type { ComponentType } from 'react'
import type { z } from 'zod'
import type { CallOptions } from '../../api/call.ts'
import { actionLabel } from '../../i18n/actionLabel.ts'
import { useCurrentList } from '../../list/currentList.ts'
import { label } from '../../ui/labels.ts'
import type { Availability } from '../action.ts'
import type { DrawerProps } from '../Drawers.tsx'
import { refusalOf } from '../refusal.ts'
import { FormDrawer, type FormDrawerProps } from './FormDrawer.tsx'
import { RecordDrawer } from './RecordDrawer.tsx'

type Values = Record<string, unknown>
type Editable = { can: { update: Availability } }

/** A saving call and its payload schema. */
export type Saves = readonly [call: AnyCall, schema: { payload: z.ZodType }]

export type RecordFields<Row, V> = {
  form: UseFormReturnType<V>
  /** The record when the drawer opened; undefined for a new one. */
  record: Row | undefined
  /** The form is read-only. */
  readOnly: boolean
}

export type RecordForm<Row extends Editable, V extends Values> = Pick<
  FormDrawerProps<V>,
  'width' | 'codes' | 'payload' | 'check' | 'show' | 'named' | 'submit' | 'fieldsRefuse'
> & {
  /** `<room>.<thing>`: its actions are `<thing>.add` and `<thing>.edit`, its drafts are stored under it. */
  thing: string
  /** Reads the record by the id in the address. */
  read: (id: string, options: CallOptions) => Promise<Row | undefined>
  /** The list's rows lack some fields: the record is always read. */
  alwaysRead?: true
  toForm: (record: Row) => V
  /** The record's name, for the title. */
  nameOf: (values: V) => string
  update: Saves
  /** If records can be added: the call, and a new record's initial values. */
  save?: Saves
  empty?: (rows: readonly Row[]) => V
  message: (values: V, verb: 'added' | 'edited') => Sentence
  /** The request as text, if a change can wait for a second account. */
  waiting?: (values: V, verb: 'added' | 'edited') => Sentence
  Fields: ComponentType<RecordFields<Row, V>>
}

/** The drawer of a record; a new one if the address has no id. */
export function recordForm<Row extends Editable, V extends Values>(
  spec: RecordForm<Row, V>,
): ComponentType<DrawerProps> {
  const { thing, read, alwaysRead, toForm, nameOf, update, save, empty, message, waiting, Fields, ...rest } = spec
  const room = thing.split('.')[0] ?? ''
  const edit = () => label(actionLabel(`${thing}.edit`))

  function Edit({ record, rowId, close }: DrawerProps & { record: Row }) {
    const [call, schema] = update
    const initial = toForm(record)
    const refused = refusalOf(room, record.can.update, thing)
    return (
      <FormDrawer<V>
        {...rest}
        title={label('list:of', { action: edit(), name: nameOf(initial) })}
        close={close}
        draft={`${thing}:${rowId}`}
        call={call}
        schema={schema.payload}
        initial={initial}
        message={(values) => message(values, 'edited')}
        {...(waiting && { waiting: (values: V) => waiting(values, 'edited') })}
        theirs={async () => toForm((await read(rowId, {})) ?? record)}
        refused={refused}
      >
        {(form) => <Fields form={form} record={record} readOnly={refused !== undefined} />}
      </FormDrawer>
    )
  }

  function Add({ close }: { close: () => void }) {
    const list = useCurrentList<Row>()
    if (!save || !empty) return null
    const [call, schema] = save
    const refused = refusalOf(room, list.writable || 'readOnly')
    return (
      <FormDrawer<V>
        {...rest}
        title={label(actionLabel(`${thing}.add`))}
        close={close}
        draft={`${thing}:new`}
        call={call}
        schema={schema.payload}
        initial={empty(list.rows)}
        message={(values) => message(values, 'added')}
        {...(waiting && { waiting: (values: V) => waiting(values, 'added') })}
        refused={refused}
      >
        {(form) => <Fields form={form} record={undefined} readOnly={refused !== undefined} />}
      </FormDrawer>
    )
  }

  return function Record({ rowId, close }) {
    if (rowId === '') return <Add close={close} />
    return (
      <RecordDrawer<Row>
        rowId={rowId}
        close={close}
        title={edit()}
        {...(alwaysRead && { alwaysRead })}
        read={(signal) => read(rowId, { signal })}
      >
        {(record) => <Edit record={record} rowId={rowId} close={close} />}
      </RecordDrawer>
    )
  }
}
