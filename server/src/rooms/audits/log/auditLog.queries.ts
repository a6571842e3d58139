// Decisions about items. Platform data: guild and agent callers find none.

import type { auditLogList } from '@greenroom/contract/audits'
import type { Parsed } from '@greenroom/contract/call'
import type { PersonRef } from '@greenroom/contract/fields'
import type { decisions, itemKinds, itemStates, reviewPurposes } from '@greenroom/contract/statesAndKinds'
import type { Selectable } from 'kysely'
import type { Context, Scope } from '../../../kit/calls/context.ts'
import { visible } from '../../../kit/calls/scope.ts'
import { anyOf } from '../../../kit/database/anyOf.ts'
import type { DB, Reader, Transaction } from '../../../kit/database/database.ts'
import type { Keyset } from '../../../kit/database/paging.ts'
import { among, equals, type Filters, narrowedPage, span } from '../../../records/index.ts'
import { personColumn } from '../../users/index.ts'
import type { ItemState } from '../itemChange.queries.ts'

export type Kind = (typeof itemKinds)[number]
export type Decision = (typeof decisions)[number]
export type Purpose = (typeof reviewPurposes)[number] | 'overturn'
export type State = (typeof itemStates)[number]

/** A decided review, whatever its purpose. */
export type DecidedRow = {
  id: string
  item_id: string
  kind: Kind
  purpose: Purpose
  decision: Decision
  reason: string
  note: string
  decided_at: Date
  decided_name: string
}

export type LogRow = DecidedRow & {
  user: PersonRef
  text: string
  picture_urls: string[]
  score: number
  item_state: State
  waiting_since: Date
}

const filters: Filters<typeof auditLogList> = {
  kind: equals('r.kind'),
  purpose: equals('r.purpose'),
  decision: equals('r.decision'),
  state: equals('i.state'),
  userId: among('r.user_id'),
  itemId: among('r.item_id'),
  decidedBy: equals('r.decided_name'),
  templateId: equals('r.template_id'),
  ...span('r.decided_at'),
}

const keyset: Keyset<LogRow> = {
  sorts: { decidedAt: { column: 'r.decided_at', type: 'timestamptz', of: (row) => row.decided_at } },
  defaultSort: '-decidedAt',
  id: { column: 'r.id', type: 'uuid', of: (row) => row.id },
  defaultSize: 20,
}

const decidedColumns = [
  'r.id',
  'r.item_id',
  'r.kind',
  'r.purpose',
  'r.decision',
  'r.reason',
  'r.note',
  'r.decided_at',
  'r.decided_name',
] as const

/** One page of decisions about items, newest first. */
export function logPage(context: Context, payload: Parsed<typeof auditLogList>) {
  const query = context.database
    .selectFrom('audits.review as r')
    .innerJoin('audits.item as i', 'i.id', 'r.item_id')
    .innerJoin('users.app_user as u', 'u.id', 'r.user_id')
    .select(decidedColumns)
    .select([
      'r.waiting_since',
      personColumn('r.user_id', 'u').as('user'),
      'i.text',
      'i.picture_urls',
      'i.score',
      'i.state as item_state',
    ])
    .where('r.state', '=', 'done')
    .where(visible(context.scope))
  return narrowedPage(context, query.$castTo<LogRow>(), filters, keyset, payload)
}

export type ItemRow = Omit<Selectable<DB['audits.item']>, 'kind' | 'state'> & {
  kind: Kind
  state: State
  user: PersonRef
}

/** The item with its user; undefined if there is none. */
export async function itemById(reader: Reader, scope: Scope, id: string): Promise<ItemRow | undefined> {
  if (scope.kind !== 'platform') return undefined
  const row = await reader
    .selectFrom('audits.item as i')
    .innerJoin('users.app_user as u', 'u.id', 'i.user_id')
    .selectAll('i')
    .select(personColumn('i.user_id', 'u').as('user'))
    .where('i.id', '=', id)
    .executeTakeFirst()
  return row as ItemRow | undefined
}

/** All decisions about an item, newest first. */
export const decisionsOf = (reader: Reader, itemId: string): Promise<DecidedRow[]> =>
  reader
    .selectFrom('audits.review as r')
    .select(decidedColumns)
    .where('r.item_id', '=', itemId)
    .where('r.state', '=', 'done')
    .orderBy('r.decided_at', 'desc')
    .orderBy('r.id', 'desc')
    .execute() as Promise<DecidedRow[]>

export const appealsOf = (reader: Reader, itemId: string) =>
  reader.selectFrom('audits.appeal').selectAll().where('item_id', '=', itemId).orderBy('appealed_at', 'desc').execute()

/** Removes open second reviews from the queue: the decision they would be compared with no longer applies. */
export const dropSecondReviews = (tx: Transaction, itemIds: readonly string[]): Promise<unknown> =>
  tx
    .deleteFrom('audits.review')
    .where('item_id', '=', anyOf(itemIds))
    .where('state', '=', 'waiting')
    .where('purpose', '=', 'quality')
    .execute()

export type OverturnRow = {
  id: string
  kind: Kind
  item_id: string
  user_id: bigint
  score: number
  decision: Decision
  before_state: ItemState
  template_id: number | null
  reason: string
  note: string
}

/** Inserts decisions made outside a queue. */
export async function insertOverturns(
  tx: Transaction,
  rows: readonly OverturnRow[],
  by: { id: number; username: string },
  at: Date,
): Promise<void> {
  await tx
    .insertInto('audits.review')
    .values(
      rows.map((row) => ({
        ...row,
        purpose: 'overturn' as const,
        waiting_since: at,
        state: 'done' as const,
        decided_by: by.id,
        decided_name: by.username,
        decided_at: at,
      })),
    )
    .execute()
}

/** Closes open first reviews: their items were decided elsewhere. A reviewer who holds one sees who decided. */
export async function closeFirstReviews(
  tx: Transaction,
  itemIds: readonly string[],
  { reason, by, at }: { reason: string; by: { id: number; username: string }; at: Date },
): Promise<void> {
  await tx
    .updateTable('audits.review')
    .set((set) => ({
      state: 'done',
      decision: 'failed',
      before_state: 'not audited',
      reason,
      decided_by: by.id,
      decided_name: by.username,
      decided_at: at,
      claimed_by: null,
      claimed_at: null,
      claimed_until: null,
      version: set('version', '+', 1),
    }))
    .where('item_id', '=', anyOf(itemIds))
    .where('state', '=', 'waiting')
    .where('purpose', '=', 'first')
    .execute()
}
