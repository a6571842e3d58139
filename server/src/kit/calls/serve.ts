// Binds declared calls to handlers. Rooms' `<subject>.routes.ts` list these; `app/` registers them.
import type { Answer, Call, CallSchema, Parsed, RecordOf } from '@greenroom/contract/call'
import type { Sentence } from '@greenroom/contract/sentences/words'
import type { RawBuilder } from 'kysely'
import type { TextKey } from '../../texts/catalogue.ts'
import type { Reader } from '../database/database.ts'
import type { Frozen } from '../database/databaseSnapshot.ts'
import type { Context } from './context.ts'
import type { Parties } from './parties.ts'

export type Handler<C extends Call> = (context: Context, payload: Parsed<C>) => Promise<Answer<C>>

/** The guilds and agents that a payload is about; unknown ones are left out. */
export type Concerns<P> = (reader: Reader, payload: P) => Parties | Promise<Parties>

/** One column of an exported list, read off its record. The writer defuses text cells. */
export type ExportColumn<R> = {
  /** The screen's. */
  heading: TextKey
  value: (record: R, context: Context) => string | number | boolean | Date | null
}

/**
 * One exported column as an SQL expression, for lists so long that building records would cost more than reading them.
 * `select` replaces the page's columns in the list's own query.
 */
export type DirectColumn = {
  heading: TextKey
  /** `time`: a `timestamptz`, shown in the platform's time zone; `number`: digits. */
  kind: 'text' | 'number' | 'time'
  select: (context: Context) => RawBuilder<unknown>
  /** A code's text, looked up once per code. */
  word?: (code: string, context: Context) => string
}

/** All columns of a list are of the same kind. */
export type ExportColumns<R> = ExportColumn<R>[] | DirectColumn[]

export const areDirect = <R>(columns: ExportColumns<R>): columns is DirectColumn[] =>
  columns.some((column) => 'select' in column)

export type Served = {
  call: Call
  handle: (context: Context, payload: unknown) => Promise<unknown>
  /** For what staff decide about guilds and agents: staff who lead or are one of them do not (`app/app.rooms.ts`). */
  concerns?: Concerns<unknown>
  /** Only for exportable lists. */
  columns?: ExportColumns<unknown>
  /** Only for calls that make an archive in the background, as exports are made. */
  archive?: Archive
}

/** A file of an archive; its content is asked for when it is next. */
export type ArchiveFile = { name: string; content: AsyncIterable<Uint8Array> | Iterable<Uint8Array> }

/** What an archive is called, and its files. */
export type Archive = {
  title: (payload: Record<string, unknown>) => Sentence
  /** @param rows is told of rows that were read, and throws once the archive is not wanted any more. */
  files: (
    context: Context,
    payload: Record<string, unknown>,
    snapshot: Frozen,
    rows: (count: number) => Promise<void>,
  ) => AsyncIterable<ArchiveFile>
}

/** A call and its handler, which gets the parsed payload. */
export const serve = <S extends CallSchema>(
  call: Call<S>,
  handler: Handler<Call<S>>,
  concerns?: Concerns<Parsed<Call<S>>>,
): Served => ({
  call,
  handle: handler as Served['handle'],
  ...(concerns && { concerns: concerns as Concerns<unknown> }),
})

/**
 * A list: its handler returns one page; an export runs the same handler on a snapshot (`kit/database/databaseSnapshot.ts`) and writes
 * `columns`.
 */
export const serveList = <S extends CallSchema>(
  call: Call<S>,
  handler: Handler<Call<S>>,
  columns: ExportColumns<RecordOf<Call<S>>>,
): Served => ({ call, handle: handler as Served['handle'], columns: columns as ExportColumns<unknown> })

/** An answer's instant as a cell of an exported list. */
export const moment = (text: string | null): Date | null => (text === null ? null : new Date(text))
