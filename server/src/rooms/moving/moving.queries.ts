// Imports, their files, records and faults. Platform data: guild and agent callers find none.
import type { Parsed } from '@greenroom/contract/call'
import type { importFaultList, importList } from '@greenroom/contract/moving'
import { type Insertable, type Selectable, sql } from 'kysely'
import type { Context } from '../../kit/calls/context.ts'
import { visible } from '../../kit/calls/scope.ts'
import { plainArray, textArray } from '../../kit/database/arrays.ts'
import { type DB, type Reader, runPrepared, type Transaction } from '../../kit/database/database.ts'
import type { Keyset } from '../../kit/database/paging.ts'
import { equals, type Filters, narrowedPage, span } from '../../records/index.ts'
import type { Lines } from './moving.reading.ts'

export type Import = Selectable<DB['moving.import']>
export type File = Selectable<DB['moving.file']>

const keyset: Keyset<Import> = {
  sorts: { madeAt: { column: 'i.made_at', type: 'timestamptz', of: (row) => row.made_at } },
  defaultSort: '-madeAt',
  id: { column: 'i.id', type: 'int', of: (row) => row.id },
  defaultSize: 20,
}
const filters: Filters<typeof importList> = { state: equals('i.state'), ...span('i.made_at') }

export const importPage = (context: Context, payload: Parsed<typeof importList>) =>
  narrowedPage<Import, typeof payload>(
    context,
    context.database.selectFrom('moving.import as i').selectAll('i').where(visible(context.scope)),
    filters,
    keyset,
    payload,
  )

export const importById = (context: Context, id: number): Promise<Import | undefined> =>
  context.database
    .selectFrom('moving.import as i')
    .selectAll('i')
    .where(visible(context.scope))
    .where('i.id', '=', id)
    .executeTakeFirst()

export type FaultRow = Selectable<DB['moving.fault']> & { file_name: string }

const faults: Keyset<FaultRow> = {
  sorts: { id: { column: 'f.id', type: 'bigint', of: (row) => String(row.id) } },
  defaultSort: 'id',
  id: { column: 'f.id', type: 'bigint', of: (row) => String(row.id) },
  defaultSize: 50,
}
const faultFilters: Filters<typeof importFaultList> = {
  importId: equals('f.import_id'),
  kind: equals('f.kind'),
  fault: equals('f.fault'),
}
export const faultPage = (context: Context, payload: Parsed<typeof importFaultList>) =>
  narrowedPage<FaultRow, typeof payload>(
    context,
    context.database
      .selectFrom('moving.fault as f')
      .leftJoin('moving.file as n', (join) =>
        join.onRef('n.import_id', '=', 'f.import_id').onRef('n.file', '=', 'f.file'),
      )
      .selectAll('f')
      .select(sql<string>`coalesce(n.name, '')`.as('file_name'))
      .where(visible(context.scope)),
    faultFilters,
    faults,
    payload,
  )

/** An import as it is now, without a lock. */
export const importNow = (reader: Reader, id: number): Promise<Import | undefined> =>
  reader.selectFrom('moving.import').selectAll().where('id', '=', id).executeTakeFirst()

export const lockImport = (tx: Transaction, id: number): Promise<Import | undefined> =>
  tx.selectFrom('moving.import').selectAll().where('id', '=', id).forNoKeyUpdate().executeTakeFirst()

export const addImport = async (
  tx: Transaction,
  row: Pick<Insertable<DB['moving.import']>, 'at' | 'made_by'>,
  now: Date,
): Promise<number> =>
  (
    await tx
      .insertInto('moving.import')
      .values({ ...row, made_at: now, touched_at: now })
      .returning('id')
      .executeTakeFirstOrThrow()
  ).id

/** Discards imports of an account that have received nothing since `before` and still wait for files. @returns their numbers */
export const endLeft = async (tx: Transaction, madeBy: string, before: Date, now: Date): Promise<number[]> =>
  (
    await tx
      .updateTable('moving.import')
      .set(({ eb }) => ({ state: 'discarded' as const, touched_at: now, version: eb('version', '+', 1) }))
      .where('made_by', '=', madeBy)
      .where('state', '=', 'loading')
      .where('touched_at', '<', before)
      .returning('id')
      .execute()
  ).map(({ id }) => id)

export const saveImport = (tx: Transaction, id: number, row: Partial<Insertable<DB['moving.import']>>) =>
  tx.updateTable('moving.import').set(row).where('id', '=', id).execute()

export const filesOf = (reader: Reader, importId: number): Promise<File[]> =>
  reader.selectFrom('moving.file').selectAll().where('import_id', '=', importId).orderBy('file').execute()

/** What lists show of the files of these imports. */
export const filesShown = (reader: Reader, importIds: readonly number[]) =>
  reader
    .selectFrom('moving.file')
    .select(['import_id', 'name', 'bytes', 'lines', 'complete'])
    .where(sql<boolean>`import_id = any(${importIds}::int[])`)
    .orderBy('import_id')
    .orderBy('file')
    .execute()

/** A file of a locked import by name, added if it is new. */
export async function fileNamed(tx: Transaction, importId: number, name: string): Promise<File> {
  const files = await filesOf(tx, importId)
  const known = files.find((file) => file.name === name)
  if (known) return known
  return tx
    .insertInto('moving.file')
    .values({ import_id: importId, file: files.length + 1, name })
    .returningAll()
    .executeTakeFirstOrThrow()
}

