// Serves the records declared in the contract (`contract/src/record.ts`): a field's declaration determines its column, filter, sort, export
// cell, and how it is updated.
import type { AnyCall, Parsed, RecordOf } from '@greenroom/contract/call'
import { namesOf, type Texts } from '@greenroom/contract/localized'
import {
  type Field,
  headingOf,
  optionsOf,
  type RecordSpec,
  type Spelled,
  sentAs,
  type Verb,
} from '@greenroom/contract/record'
import type { Change, Sentence } from '@greenroom/contract/sentences/words'
import { chosen } from '../kit/calls/batch.ts'
import type { Context, Language } from '../kit/calls/context.ts'
import { type Refusal, refuseBecause } from '../kit/calls/refusal.ts'
import { type ExportColumn, moment, type Served, serve } from '../kit/calls/serve.ts'
import type { CursorType } from '../kit/database/cursor.ts'
import { type Transaction, violates } from '../kit/database/database.ts'
import { type OptionKey, optionText, type TextKey, yesOrNo } from '../texts/catalogue.ts'
import { addRow, changeRows, createdBy, lockAt } from './changes.ts'
import { equals, type Filter, type Filters } from './filters.ts'
import { serveRecord, serveRecords } from './records.lists.ts'
import {
  type Can,
  type Changed,
  type Column,
  type Loose,
  type Resource,
  type Row,
  resource,
  switches,
  type Table,
} from './records.resource.ts'
import { textsOf } from './texts.ts'
import { serveDelete, serveSwitch } from './verbs.ts'

type Snake<S> = S extends `${infer First}${infer Rest}`
  ? First extends Lowercase<First>
    ? `${First}${Snake<Rest>}`
    : `_${Lowercase<First>}${Snake<Rest>}`
  : S

const snake = (name: string) => name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)

/** Fields that are not columns of the table; `more` reads them. */
type Unstored<R extends RecordSpec, T extends Table> = {
  [N in keyof R['fields']]: R['fields'][N] extends { is: 'names' | 'id' } | { shown: false }
    ? never
    : N extends Spelled<R>
      ? never
      : Snake<N> extends Column<T>
        ? never
        : N
}[keyof R['fields']]

type Calls = Readonly<{ list: AnyCall } & Partial<Record<Verb, AnyCall>>>
type Payload<C extends Calls> = Parsed<NonNullable<C['update']>> & Partial<Parsed<NonNullable<C['save']>>>

type Cell = ExportColumn<Loose>

type Own<T extends Table, C extends Calls> = {
  /** Filters that do not simply compare the column of their name. */
  filters?: Partial<Filters<C['list']>>
  /** Export cells of fields whose value can't be a cell. */
  cells?: { [N in keyof RecordOf<C['list']>]?: ExportColumn<RecordOf<C['list']>>['value'] }
  /** Permitted actions on a row, if they depend on more than `enabled`. */
  can?(this: void, row: Row<T>, now: Date): Can
  sentence(this: void, rows: Row<T>[], change: Change): Sentence
  changed?(this: void, tx: Transaction, context: Context, rows: Changed<Row<T>>[]): Promise<unknown>
  /** Maps a payload to columns, if they are not just its fields. Throws refusals. */
  values?(tx: Transaction, context: Context, payload: Payload<C>): Promise<Record<string, unknown>>
  /** Refuses values that conflict with the current row, which is undefined when adding. */
  check?(tx: Transaction, values: Loose, before: Row<T> | undefined, context: Context): Promise<void>
  /**
   * Asks for a second account if a change needs one, instead of writing it; `before` is undefined when adding.
   *
   * @returns the approval's id, or the row's if the request took effect at once; null if the change is to be written.
   */
  asks?(
    tx: Transaction,
    context: Context,
    change: { values: Loose; before: Row<T> | undefined },
  ): Promise<{ approvalId: string } | { id: number } | null>
  /** The refusal for each unique index that a change may meet. */
  duplicates?: Readonly<Record<string, (payload: Payload<C>) => Refusal>>
}
type Reads<R extends RecordSpec, T extends Table, C extends Calls> = [Unstored<R, T>] extends [never]
  ? { more?: undefined }
  : {
      /** The fields that are not columns, for all rows at once. */
      more(
        context: Context,
        rows: Row<T>[],
      ): Promise<{ [N in Unstored<R, T> & keyof RecordOf<C['list']>]: RecordOf<C['list']>[N] }[]>
    }

/** A declared record with its table and its own rules. */
export type Declared<T extends Table> = {
  of: Resource<T>
  add: (context: Context, payload: object) => Promise<Row<T>>
  update: (context: Context, payload: object) => Promise<Row<T>>
  /** The default handler of each given call. */
  routes: Served[]
}

/** The column and the language of a field that is a text in one language; undefined for other fields. */
function textAt({ texts = {} }: RecordSpec, name: string): readonly [column: string, language: Language] | undefined {
  const [, stem = '', ending] = /^(.+)(En|Cn)$/.exec(name) ?? []
  const column = texts[stem]
  return column === undefined ? undefined : [column, ending === 'En' ? 'en' : 'cn']
}

