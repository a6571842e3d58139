// Binds a declared call to what answers it. Rooms' `routes.ts` are lists of these; `app.ts` puts them on the wire.
import type { Answer, Call, CallSchema, Parsed, RecordOf } from '@greenroom/contract/call'
import type { RawBuilder } from 'kysely'
import type { Context } from './context.ts'

export type Handler<C extends Call> = (context: Context, payload: Parsed<C>) => Promise<Answer<C>>

type Names = { en: string; cn: string }

/** One column of an exported list, read off its record. Text cells are defused by the writer. */
export type ExportColumn<R> = {
  names: Names
  value: (record: R, context: Context) => string | number | boolean | Date | null
}

/**
 * One column of an exported list as PostgreSQL writes it, for lists so long that making their records would cost more than
 * reading them. `select` stands in the list's own query in place of what the page selects.
 */
export type DirectColumn = {
  names: Names
  /** `time`: a moment (`timestamptz`), shown in the platform's zone; `number`: digits. */
  kind: 'text' | 'number' | 'time'
  select: (context: Context) => RawBuilder<unknown>
  /** What a code is shown as: asked once for each code. */
  word?: (code: string, context: Context) => string
}

/** A list's columns are all of one sort. */
export type ExportColumns<R> = ExportColumn<R>[] | DirectColumn[]

export const areDirect = <R>(columns: ExportColumns<R>): columns is DirectColumn[] =>
  columns.some((column) => 'select' in column)

export type Served = {
  call: Call
  handle: (context: Context, payload: unknown) => Promise<unknown>
  /** Only of exportable lists. */
  columns?: ExportColumns<unknown>
}

/** A call and its handler; the payload is parsed by the contract before it comes here. */
export const serve = <S extends CallSchema>(call: Call<S>, handler: Handler<Call<S>>): Served => ({
  call,
  handle: handler as Served['handle'],
})

/** A list: its handler answers one page; an export runs the same handler on a snapshot (`kit/frozen.ts`) and writes `columns`. */
export const serveList = <S extends CallSchema>(
  call: Call<S>,
  handler: Handler<Call<S>>,
  columns: ExportColumns<RecordOf<Call<S>>>,
): Served => ({ call, handle: handler as Served['handle'], columns: columns as ExportColumns<unknown> })

/** An instant of an answer as a cell of an exported list. */
export const moment = (text: string | null): Date | null => (text === null ? null : new Date(text))
