// Queries for exports: rows of files.export.
import type { StaffLanguage } from '@greenroom/contract/languages'
import { sql } from 'kysely'
import { anyOf } from '../../kit/database/anyOf.ts'
import { type Database, json, type Reader, type Transaction } from '../../kit/database/database.ts'

export type ExportState = 'waiting' | 'running' | 'done' | 'failed' | 'cancelled'
export type Format = 'xlsx' | 'csv' | 'zip'

export type NewExport = {
  id: string
  staffId: number
  sessionId: string
  call: string
  title: string
  payload: Record<string, unknown>
  format: Format
  language: StaffLanguage
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
  language: StaffLanguage
  state: ExportState
  rows: number
  storage_key: string | null
  created_at: Date
  expires_at: Date
  disk_full: boolean
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
  'disk_full',
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

/** The caller's own unexpired export; others' are not found. */
export const findExport = async (reader: Reader, staffId: number, id: string, now: Date) =>
  (await reader
    .selectFrom('files.export')
    .select(columns)
    .where('staff_id', '=', staffId)
    .where('id', '=', id)
    .where('expires_at', '>', now)
    .executeTakeFirst()) as ExportRow | undefined

/** The caller's own exports, newest first. */
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

/** Claims a waiting export; undefined if another process has it, or it was cancelled. */
export const beginExport = async (database: Database, id: string, now: Date) =>
  (await database
    .updateTable('files.export')
    .set({ state: 'running', beat_at: now, storage_key: sql<string>`'exports/' || id || '.' || format` })
    .where('id', '=', id)
    .where('state', '=', 'waiting')
    .returning(columns)
    .executeTakeFirst()) as ExportRow | undefined

/** Stores progress; false if the export was cancelled. */
export async function beat(database: Database, id: string, rows: number, now: Date): Promise<boolean> {
  const { numUpdatedRows } = await database
    .updateTable('files.export')
    .set({ rows, beat_at: now })
    .where('id', '=', id)
    .where('state', '=', 'running')
    .executeTakeFirst()
  return numUpdatedRows === 1n
}

export type ExportEnd = { state: 'done' | 'failed'; rows: number; diskFull: boolean }

/** Ends a running export; false if it had ended already. */
export async function endExport(
  database: Database | Transaction,
  id: string,
  { state, rows, diskFull }: ExportEnd,
  now: Date,
): Promise<boolean> {
  const { numUpdatedRows } = await database
    .updateTable('files.export')
    .set({ state, rows, disk_full: diskFull, finished_at: now, beat_at: now })
    .where('id', '=', id)
    .where('state', '=', 'running')
    .executeTakeFirst()
  return numUpdatedRows === 1n
}

/** Cancels the caller's own export. @returns the row as it was before, locked. */
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

/** Fails exports of dead processes: running ones that went silent, and waiting ones never claimed. */
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

/** The oldest exports unclaimed since `waitingSince`. */
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