/** The texts that a payload gives, by column. */
const textsGiven = ({ texts = {} }: RecordSpec, payload: Loose, before?: Loose): Record<string, Texts> =>
  Object.fromEntries(
    Object.entries(texts).map(([stem, column]) => [
      column,
      textsOf({ all: payload[column], en: payload[`${stem}En`], cn: payload[`${stem}Cn`] }, before?.[column]),
    ]),
  )

/** A stored value as in results. */
function shownOf(spec: RecordSpec, name: string, field: Field, row: Loose): unknown {
  if (field.is === 'id') return row['id']
  if (field.is === 'names') return namesOf(row[textAt(spec, sentAs(name, field)[0]!)![0]])
  const text = textAt(spec, name)
  if (text) return namesOf(row[text[0]])[text[1]]
  const value: unknown = row[snake(name)]
  if (value instanceof Date) return value.toISOString()
  return typeof value === 'bigint' ? Number(value) : value
}

const cursorTypes: Partial<Record<Field['is'], CursorType>> = { whole: 'int', id: 'int', time: 'timestamptz' }

/** The sorts; `names` sorts by the name in the reader's language. */
function ordersOf(spec: RecordSpec) {
  const { fields } = spec
  const sorted = Object.entries(fields).filter(([, field]) => field.sort)
  return Object.fromEntries(
    sorted.map(([name, field]) => {
      if (field.is !== 'names') return [name, { type: cursorTypes[field.is] ?? 'text', column: snake(name) }]
      const one = name.slice(0, -1)
      return [one, { texts: spec.texts![one]! }]
    }),
  )
}

/** The columns of an export: every field of the list, in declared order. */
function columnsOf(spec: RecordSpec, cells: Readonly<Record<string, Cell['value']>>): Cell[] {
  // Keys of the catalogue, as the record's screen has them (`web/src/i18n/texts.test.ts` looks each up).
  const heading = (name: string) => headingOf(spec, name) as TextKey
  return Object.entries(spec.fields)
    .filter(([, field]) => field.shown !== false)
    .flatMap(([name, field]): Cell[] => {
      const cell = cells[name]
      if (cell) return [{ heading: heading(name), value: cell }]
      if (field.is === 'names')
        return sentAs(name, field).map((as, at) => ({
          heading: heading(as),
          value: (record) => record[name][at === 0 ? 'en' : 'cn'],
        }))
      return [{ heading: heading(name), value: cellOf(spec, name, field) }]
    })
}

/** A field's value in a file, as the screen shows it. */
function cellOf(spec: RecordSpec, name: string, field: Field): Cell['value'] {
  if (field.is === 'time') return (record) => moment(record[name])
  const texts = optionsOf(spec, name)?.texts as OptionKey | undefined
  if (texts === undefined)
    return (record, { language }) => (field.is === 'flag' ? yesOrNo(record[name], language) : record[name])
  return (record, { language }) =>
    [record[name]]
      .flat()
      .map((code) => optionText(texts, String(code), language))
      .join(', ')
}

/** The columns that a payload sets: an empty field is an empty text, no time or no choice. */
const setBy = (spec: RecordSpec, payload: Loose, adding: boolean) => ({
  ...Object.fromEntries(
    Object.entries(spec.fields)
      .filter(([, { set }]) => set === 'always' || (adding && set === 'once'))
      .flatMap(([name, field]) =>
        sentAs(name, field)
          .filter((as) => textAt(spec, as) === undefined)
          .map((as) => {
            const value = payload[as] ?? (field.is === 'time' ? null : field.is === 'choices' ? [] : '')
            const choices = field.is === 'choices' && (value.length > 0 || !field.blank)
            return [snake(field.is === 'time' ? name : as), choices ? chosen(value, as) : value]
          }),
      ),
  ),
  ...textsGiven(spec, payload),
})