export const saveFile = (
  tx: Transaction,
  importId: number,
  file: number,
  row: Partial<Insertable<DB['moving.file']>>,
) => tx.updateTable('moving.file').set(row).where('import_id', '=', importId).where('file', '=', file).execute()

/** Stores what was read of some lines. */
export async function addLines(
  tx: Transaction,
  importId: number,
  file: number,
  { records, faults: found }: Lines,
): Promise<void> {
  if (records.length > 0)
    // Parsed once a connection: a file of a million lines comes in thousands of slices.
    await runPrepared(
      tx,
      sql`
      insert into moving.record (import_id, kind, file, line, key, data)
      select ${importId}, r.kind, ${file}, r.line, r.key, r.data::jsonb
        from unnest(${textArray(records.map(({ kind }) => kind))}::text[], ${plainArray(records.map(({ line }) => line))}::int[],
                    ${textArray(records.map(({ key }) => key))}::text[],
                    ${textArray(records.map(({ data }) => JSON.stringify(data)))}::text[]) as r(kind, line, key, data)`,
    )
  if (found.length > 0)
    await sql`
      insert into moving.fault (import_id, found_by, file, line, kind, key, fault, field, detail)
      select ${importId}, 'reading', ${file}, f.*
        from unnest(${found.map((one) => one.line)}::int[], ${found.map((one) => one.kind)}::text[],
                    ${found.map((one) => one.key)}::text[], ${found.map((one) => one.fault)}::text[],
                    ${found.map((one) => one.field)}::text[], ${found.map((one) => one.detail)}::text[])
             as f(line, kind, key, fault, field, detail)`.execute(tx)
}

export const faultsIn = async (reader: Reader, importId: number): Promise<number> =>
  (
    await reader
      .selectFrom('moving.fault')
      .select(sql<number>`count(*)::int`.as('count'))
      .where('import_id', '=', importId)
      .executeTakeFirstOrThrow()
  ).count

export type Place = { file: number; line: number }
export type Staged = Place & { key: string; data: unknown }

type Span = { after: Place; upTo?: Place | undefined; most: number }

/** The places and keys of the next records of a kind after a place, up to another if one is named, in the order of the files. */
const placesAfter = (reader: Reader, importId: number, kind: string, { after, upTo, most }: Span) =>
  reader
    .selectFrom('moving.record')
    .select(['file', 'line', 'key'])
    .where('import_id', '=', importId)
    .where(sql<boolean>`kind = ${kind}`)
    .where(sql<boolean>`(file, line) > (${after.file}::smallint, ${after.line}::int)`)
    .$if(upTo !== undefined, (query) =>
      query.where(sql<boolean>`(file, line) <= (${upTo?.file}::smallint, ${upTo?.line}::int)`),
    )
    .orderBy('file')
    .orderBy('line')
    .limit(most)

export const keysAfter = (
  reader: Reader,
  importId: number,
  kind: string,
  span: Span,
): Promise<(Place & { key: string })[]> => placesAfter(reader, importId, kind, span).execute()

/** The next records themselves. */
export const recordsAfter = (reader: Reader, importId: number, kind: string, span: Span): Promise<Staged[]> =>
  placesAfter(reader, importId, kind, span).select('data').execute()

/** Remembers what an import made. */
export const addMade = async (
  tx: Transaction,
  importId: number,
  kind: string,
  keys: readonly (string | number | bigint)[],
): Promise<void> => {
  if (keys.length > 0)
    await sql`
      insert into moving.made (import_id, kind, key)
      select ${importId}, ${kind}, k from unnest(${keys.map(String)}::text[]) as k on conflict do nothing`.execute(tx)
}

/** Which of these an import made. */
export const madeOf = async (
  reader: Reader,
  importId: number,
  kind: string,
  keys: readonly string[],
): Promise<string[]> => {
  const { rows } = await sql<{ key: string }>`
    select key from moving.made where import_id = ${importId} and kind = ${kind} and key = any(${keys}::text[])`.execute(
    reader,
  )
  return rows.map(({ key }) => key)
}

export const forgetMade = (tx: Transaction, importId: number, kind: string, keys: readonly string[]) =>
  sql`delete from moving.made where import_id = ${importId} and kind = ${kind} and key = any(${keys}::text[])`.execute(
    tx,
  )

/** The first faults of an import, for the command line. */
export const firstFaults = (reader: Reader, importId: number) =>
  reader
    .selectFrom('moving.fault as f')
    .leftJoin('moving.file as n', (join) =>
      join.onRef('n.import_id', '=', 'f.import_id').onRef('n.file', '=', 'f.file'),
    )
    .select(['f.line', 'f.kind', 'f.key', 'f.fault', 'f.field', 'f.detail'])
    .select(sql<string>`coalesce(n.name, '')`.as('file'))
    .where('f.import_id', '=', importId)
    .orderBy('f.id')
    .limit(100)
    .execute()

/** The guilds of an import that have a parent. */
export async function subAgencies(reader: Reader, importId: number): Promise<{ guildId: number; parentId: number }[]> {
  const { rows } = await sql<{ guildId: number; parentId: number }>`
    select (data ->> 'guildId')::int as "guildId", (data ->> 'parentId')::int as "parentId"
      from moving.record where import_id = ${importId} and kind = 'guild' and data ? 'parentId'`.execute(reader)
  return rows
}
