// Items as decisions change them: of the first look, an appeal, an undo and a decision changed later alike.
import type { Named } from '@greenroom/contract/sentences/words'
import type { itemKinds, itemStates } from '@greenroom/contract/words'
import { type Selectable, sql } from 'kysely'
import type { Scope } from '../../../kit/context.ts'
import type { DB, Transaction } from '../../../kit/database.ts'
import { anyOf } from '../../../kit/rows.ts'

export type ItemKind = (typeof itemKinds)[number]
export type ItemState = (typeof itemStates)[number]

/** An item with its person's nickname and the language they are told in. */
export type LockedItem = Omit<Selectable<DB['audits.item']>, 'kind' | 'state'> & {
  kind: ItemKind
  state: ItemState
  language: string
  nickname: string
}

/** Whose it is, as sentences name people. */
export const personOf = ({ user_id, nickname }: Pick<LockedItem, 'user_id' | 'nickname'>): Named => ({
  id: String(user_id),
  nickname,
})

/** What an item becomes. `at` null, `by` and `reason` empty: nobody has decided it. */
export type ItemUpdate = { id: string; to: ItemState; at: Date | null; by: string; reason: string }

/**
 * Those of `ids` that exist, locked in the order of their ids. Items are the platform's: others find none. They are locked
 * before any look at them, so that a queue and a decision changed later never wait for each other.
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
 * Says of every decision about these items whether a later one left it standing: one that is as the item is now is not
 * overturned, also when it was for a while. Second looks that only compare decide nothing, so nothing overturns them.
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
