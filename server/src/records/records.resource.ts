// Ordinary records: one table, one view of its rows, and the calls that list, edit, switch and delete them. One declaration serves the
// list, the record, the export, the stale check and the operation log.
import type { MenuKey } from '@greenroom/contract/screens'
import type { Change, Sentence } from '@greenroom/contract/sentences/words'
import { type Kysely, type RawBuilder, type Selectable, sql } from 'kysely'
import { type Context, type Language, levelOn, staffOf } from '../kit/calls/context.ts'
import type { CursorType } from '../kit/database/cursor.ts'
import type { DB, Reader, Transaction } from '../kit/database/database.ts'

/** Tables with rows that staff edit: they store the version and the last editor. */
export type Table = {
  [T in keyof DB]: DB[T] extends { version: unknown; updated_by: unknown; updated_at: unknown } ? T : never
}[keyof DB]

export type Row<T extends Table> = Selectable<DB[T]>
export type Column<T extends Table> = keyof Row<T> & string

/** Where a row has a value: a column, or a language of one with texts by language. */
export type Place<T extends Table = any> = Column<T> | readonly [column: Column<T>, language: Language]

/** A change of a row: null before it was added, and after it was deleted. */
export type Changed<R> = { before: R | null; after: R | null }

/** A verb and whether the caller may use it now, or the reason why not. */
export type Can = Record<string, true | string>

type Definition<T extends Table, View extends object, More extends object, May extends Can> = {
  /** The key's column, and its type in cursors. */
  id: { column: Column<T>; type: Extract<CursorType, 'int' | 'text'> }
  /** Column values of the resource's rows, if the table also has rows of other screens. */
  own?: Readonly<Record<string, string>>
  /** The menu whose read-write permission is needed to change the rows. */
  menu: MenuKey
  /** The log's target without the id: `country` for `country AT`. */
  noun: string
  /** The row with the contract's fields, as logged. */
  view(row: Row<T>): View
  /** Additional data of these rows, in the same order, read for all at once. */
  more?(context: Context, rows: Row<T>[]): Promise<More[]>
  /** What a caller with write access may do with a row now. */
  can(row: Row<T>, now: Date): May
  /** The payload's fields that an update sets, with their places. */
  fields: Readonly<Record<string, Place<T>>>
  /** The log entry's sentence. */
  sentence(rows: Row<T>[], change: Change): Sentence
  /** Effects of a change within its transaction, such as commands to the app. */
  changed?(tx: Transaction, context: Context, rows: Changed<Row<T>>[]): Promise<unknown>
}

/** By default, a resource of whatever table: it takes rows, so that no narrower type is common to all. */
export type Resource<
  T extends Table = any,
  View extends object = any,
  More extends object = any,
  May extends Can = any,
> = Definition<T, View, More, May> & { table: T }

/** Declares the ordinary records of a table. */
export const resource = <T extends Table, View extends object, May extends Can, More extends object = object>(
  table: T,
  definition: Definition<T, View, More, May>,
): Resource<T, View, More, May> => ({ table, ...definition })

/** The condition for the resource's rows. */
export const ownRows = (of: Resource, alias: string): RawBuilder<boolean> =>
  sql.join(
    [
      sql`true`,
      ...Object.entries(of.own ?? {}).map(([column, value]) => sql`${sql.ref(`${alias}.${column}`)} = ${value}`),
    ],
    sql` and `,
  )

/** Rows, columns and payloads whose fields are known only at run time. */
export type Loose = Record<string, any>

/** A query builder for a table that is known only at run time. */
export const anyTable = (reader: Reader): Kysely<any> => reader as unknown as Kysely<any>

/** The rows for this caller. Readers get `readOnly` for every verb. */
export async function present<T extends Table, View extends object, More extends object, May extends Can>(
  context: Context,
  of: Resource<T, View, More, May>,
  rows: Row<T>[],
): Promise<(View & More & { can: May })[]> {
  const mayWrite = levelOn(staffOf(context), of.menu) === 3
  const more = await of.more?.(context, rows)
  return rows.map((row, index) => {
    const may = of.can(row, context.now)
    const shown = mayWrite ? may : (Object.fromEntries(Object.keys(may).map((verb) => [verb, 'readOnly'])) as May)
    return { ...of.view(row), ...(more?.[index] as More), can: shown }
  })
}

/** The verbs of a row that is switched on and off. */
export const switches = (enabled: boolean) => ({
  enable: enabled ? ('already' as const) : (true as const),
  disable: enabled ? (true as const) : ('already' as const),
})
