// Bulk jobs and their rows.
import { type Selectable, sql } from 'kysely'
import type { BulkOutcome } from '../kit/calls/context.ts'
import { type Database, type DB, json, type Reader, type Transaction } from '../kit/database/database.ts'
import { type Keyset, type PageRequest, pageOf, type Reading } from '../kit/database/paging.ts'

export type JobRow = Selectable<DB['bulk.job']>
export type ItemRow = Selectable<DB['bulk.item']>
export type Item = Pick<ItemRow, 'at' | 'row_id'>

const ids = (values: readonly string[]) => sql<string[]>`${values}::text[]`

export async function insertJob(tx: Transaction, job: NewJob, rows: readonly string[]): Promise<void> {
  await tx
    .insertInto('bulk.job')
    .values({ ...job, filters: json(job.filters), total: rows.length })
    .execute()
  await sql`
    insert into bulk.item (job_id, at, row_id)
    select ${job.id}, chosen.at, chosen.id from unnest(${ids(rows)}) with ordinality as chosen(id, at)`.execute(tx)
}
type NewJob = Pick<
  JobRow,
  | 'id'
  | 'staff_id'
  | 'session_id'
  | 'ip'
  | 'user_agent'
  | 'language'
  | 'list'
  | 'filters'
  | 'created_at'
  | 'beat_at'
  | 'expires_at'
>

/** Deletes the caller's unused selections, except the newest `keep`. */
export const dropUnused = (tx: Transaction, staffId: number, keep: number) =>
  sql`
    delete from bulk.job where id in (
      select id from bulk.job where staff_id = ${staffId} and state = 'chosen' order by id desc offset ${keep})`.execute(
    tx,
  )

/** The caller's own started job; others' are not found. */
export const findJob = (reader: Reader, staffId: number, id: string, now: Date): Promise<JobRow | undefined> =>
  reader
    .selectFrom('bulk.job')
    .selectAll()
    .where('staff_id', '=', staffId)
    .where('id', '=', id)
    .where('state', '<>', 'chosen')
    .where('expires_at', '>', now)
    .executeTakeFirst()

/** The caller's own job, locked until the transaction ends. */
export const lockJob = (tx: Transaction, staffId: number, id: string, now: Date): Promise<JobRow | undefined> =>
  tx
    .selectFrom('bulk.job')
    .selectAll()
    .where('staff_id', '=', staffId)
    .where('id', '=', id)
    .where('expires_at', '>', now)
    .forUpdate()
    .executeTakeFirst()

const byId = { column: 'j.id', type: 'uuid' as const, of: (row: JobRow) => row.id }
const jobs: Keyset<JobRow> = { sorts: { createdAt: byId }, defaultSort: '-createdAt', id: byId, defaultSize: 20 }

/** One page of the caller's own jobs, newest first. */
export function jobPage(
  from: Reading,
  staffId: number,
  now: Date,
  { bulkState, ...request }: PageRequest & { bulkState?: JobRow['state'] | undefined },
) {
  const own = from.database
    .selectFrom('bulk.job as j')
    .selectAll('j')
    .where('j.staff_id', '=', staffId)
    .where('j.state', '<>', 'chosen')
    .where('j.expires_at', '>', now)
  const query = bulkState === undefined ? own : own.where('j.state', '=', bulkState)
  return pageOf<JobRow>(from, query, jobs, request, { staffId, bulkState })
}

const byPlace = { column: 'i.at', type: 'int' as const, of: (row: ItemRow) => row.at }
const items: Keyset<ItemRow> = { sorts: { at: byPlace }, defaultSort: 'at', id: byPlace, defaultSize: 20 }

/** One page of row outcomes, in order. */
export function outcomePage(
  from: Reading,
  jobId: string,
  { ok, ...request }: PageRequest & { ok?: boolean | undefined },
) {
  const decided = from.database.selectFrom('bulk.item as i').selectAll('i').where('i.job_id', '=', jobId)
  const query = ok === undefined ? decided.where('i.ok', 'is not', null) : decided.where('i.ok', '=', ok)
  return pageOf<ItemRow>(from, query, items, request, { jobId, ok })
}

/** Ids of a job's first rows, to validate the call's payload. */
export async function firstIds(reader: Reader, jobId: string, count: number): Promise<string[]> {
  const rows = await reader
    .selectFrom('bulk.item')
    .select('row_id')
    .where('job_id', '=', jobId)
    .orderBy('at')
    .limit(count)
    .execute()
  return rows.map((row) => row.row_id)
}

export const startJob = (
  tx: Transaction,
  id: string,
  { call, payload, now, expiresAt }: { call: string; payload: object; now: Date; expiresAt: Date },
): Promise<JobRow> =>
  tx
    .updateTable('bulk.job')
    .set({ call, payload: json(payload), state: 'waiting', created_at: now, beat_at: now, expires_at: expiresAt })
    .where('id', '=', id)
    .returningAll()
    .executeTakeFirstOrThrow()

