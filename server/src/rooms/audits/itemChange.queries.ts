// Queries for changing items: by a first review, an appeal, an undo, or a decision changed later.
import type { Named } from '@greenroom/contract/sentences/words'
import type { itemKinds, itemStates } from '@greenroom/contract/statesAndKinds'
import { type Selectable, sql } from 'kysely'
import type { Scope } from '../../kit/calls/context.ts'
import { anyOf } from '../../kit/database/anyOf.ts'
import type { DB, Transaction } from '../../kit/database/database.ts'

export type ItemKind = (typeof itemKinds)[number]
export type ItemState = (typeof itemStates)[number]

/** An item with its user's nickname and language. */
export type LockedItem = Omit<Selectable<DB['audits.item']>, 'kind' | 'state'> & {
  kind: ItemKind
  state: ItemState
  language: string
  nickname: string
}

/** The user's name for log sentences. */
export const personOf = ({ user_id, nickname }: Pick<LockedItem, 'user_id' | 'nickname'>): Named => ({
  id: String(user_id),
  nickname,
})

/** An item's new state. If undecided, `at` is null, `by` and `reason` are empty. */
export type ItemUpdate = { id: string; to: ItemState; at: Date | null; by: string; reason: string }

/**
 * The existing items, locked in id order. Platform data: guild and agent callers find none. Items are locked before their
 * reviews, so that a queue and a decision changed later never deadlock.
 */
export async function lockItems(tx: Transaction, scope: Scope, ids: readonly string[]): Promise<LockedItem[]> {
  if (scope.kind !== 'platform' || ids.length === 0) return []
  const rows = await tx
    .selectFrom('audits.item as i')
    .innerJoin('users.app_user as u', 'u.id', 'i.user_id')
    .selectAll('i')
    .select(['u.language', 'u.nickname'])
    .where('i.id', '=', anyOf(ids))
    .orderBy('i.id')
    .forNoKeyUpdate('i')
    .execute()
  return rows as LockedItem[]
}

export async function updateItems(tx: Transaction, updates: readonly ItemUpdate[]): Promise<void> {
  if (updates.length === 0) return
  await sql`
    update audits.item i
       set state = n.to, decided_at = n.at, decided_by = n.by, reason = n.reason, version = i.version + 1
      from jsonb_to_recordset(${JSON.stringify(updates)}::jsonb)
           as n(id text, "to" text, at timestamptz, by text, reason text)
     where i.id = n.id`.execute(tx)
}

/**
 * Marks which decisions about these items are overturned: those that differ from the item's current state. A decision that was overturned
 * for a while and agrees again is not. Second reviews decide nothing, so they are never overturned.
 */
export async function markOverturned(tx: Transaction, itemIds: readonly string[]): Promise<void> {
  if (itemIds.length === 0) return
  await sql`
    update audits.review r
       set overturned = i.state <> 'not audited' and r.decision <> i.state
      from audits.item i
     where r.item_id = i.id and i.id = any (${itemIds}::text[]) and r.state = 'done' and r.purpose <> 'quality'
       and r.overturned <> (i.state <> 'not audited' and r.decision <> i.state)`.execute(tx)
}
