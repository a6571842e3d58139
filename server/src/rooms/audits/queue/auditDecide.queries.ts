import { sql } from 'kysely'
import { anyOf } from '../../../kit/database/anyOf.ts'
import type { Transaction } from '../../../kit/database/database.ts'
import type { ItemState } from '../itemChange.queries.ts'
import type { Review } from './auditDecide.rules.ts'

/** The items of these reviews, with their users. A review's item never changes. */
export async function itemsOf(
  tx: Transaction,
  ids: readonly string[],
): Promise<{ itemId: string; userId: bigint; kind: string }[]> {
  const rows = await tx
    .selectFrom('audits.review')
    .select(['item_id', 'user_id', 'kind'])
    .distinct()
    .where('id', '=', anyOf(ids))
    .where('item_id', 'is not', null)
    .execute()
  return rows.map((row) => ({ itemId: row.item_id!, userId: row.user_id, kind: row.kind }))
}

/** Reviews, locked in id order, after their items. */
export async function lockReviews(tx: Transaction, ids: readonly string[]): Promise<Review[]> {
  const { rows } = await sql<Review>`
    select r.id, r.kind, r.purpose, r.item_id, r.user_id, r.score, r.state, r.decision, r.claimed_by, r.claimed_until,
           r.decided_by, r.decided_name, r.decided_at, r.before_state, r.version, s.username as holder
      from audits.review r left join access.staff s on s.id = r.claimed_by
     where r.id = any(${ids}::uuid[]) and r.item_id is not null
     order by r.id for no key update of r`.execute(tx)
  return rows
}

export type Ruling = { id: string; before: ItemState; reason: string }

/** Stores the decision in these reviews and ends their claims; `claimed_at` stays, to measure the duration. */
export async function finish(
  tx: Transaction,
  rulings: readonly Ruling[],
  by: { id: number; name: string; at: Date },
  what: { decision: string; templateId: number | null; note: string },
): Promise<void> {
  await sql`
    update audits.review r
       set state = 'done', decision = ${what.decision}, template_id = ${what.templateId}, note = ${what.note},
           reason = n.reason, before_state = n.before, decided_by = ${by.id}, decided_name = ${by.name},
           decided_at = ${by.at}, claimed_by = null, claimed_until = null, version = r.version + 1
      from unnest(${rulings.map(({ id }) => id)}::uuid[], ${rulings.map(({ before }) => before)}::text[],
                  ${rulings.map(({ reason }) => reason)}::text[]) as n(id, before, reason)
     where r.id = n.id`.execute(tx)
}

/** `comparesId` is the review to repeat; the other fields are copied from it. */
export type SecondReview = { id: string; comparesId: string }

/** Inserts second reviews for other reviewers, due from `since`. */
export async function addSecondReviews(
  tx: Transaction,
  reviews: readonly SecondReview[],
  { since, notBy }: { since: Date; notBy: number },
): Promise<void> {
  if (reviews.length === 0) return
  await sql`
    insert into audits.review (id, kind, purpose, item_id, user_id, score, labels, waiting_since, not_by, compares_id)
    select n.id, r.kind, 'quality', r.item_id, r.user_id, r.score, r.labels, ${since}, array[${notBy}::int], r.id
      from unnest(${reviews.map(({ id }) => id)}::uuid[], ${reviews.map(({ comparesId }) => comparesId)}::uuid[])
             as n(id, compares_id)
      join audits.review r on r.id = n.compares_id
    on conflict (item_id, purpose) where state = 'waiting' and item_id is not null do nothing`.execute(tx)
}
