// A screen's settings for a declared record, besides the declaration.
import type { AnyCall, RecordOf } from '@greenroom/contract/call'
import type { RecordSpec, Verb } from '@greenroom/contract/record'
import type { Change, Form, Sentence } from '@greenroom/contract/sentences/words'
import type { AnyAction } from '../../actions/action.ts'
import type { DrawerProps } from '../../actions/Drawers.tsx'
import type { Column } from '../../list/columns.ts'
import type { Loadable } from '../../ui/loadable.tsx'

/** A column's width in pixels, or its settings; a column that is not a field of the record defines its cell. */
export type Columns<Row> = Readonly<Record<string, number | Partial<Omit<Column<Row>, 'id'>>>>

export type RecordCalls<L extends AnyCall = AnyCall> = Readonly<{ list: L } & Partial<Record<Verb, AnyCall>>>

export type RecordScreen<L extends AnyCall> = {
  of: RecordSpec
  calls: RecordCalls<L>
  columns: Columns<RecordOf<L>>
  /** A record's name. */
  name: (row: RecordOf<L>) => string
  message: (rows: readonly RecordOf<L>[], change: Change, form: Form) => Sentence
  /** The default page size. */
  size?: number
  /** The form, if it is not just the fields in order. */
  form?: Loadable<DrawerProps>
  actions?: readonly AnyAction[]
}
