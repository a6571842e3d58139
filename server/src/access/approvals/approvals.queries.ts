// Queries for approvals and their outcomes.
import type { PartyAtRisk } from '@greenroom/contract/approvalRisk'
import type { ApprovalKey } from '@greenroom/contract/approvals'
import type { Parsed } from '@greenroom/contract/call'
import { namesOf, type Texts } from '@greenroom/contract/localized'
import type { approvalList, approvalMine } from '@greenroom/contract/system'
import { type Selectable, type SqlBool, sql } from 'kysely'
import { type Context, staffOf } from '../../kit/calls/context.ts'
import { anyOf } from '../../kit/database/anyOf.ts'
import { type DB, json, type Reader, type Transaction } from '../../kit/database/database.ts'
import type { Keyset, Page } from '../../kit/database/paging.ts'
import { equals, type Filters, narrowedPage, search, span } from '../../records/index.ts'
import type { State } from './approvals.rules.ts'

/** The decision that has not taken effect yet. */
export type Open = {
  decided: 'approve' | 'refuse' | null
  decider: string | null
  decided_on: Date | null
  effective_at: Date | null
}

export type ApprovalRow = Omit<Selectable<DB['access.approval']>, 'state' | 'kind'> &
  Open & {
    kind: ApprovalKey
    state: State
    /** A question waits for the maker's answer. */
    asked: boolean
    maker: string
    checker: string | null
    decider_reason: string | null
  }

/** The request as text. */
export const titleOf = ({ texts }: Pick<ApprovalRow, 'texts'>) => namesOf(texts)

const isAsked = sql<boolean>`exists (select 1 from access.approval_question q where q.approval_id = a.id and q.answered_at is null)`

const shown = (reader: Reader) =>
  reader
    .selectFrom('access.approval as a')
    .innerJoin('access.staff as m', 'm.id', 'a.maker_id')
    .leftJoin('access.staff as c', 'c.id', 'a.checker_id')
    .leftJoin('access.decision as d', 'd.id', 'a.decision_id')
    .leftJoin('access.staff as o', 'o.id', 'd.staff_id')
    .selectAll('a')
    .select(['m.username as maker', 'c.username as checker', 'd.effective_at', 'd.decided_at as decided_on'])
    .select(['d.verb as decided', 'o.username as decider', 'd.reason as decider_reason'])
    .select(isAsked.as('asked'))
    .$narrowType<{ state: State; kind: ApprovalKey; decided: Open['decided'] }>()

const byId = { column: 'a.id', type: 'uuid' as const, of: (row: ApprovalRow) => row.id }
const keyset: Keyset<ApprovalRow> = {
  sorts: {
    createdAt: { column: 'a.created_at', type: 'timestamptz', of: (row) => row.created_at },
    usdCents: { column: 'a.usd_cents', type: 'bigint', of: (row) => row.usd_cents, nullable: true },
    // Ascending, as the desk has them: most money at risk first, none last, and the oldest first among equals.
    desk: { column: 'a.desk_rank', type: 'bigint', of: (row) => row.desk_rank },
  },
  defaultSort: '-createdAt',
  id: byId,
  defaultSize: 20,
}

const expired = (now: Date) => sql<SqlBool>`a.expires_at <= ${now}`

/** Overdue requests count as expired, and decided ones as decided, before the state says so. */
function inState(state: State, now: Date) {
  if (state === 'pending') return sql<boolean>`a.state = 'pending' and a.decision_id is null and not ${expired(now)}`
  if (state === 'lapsed')
    return sql<boolean>`(a.state = 'lapsed' or (a.state = 'pending' and a.decision_id is null and ${expired(now)}))`
  const verb = state === 'approved' ? 'approve' : state === 'refused' ? 'refuse' : undefined
  if (verb === undefined) return sql<boolean>`a.state = ${state}`
  return sql<boolean>`a.state in (${state}, 'pending') and (a.state = ${state} or d.verb = ${verb})`
}

const filters: Filters<typeof approvalList> = {
  state: (state, { now }) =>
    state === 'asked' ? sql<boolean>`(${inState('pending', now)} and ${isAsked})` : inState(state, now),
  kind: equals('a.kind'),
  maker: search(['m.username']),
  ...span('a.created_at'),
}

/** One page, newest first; `maker` matches part of a name. */
export const approvalPage = (context: Context, payload: Parsed<typeof approvalList>): Promise<Page<ApprovalRow>> =>
  narrowedPage<ApprovalRow, typeof payload>(context, shown(context.database), filters, keyset, payload)

/** One page of the caller's own requests, newest first. */
export const ownApprovalPage = (context: Context, payload: Parsed<typeof approvalMine>): Promise<Page<ApprovalRow>> => {
  const own = shown(context.database).where('a.maker_id', '=', staffOf(context).id)
  return narrowedPage<ApprovalRow, typeof payload>(
    context,
    own,
    { state: filters.state, approvalId: equals('a.id') },
    keyset,
    payload,
  )
}

