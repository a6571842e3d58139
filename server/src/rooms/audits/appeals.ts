// Assigns appeals, whether they arrive before or after the decision.
import { sql } from 'kysely'
import type { Transaction } from '../../kit/database/database.ts'
import { newId } from '../../kit/random.ts'

/**
 * Assigns the open appeals of these items, which are locked:
 * - of an undecided item: they wait for its decision;
 * - of a failed item: one review by a reviewer who never decided about it;
 * - of a passed item, or one that already failed on an appeal: closed with the current decision; a reviewer who holds their review finds
 * it decided.
 *
 * Appeals by anyone but the item's user are ignored.
 */
export async function settleAppeals(tx: Transaction, now: Date, itemIds: readonly string[]): Promise<void> {
  if (itemIds.length === 0) return
  await sql`
    with untreated as (
      select a.id, a.item_id, a.appealed_at, i.kind, i.user_id, i.score, i.labels, i.state,
             coalesce(last.purpose = 'appeal', false) as heard, coalesce(before.staff, '{}') as staff
        from audits.appeal a
        join audits.item i on i.id = a.item_id and i.user_id = a.user_id
        left join lateral (
          select purpose from audits.review r
           where r.item_id = i.id and r.state = 'done' and r.purpose <> 'quality'
           order by r.decided_at desc limit 1) last on true
        left join lateral (
          select array_agg(distinct r.decided_by) as staff from audits.review r
           where r.item_id = i.id and r.state = 'done' and r.decided_by is not null) before on true
       where a.item_id = any(${itemIds}::text[]) and a.state = 'untreated' and i.state <> 'not audited'
    ), closed as (
      update audits.appeal a set state = 'processed', decided_at = ${now}, outcome = u.state
        from untreated u where u.id = a.id and (u.state = 'passed' or u.heard)
    ), answered as (
      update audits.review r
         set state = 'done', decision = i.state, decided_at = ${now}, decided_name = i.decided_by,
             before_state = 'failed', version = r.version + 1
        from audits.item i
       where r.item_id = any(${itemIds}::text[]) and r.state = 'waiting' and r.purpose = 'appeal'
         and i.id = r.item_id and i.state = 'passed'
    )
    insert into audits.review (id, kind, purpose, item_id, user_id, appeal_id, score, labels, waiting_since, not_by)
    select distinct on (u.item_id) n.id, u.kind, 'appeal', u.item_id, u.user_id, u.id, u.score, u.labels, u.appealed_at, u.staff
      from untreated u
      join unnest(${itemIds}::text[], ${itemIds.map(() => newId(now))}::uuid[]) as n(item_id, id) on n.item_id = u.item_id
     where u.state = 'failed' and not u.heard
     order by u.item_id, u.appealed_at, u.id
    on conflict (item_id, purpose) where state = 'waiting' and item_id is not null do nothing`.execute(tx)
}
