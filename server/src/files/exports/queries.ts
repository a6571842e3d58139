// Reads and writes exports: rows of files.export.
import { sql } from 'kysely'
import { type Database, json, type Reader, type Transaction } from '../../kit/database.ts'
import { anyOf } from '../../kit/rows.ts'

export type ExportState = 'waiting' | 'running' | 'done' | 'failed' | 'cancelled'
export type Format = 'xlsx' | 'csv'

export type NewExport = {
  id: string
  staffId: number
  sessionId: string
  call: string
  title: string
  payload: Record<string, unknown>
  format: Format
  language: 'en' | 'cn'
  at: Date
  expiresAt: Date
}

export type ExportRow = {
  id: string
  staff_id: number
  session_id: string
  call: string
  title: string
  payload: Record<string, unknown>
  format: Format
  language: 'en' | 'cn'
  state: ExportState
  rows: number
  storage_key: string | null
  created_at: Date
  expires_at: Date
}

const columns = [
  'id',
  'staff_id',
  'session_id',
  'call',
  'title',
  'payload',
  'format',
  'language',
  'state',
  'rows',
  'storage_key',
  'created_at',
  'expires_at',
] as const

export const insertExport = (tx: Transaction, row: NewExport) =>
  tx
    .insertInto('files.export')
    .values({
      id: row.id,
      staff_id: row.staffId,
      session_id: row.sessionId,
      call: row.call,
      title: row.title,
      payload: json(row.payload),
      format: row.format,
      language: row.language,
      created_at: row.at,
      beat_at: row.at,
      expires_at: row.expiresAt,
    })
    .execute()

/** One's own export that has not expired; another's reads as not found. */
export const findExport = async (reader: Reader, staffId: number, id: string, now: Date) =>
  (await reader
    .selectFrom('files.export')
    .select(columns)
    .where('staff_id', '=', staffId)
    .where('id', '=', id)
    .where('expires_at', '>', now)
    .executeTakeFirst()) as ExportRow | undefined

/** One's own exports, newest first. */
export const listExports = async (reader: Reader, staffId: number, now: Date) =>
  (await reader
    .selectFrom('files.export')
    .select(columns)
    .where('staff_id', '=', staffId)
    .where('expires_at', '>', now)
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .limit(200)
    .execute()) as ExportRow[]

/** Takes an export that waits; undefined when another process took it, or it was cancelled. */
export const beginExport = async (database: Database, id: string, now: Date) =>
  (await database
    .updateTable('files.export')
    .set({ state: 'running', beat_at: now, storage_key: sql<string>`'exports/' || id || '.' || format` })
    .where('id', '=', id)
    .where('state', '=', 'waiting')
    .returning(columns)
    .executeTakeFirst()) as ExportRow | undefined

/** Tells how far the work is; false when it is wanted no more. */
export async function beat(database: Database, id: string, rows: number, now: Date): Promise<boolean> {
  const { numUpdatedRows } = await database
    .updateTable('files.export')
    .set({ rows, beat_at: now })
    .where('id', '=', id)
    .where('state', '=', 'running')
    .executeTakeFirst()
  return numUpdatedRows === 1n
}

/** Ends what runs; false when it had been ended already. */
export async function endExport(
  database: Database | Transaction,
  id: string,
  state: 'done' | 'failed',
  rows: number,
  now: Date,
): Promise<boolean> {
  const { numUpdatedRows } = await database
    .updateTable('files.export')
    .set({ state, rows, finished_at: now, beat_at: now })
    .where('id', '=', id)
    .where('state', '=', 'running')
    .executeTakeFirst()
  return numUpdatedRows === 1n
}

/** Cancels one's own export; answers the row as it was, locked, so that the caller can say what it found. */
export const lockExport = async (tx: Transaction, staffId: number, id: string) =>
  (await tx
    .selectFrom('files.export')
    .select(columns)
    .where('staff_id', '=', staffId)
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirst()) as ExportRow | undefined

export const cancelExport = (tx: Transaction, id: string, now: Date) =>
  tx.updateTable('files.export').set({ state: 'cancelled', finished_at: now }).where('id', '=', id).execute()

/** Fails the work of processes that died: what ran has not been heard of, what waited was never taken. */
export async function failSilent(database: Database, runningSince: Date, waitingSince: Date, now: Date) {
  const rows = await database
    .updateTable('files.export')
    .set({ state: 'failed', finished_at: now })
    .where((where) =>
      where.or([
        where.and([where('state', '=', 'running'), where('beat_at', '<', runningSince)]),
        where.and([where('state', '=', 'waiting'), where('beat_at', '<', waitingSince)]),
      ]),
    )
    .returning('storage_key')
    .execute()
  return rows.map((row) => row.storage_key)
}

/** The oldest exports that nobody has taken since `waitingSince`. */
export async function overdueExports(reader: Reader, waitingSince: Date, limit: number): Promise<string[]> {
  const rows = await reader
    .selectFrom('files.export')
    .select('id')
    .where('state', '=', 'waiting')
    .where('beat_at', '<', waitingSince)
    .orderBy('beat_at')
    .limit(limit)
    .execute()
  return rows.map(({ id }) => id)
}

export const expiredExports = (reader: Reader, now: Date) =>
  reader
    .selectFrom('files.export')
    .select(['id', 'storage_key'])
    .where('expires_at', '<=', now)
    .orderBy('expires_at')
    .limit(500)
    .execute()

export const deleteExports = (database: Database, ids: string[]) =>
  database.deleteFrom('files.export').where('id', '=', anyOf(ids)).execute()
