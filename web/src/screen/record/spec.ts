// What a screen says of a declared record besides the declaration.
import type { AnyCall, RecordOf } from '@greenroom/contract/call'
import type { RecordSpec, Verb } from '@greenroom/contract/record'
import type { Change, Form, Sentence } from '@greenroom/contract/sentences/words'
import type { AnyAction } from '../../action/action.ts'
import type { DrawerProps } from '../../action/Drawers.tsx'
import type { Column } from '../../list/columns.ts'
import type { Loadable } from '../../ui/loadable.tsx'

/** A column's width in pixels, or what else is particular to it; one that is no field of the record says its cell. */
export type Columns<Row> = Readonly<Record<string, number | Partial<Omit<Column<Row>, 'id'>>>>

export type RecordCalls<L extends AnyCall = AnyCall> = Readonly<{ list: L } & Partial<Record<Verb, AnyCall>>>

export type RecordScreen<L extends AnyCall> = {
  of: RecordSpec
  calls: RecordCalls<L>
  columns: Columns<RecordOf<L>>
  /** What people call a record. */
  name: (row: RecordOf<L>) => string
  told: (rows: readonly RecordOf<L>[], change: Change, form: Form) => Sentence
  /** Rows of a page until someone chooses another size. */
  size?: number
  /** The form, where it is not simply the fields in their order. */
  form?: Loadable<DrawerProps>
  actions?: readonly AnyAction[]
}
