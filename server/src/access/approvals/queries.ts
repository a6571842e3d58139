// Reads and writes what waits for a second member of staff, and what became of it.
import { type Selectable, type SqlBool, sql } from 'kysely'
import { type DB, json, type Reader, type Transaction } from '../../kit/database.ts'
import { type Keyset, type PageRequest, pageOf } from '../../kit/paging.ts'
import { anyOf } from '../../kit/rows.ts'
import { containing } from '../../kit/text.ts'
import type { Span } from '../../kit/time.ts'
import type { State } from './rules.ts'

export type ApprovalRow = Omit<Selectable<DB['access.approval']>, 'state'> & {
  state: State
  maker: string
  checker: string | null
}

const shown = (reader: Reader) =>
  reader
    .selectFrom('access.approval as a')
    .innerJoin('access.staff as m', 'm.id', 'a.maker_id')
    .leftJoin('access.staff as c', 'c.id', 'a.checker_id')
    .selectAll('a')
    .select(['m.username as maker', 'c.username as checker'])
    .$narrowType<{ state: State }>()

const byId = { column: 'a.id', type: 'uuid' as const, of: (row: ApprovalRow) => row.id }
const keyset: Keyset<ApprovalRow> = {
  sorts: { createdAt: { column: 'a.created_at', type: 'timestamptz', of: (row) => row.created_at } },
  defaultSort: '-createdAt',
  id: byId,
  defaultSize: 20,
}

export type ApprovalFilters = {
  state?: State | undefined
  kind?: string | undefined
  maker?: string | undefined
  /** Nobody else's. */
  makerId?: number | undefined
  approvalId?: string | undefined
  span: Span
}

const expired = (now: Date) => sql<SqlBool>`a.expires_at <= ${now}`

/** One page, the newest first; what waited too long counts as lapsed. `maker` is part of a name. */
export function approvalPage(reader: Reader, filters: ApprovalFilters, now: Date, request: PageRequest) {
  let query = shown(reader)
  const { state, kind, maker, makerId, approvalId, span } = filters
  if (state !== undefined)
    query = query.where((where) => {
      const stored = where('a.state', '=', state)
      if (state === 'pending') return where.and([stored, where.not(expired(now))])
      return state === 'lapsed'
        ? where.or([stored, where.and([where('a.state', '=', 'pending'), expired(now)])])
        : stored
    })
  if (makerId !== undefined) query = query.where('a.maker_id', '=', makerId)
  if (approvalId !== undefined) query = query.where('a.id', '=', approvalId)
  if (kind !== undefined) query = query.where('a.kind', '=', kind)
  if (maker !== undefined) query = query.where('m.username', 'ilike', sql<string>`${containing(maker)}`)
  if (span.from) query = query.where('a.created_at', '>=', span.from)
  if (span.to) query = query.where('a.created_at', '<', span.to)
  return pageOf<ApprovalRow>(reader, query, keyset, request, filters)
}

export const approvalById = (reader: Reader, id: string): Promise<ApprovalRow | undefined> =>
  shown(reader).where('a.id', '=', id).executeTakeFirst()

/** Those of `ids` that exist, locked in the order of their ids: of many checkers at once one decides. */
export async function lockApprovals(tx: Transaction, ids: readonly string[]): Promise<ApprovalRow[]> {
  await tx.selectFrom('access.approval').select('id').where('id', '=', anyOf(ids)).orderBy('id').forUpdate().execute()
  return shown(tx).where('a.id', '=', anyOf(ids)).orderBy('a.id').execute()
}

/** What waits on this subject, locked. */
export async function lockWaiting(tx: Transaction, kind: string, subject: string): Promise<ApprovalRow | undefined> {
  const waiting = await tx
    .selectFrom('access.approval')
    .select('id')
    .where('kind', '=', kind)
    .where('subject', '=', subject)
    .where('state', '=', 'pending')
    .forUpdate()
    .executeTakeFirst()
  return waiting && approvalById(tx, waiting.id)
}

/** The ids of what waits, by subject. */
export async function waitingOn(reader: Reader, kind: string, now: Date): Promise<Map<string, string>> {
  const rows = await reader
    .selectFrom('access.approval as a')
    .select(['a.subject', 'a.id'])
    .where('a.kind', '=', kind)
    .where('a.state', '=', 'pending')
    .where('a.expires_at', '>', now)
    .execute()
  return new Map(rows.map((row) => [row.subject, row.id]))
}

/** How many of these kinds wait that none of `but` asked for, and whose makers are still there. */
export async function countWaiting(
  reader: Reader,
  but: readonly number[],
  kinds: readonly string[],
  now: Date,
): Promise<number> {
  const { count } = await reader
    .selectFrom('access.approval as a')
    .innerJoin('access.staff as m', 'm.id', 'a.maker_id')
    .select(sql<number>`count(*)::int`.as('count'))
    .where('m.status', '=', 1)
    .where('m.deleted_at', 'is', null)
    .where('a.state', '=', 'pending')
    .where('a.expires_at', '>', now)
    .where('a.maker_id', 'not in', but)
    .where('a.kind', 'in', kinds)
    .executeTakeFirstOrThrow()
  return count
}

export type NewApproval = {
  id: string
  kind: string
  subject: string
  payload: unknown
  before: unknown
  after: unknown
  reason: string
  maker_id: number
  created_at: Date
  expires_at: Date
  title_en: string
  title_cn: string
}

export const insertApproval = (tx: Transaction, { payload, before, after, ...values }: NewApproval) =>
  tx
    .insertInto('access.approval')
    .values({
      ...values,
      payload: json(payload),
      before: json(before),
      after: json(after),
    })
    .execute()

export type Ending = { id: string; state: State; checkerId: number | null; at: Date; reason: string }

/** Ends approvals, each its own way, in one statement. */
export const endApprovals = (tx: Transaction, endings: readonly Ending[]) =>
  sql`
    update access.approval a
       set state = e.state, checker_id = e.checker_id, decided_at = e.at, decision_reason = e.reason, version = version + 1
      from unnest(${endings.map((end) => end.id)}::uuid[], ${endings.map((end) => end.state)}::text[],
                  ${endings.map((end) => end.checkerId)}::int[], ${endings.map((end) => end.at)}::timestamptz[],
                  ${endings.map((end) => end.reason)}::text[]) as e (id, state, checker_id, at, reason)
     where a.id = e.id`.execute(tx)

/** At most `limit` of what waited too long and nobody else is deciding, locked. */
export async function lockExpired(tx: Transaction, now: Date, limit: number): Promise<ApprovalRow[]> {
  const rows = await tx
    .selectFrom('access.approval')
    .select('id')
    .where('state', '=', 'pending')
    .where('expires_at', '<=', now)
    .orderBy('expires_at')
    .limit(limit)
    .forUpdate()
    .skipLocked()
    .execute()
  return rows.length === 0
    ? []
    : shown(tx)
        .where(
          'a.id',
          'in',
          rows.map((row) => row.id),
        )
        .execute()
}

/** Runs `work` so that what it wrote goes when it throws, and nothing else of the transaction does. */
export async function inSavepoint(tx: Transaction, work: () => Promise<void>): Promise<void> {
  await sql`savepoint apply`.execute(tx)
  try {
    await work()
    await sql`release savepoint apply`.execute(tx)
  } catch (error) {
    await sql`rollback to savepoint apply`.execute(tx)
    throw error
  }
}