export const approvalById = (reader: Reader, id: string): Promise<ApprovalRow | undefined> =>
  shown(reader).where('a.id', '=', id).executeTakeFirst()

/** Existing rows of `ids`, locked in id order, so that only one of several checkers decides. */
export async function lockApprovals(tx: Transaction, ids: readonly string[]): Promise<ApprovalRow[]> {
  await tx.selectFrom('access.approval').select('id').where('id', '=', anyOf(ids)).orderBy('id').forUpdate().execute()
  return shown(tx).where('a.id', '=', anyOf(ids)).orderBy('a.id').execute()
}

/** One request, locked. */
export async function lockApproval(tx: Transaction, id: string): Promise<ApprovalRow | undefined> {
  const [row] = await lockApprovals(tx, [id])
  return row
}

/** Pending request on this subject, locked. */
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

/** Ids of pending requests, by subject. */
export async function waitingOn(reader: Reader, kind: string, now: Date): Promise<Map<string, string>> {
  const rows = await reader
    .selectFrom('access.approval as a')
    .select(['a.subject', 'a.id'])
    .where('a.kind', '=', kind)
    .where('a.state', '=', 'pending')
    .where((is) => is.or([is('a.expires_at', '>', now), is('a.decision_id', 'is not', null)]))
    .execute()
  return new Map(rows.map((row) => [row.subject, row.id]))
}

/** What decides who may decide a request. */
export type Pending = Pick<
  ApprovalRow,
  'id' | 'kind' | 'state' | 'maker_id' | 'guild_ids' | 'agent_ids' | 'created_at' | 'expires_at' | 'decided' | 'asked'
>

/** All pending requests of these kinds that nobody has decided. */
export const pendingOf = (reader: Reader, kinds: readonly string[], now: Date): Promise<Pending[]> =>
  reader
    .selectFrom('access.approval as a')
    .select(['a.id', 'a.kind', 'a.state', 'a.maker_id', 'a.guild_ids', 'a.agent_ids', 'a.created_at', 'a.expires_at'])
    .select([isAsked.as('asked'), sql<null>`null`.as('decided')])
    .where('a.state', '=', 'pending')
    .where('a.decision_id', 'is', null)
    .where('a.expires_at', '>', now)
    .where('a.kind', '=', anyOf(kinds))
    .$narrowType<{ state: State; kind: ApprovalKey }>()
    .execute()

export type NewApproval = {
  id: string
  kind: string
  subject: string
  payload: unknown
  before: unknown
  after: unknown
  reason: string
  maker_id: number
  guild_ids: number[]
  agent_ids: number[]
  created_at: Date
  expires_at: Date
  texts: Texts
  usd_cents: bigint | null
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

export const insertParties = (tx: Transaction, approvalId: string, parties: readonly PartyAtRisk[]) =>
  sql`
    insert into access.approval_party (approval_id, kind, party, usd_cents)
    select ${approvalId}, p.kind, p.party, p.usd_cents
      from unnest(${parties.map(({ kind }) => kind)}::text[], ${parties.map(({ id }) => id)}::bigint[],
                  ${parties.map(({ usdCents }) => usdCents)}::bigint[]) as p (kind, party, usd_cents)`.execute(tx)

export type Ending = { id: string; state: State; checkerId: number | null; at: Date; reason: string }

/** Ends approvals, each with its own outcome, in one statement. */
export const endApprovals = (tx: Transaction, endings: readonly Ending[]) =>
  sql`
    update access.approval a
       set state = e.state, decision_id = null, checker_id = e.checker_id, decided_at = e.at, decision_reason = e.reason, version = version + 1
      from unnest(${endings.map((end) => end.id)}::uuid[], ${endings.map((end) => end.state)}::text[],
                  ${endings.map((end) => end.checkerId)}::int[], ${endings.map((end) => end.at)}::timestamptz[],
                  ${endings.map((end) => end.reason)}::text[]) as e (id, state, checker_id, at, reason)
     where a.id = e.id`.execute(tx)

/** Ends a request that its maker applied alone during set-up. */
export const endInSetup = (tx: Transaction, id: string, at: Date) =>
  tx
    .updateTable('access.approval')
    .set({ state: 'approved', in_setup: true, decided_at: at, version: sql<number>`version + 1` })
    .where('id', '=', id)
    .execute()

/** At most `limit` overdue requests that nobody else is deciding, locked. */
export async function lockExpired(tx: Transaction, now: Date, limit: number): Promise<ApprovalRow[]> {
  const rows = await tx
    .selectFrom('access.approval')
    .select('id')
    .where('state', '=', 'pending')
    .where('decision_id', 'is', null)
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

/** Points a pending request to its open decision; null: nobody has decided. */
export const setDecision = (tx: Transaction, id: string, decisionId: string | null) =>
  tx
    .updateTable('access.approval')
    .set({ decision_id: decisionId, version: sql<number>`version + 1` })
    .where('id', '=', id)
    .execute()