/** Declares how a record is stored in `table`, and serves the given calls. */
export function declared<const R extends RecordSpec, T extends Table, const C extends Calls>(
  spec: R,
  table: T,
  calls: C,
  own: Own<T, C> & Reads<R, T, C>,
): Declared<T> {
  const fields = Object.entries<Field>(spec.fields)
  const key = spec.fields[spec.key]!
  const hidden = Object.fromEntries(
    fields.flatMap(([name, field]) => (field.shown === false ? [[name, undefined]] : [])),
  )
  const sent = fields.filter(([, { set }]) => set)
  const of: Resource = resource(table, {
    id: { column: (key.is === 'id' ? 'id' : spec.key) as Column<T>, type: key.is === 'id' ? 'int' : 'text' },
    menu: spec.menu,
    noun: spec.thing,
    view: (row: Loose) => ({
      ...Object.fromEntries(
        fields
          .filter(([name, { is }]) => is === 'id' || is === 'names' || textAt(spec, name) || snake(name) in row)
          .map(([name, field]) => [name, shownOf(spec, name, field, row)]),
      ),
      ...Object.fromEntries(Object.values(spec.texts ?? {}).map((column) => [column, row[column]])),
      version: row.version,
    }),
    more: async (context: Context, rows: Row<T>[]) => {
      const more: object[] | undefined = await own.more?.(context, rows)
      return rows.map((_row, index) => ({ ...hidden, ...more?.[index] }))
    },
    can:
      own.can ??
      ((row: Loose) => ({
        ...(spec.verbs.includes('update') && { update: true as const }),
        ...('enabled' in row && switches(row.enabled)),
        // A record in use must be disabled before it is deleted.
        ...(spec.verbs.includes('delete') && { delete: row.enabled ? ('inUse' as const) : (true as const) }),
      })),
    fields: Object.fromEntries([
      ...sent.flatMap(([name, field]) =>
        sentAs(name, field).map((as) => [
          as,
          (textAt(spec, as) ?? snake(field.is === 'time' ? name : as)) as Column<T>,
        ]),
      ),
      ['enabled', 'enabled' as Column<T>],
    ]),
    sentence: own.sentence,
    ...(own.changed && { changed: own.changed }),
  })

  /** Runs a change; a unique violation becomes its refusal. */
  const change = async <R>(context: Context, payload: Loose, work: (tx: Transaction) => Promise<R>): Promise<R> => {
    try {
      return await context.tx(work)
    } catch (error) {
      const index = Object.keys(own.duplicates ?? {}).find((name) => violates(error, name))
      throw index === undefined ? error : own.duplicates![index]!(payload as Payload<C>)
    }
  }
  const valuesOf = async (tx: Transaction, context: Context, payload: Loose, adding: boolean) =>
    (own.values ? await own.values(tx, context, payload as Payload<C>) : setBy(spec, payload, adding)) as Loose

  const add = (context: Context, payload: Loose) =>
    change(context, payload, async (tx) => {
      const values = await valuesOf(tx, context, payload, true)
      await own.check?.(tx, values, undefined, context)
      const asked = await own.asks?.(tx, context, { values, before: undefined })
      if (asked) return asked
      // The columns follow from the declaration, at run time.
      return addRow(tx, context, of, { ...values, ...('createdBy' in spec.fields && createdBy(context)) } as never)
    })

  /** Writes `values` to the row at its version. */
  const write = async (tx: Transaction, context: Context, payload: Loose, given: Loose, as: Change) => {
    const before = await lockAt(tx, of, payload[spec.key], payload.version, given)
    const values: Loose = as === 'edited' ? { ...given, ...textsGiven(spec, payload, before) } : given
    if (as !== 'edited' && before.enabled === values['enabled'])
      throw refuseBecause(20000, 'enabled', values['enabled'] ? 'enabled.already' : 'disabled.already')
    await own.check?.(tx, values, before as Row<T>, context)
    const asked = await own.asks?.(tx, context, { values, before: before as Row<T> })
    if (asked) return asked
    const [after] = await changeRows(tx, context, of, [before], values, as)
    return after
  }
  const update = (context: Context, payload: Loose) =>
    change(context, payload, async (tx) =>
      write(tx, context, payload, await valuesOf(tx, context, payload, false), 'edited'),
    )
  const turn = (context: Context, payload: Loose) =>
    change(context, payload, (tx) =>
      write(tx, context, payload, { enabled: payload.enabled }, payload.enabled ? 'enabled' : 'disabled'),
    )

  const waits = ({ approvalId }: Loose) => (approvalId === undefined ? {} : { approvalId })
  const saved = ({ id, approvalId }: Loose) => (approvalId === undefined ? { id } : { approvalId })

  const filters = Object.fromEntries(
    Object.keys(spec.filters).map((name): [string, Filter<any>] => [
      name,
      (own.filters as Record<string, Filter<any>> | undefined)?.[name] ?? equals(`t.${snake(name)}`),
    ]),
  )
  const { list, info, save, update: edit, enable, turn: one, delete: remove } = calls
  const many = `${spec.key}s`
  const routes: (Served | undefined)[] = [
    serveRecords(of, list, {
      filters: filters,
      orders: ordersOf(spec),
      order: spec.order,
      size: spec.size,
      // Each cell takes the list's record.
      columns: columnsOf(spec, (own.cells ?? {}) as never) as ExportColumn<unknown>[],
    }),
    info && serveRecord(of, info, spec.as),
    save && serve(save, async (context: Context, payload: Loose) => saved(await add(context, payload))),
    edit && serve(edit, async (context: Context, payload: Loose) => waits((await update(context, payload)) as Loose)),
    enable && serveSwitch(of, enable, many),
    one && serve(one, async (context: Context, payload: Loose) => (await turn(context, payload), {})),
    remove && serveDelete(of, remove),
  ]
  // Internally the table is only known at run time; callers know it by type.
  return { of, add, update, routes: routes.filter((route) => route !== undefined) } as unknown as Declared<T>
}