/** Claims a job that waits, or whose worker has been silent since `silentSince`; undefined if another worker has it. */
export const takeJob = (database: Database, id: string, runner: string, now: Date, silentSince: Date) =>
  database
    .updateTable('bulk.job')
    .set({ state: 'running', runner, beat_at: now })
    .where('id', '=', id)
    .where((where) =>
      where.or([
        where('state', '=', 'waiting'),
        where.and([where('state', '=', 'running'), where('beat_at', '<', silentSince)]),
      ]),
    )
    .returningAll()
    .executeTakeFirst()

/** The next rows without an outcome, in order. */
export const nextItems = (reader: Reader, jobId: string, limit: number): Promise<Item[]> =>
  reader
    .selectFrom('bulk.item')
    .select(['at', 'row_id'])
    .where('job_id', '=', jobId)
    .where('ok', 'is', null)
    .orderBy('at')
    .limit(limit)
    .execute()

/**
 * Stores outcomes of rows that have none yet, and counts them.
 *
 * @returns false if the job no longer belongs to `runner`, whose transaction must then not commit.
 */
export async function keepOutcomes(
  tx: Transaction,
  job: { id: string; runner: string },
  outcomes: readonly BulkOutcome[],
  now: Date,
): Promise<boolean> {
  // Lock the job before its rows; stopping it locks in the same order.
  const held = await tx
    .selectFrom('bulk.job')
    .select('id')
    .where('id', '=', job.id)
    .where('runner', '=', job.runner)
    .where('state', '=', 'running')
    .forUpdate()
    .executeTakeFirst()
  if (!held) return false
  const kept = await sql<{ ok: boolean }>`
    update bulk.item i
       set ok = o.ok, error_code = o.code, error_msg = o.message, reason = o.reason, params = o.params::jsonb
      from unnest(${ids(outcomes.map(({ id }) => String(id)))}, ${outcomes.map(({ ok }) => ok)}::boolean[],
                  ${outcomes.map(({ errorCode }) => errorCode ?? null)}::int[],
                  ${outcomes.map(({ errorMsg }) => errorMsg ?? null)}::text[],
                  ${outcomes.map(({ reason }) => reason ?? null)}::text[],
                  ${outcomes.map(({ params }) => (params ? JSON.stringify(params) : null))}::text[])
        as o(id, ok, code, message, reason, params)
     where i.job_id = ${job.id} and i.row_id = o.id and i.ok is null
    returning i.ok`.execute(tx)
  const done = kept.rows.filter(({ ok }) => ok).length
  await tx
    .updateTable('bulk.job')
    .set((eb) => ({ done: eb('done', '+', done), failed: eb('failed', '+', kept.rows.length - done), beat_at: now }))
    .where('id', '=', job.id)
    .execute()
  return true
}

/** Ends an active job; undefined if it has ended, or no longer belongs to `runner` where one is given. */
export function endJob(
  tx: Transaction,
  id: string,
  { state, runner, now }: { state: 'done' | 'stopped'; runner: string | undefined; now: Date },
): Promise<JobRow | undefined> {
  const ending = tx
    .updateTable('bulk.job')
    .set({ state, finished_at: now, runner: null })
    .where('id', '=', id)
    .where('state', 'in', ['waiting', 'running'])
  return (runner === undefined ? ending : ending.where('runner', '=', runner)).returningAll().executeTakeFirst()
}

/** Gives this outcome to every row of an ended job that has none, and counts them. */
export async function failOpen(tx: Transaction, id: string, outcome: Omit<BulkOutcome, 'id' | 'ok'>): Promise<JobRow> {
  const { numUpdatedRows } = await tx
    .updateTable('bulk.item')
    .set({
      ok: false,
      error_code: outcome.errorCode ?? null,
      error_msg: outcome.errorMsg ?? null,
      reason: outcome.reason ?? null,
      params: json(outcome.params),
    })
    .where('job_id', '=', id)
    .where('ok', 'is', null)
    .executeTakeFirst()
  return tx
    .updateTable('bulk.job')
    .set((eb) => ({ failed: eb('failed', '+', Number(numUpdatedRows)) }))
    .where('id', '=', id)
    .returningAll()
    .executeTakeFirstOrThrow()
}

/** Releases a job so that any process may continue it. */
export const releaseJob = (database: Database, id: string, runner: string) =>
  database
    .updateTable('bulk.job')
    .set({ state: 'waiting', runner: null })
    .where('id', '=', id)
    .where('runner', '=', runner)
    .where('state', '=', 'running')
    .execute()

/** Jobs without a worker: unclaimed since `waitingSince`, or silent since `silentSince`. */
export async function leftJobs(
  reader: Reader,
  waitingSince: Date,
  silentSince: Date,
  limit: number,
): Promise<string[]> {
  const rows = await reader
    .selectFrom('bulk.job')
    .select('id')
    .where((where) =>
      where.or([
        where.and([where('state', '=', 'waiting'), where('beat_at', '<', waitingSince)]),
        where.and([where('state', '=', 'running'), where('beat_at', '<', silentSince)]),
      ]),
    )
    .orderBy('beat_at')
    .limit(limit)
    .execute()
  return rows.map(({ id }) => id)
}

export const deleteExpired = (database: Database, now: Date) =>
  database.deleteFrom('bulk.job').where('expires_at', '<=', now).execute()
