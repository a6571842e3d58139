// Binds a declared call to what answers it. Rooms' `routes.ts` are lists of these; `app.ts` puts them on the wire.
import type { Answer, Call, CallSchema, Parsed, RecordOf } from '@greenroom/contract/call'
import type { Context } from './context.ts'

export type Handler<C extends Call> = (context: Context, payload: Parsed<C>) => Promise<Answer<C>>

/** One column of an exported list. Text cells are defused by the writer. */
export type ExportColumn<R> = {
  names: { en: string; cn: string }
  value: (record: R, context: Context) => string | number | boolean | Date | null
}

export type Served = {
  call: Call
  handle: (context: Context, payload: unknown) => Promise<unknown>
  /** Only of exportable lists. */
  columns?: ExportColumn<unknown>[]
  /** The list's span of time says when rows came to be: an export ends it at its own start. */
  cutOff?: boolean
}

/** A call and its handler; the payload is parsed by the contract before it comes here. */
export const serve = <S extends CallSchema>(call: Call<S>, handler: Handler<Call<S>>): Served => ({
  call,
  handle: handler as Served['handle'],
})

/**
 * A list: its handler answers one page; an export walks the pages by their `next` and writes `columns`. With `cutOff`
 * the walk leaves out what came to be after it began.
 */
export const serveList = <S extends CallSchema>(
  call: Call<S>,
  handler: Handler<Call<S>>,
  columns: ExportColumn<RecordOf<Call<S>>>[],
  options: { cutOff?: true } = {},
): Served => ({ call, handle: handler as Served['handle'], columns: columns as ExportColumn<unknown>[], ...options })

/** An instant of an answer as a cell of an exported list. */
export const moment = (text: string | null): Date | null => (text === null ? null : new Date(text))
