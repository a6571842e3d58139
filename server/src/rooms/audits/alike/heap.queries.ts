// Heaps as a moderator meets them: what waits in one queue and looks alike, and could be decided together.
import { type RawBuilder, sql } from 'kysely'
import type { Reader, Transaction } from '../../../kit/database/database.ts'

/** The most items of a heap. */
export const mostOfHeap = 200

/**
 * Whether the review `r` may be in a heap. What needs a look of its own never is: an appeal, a second review, a post that is reported, and
 * what the machine takes for a minor. Nor is what was submitted again since it was looked at.
 */
export const heaped: RawBuilder<boolean> = sql<boolean>`(
  r.heap is not null and r.state = 'waiting' and r.purpose = 'first' and not ('minor' = any(r.labels))
  and not exists (select from audits.report p where p.dynamic_id = r.item_id and p.state = 'untreated')
  and exists (select from audits.look l join audits.item i on i.id = l.item_id
               where l.item_id = r.item_id and l.heap = r.heap and l.submitted_at = i.submitted_at))`

type By = { staffId: number; now: Date }

/** What a claim may take, or holds already. */
const freeOrOwn = ({ staffId, now }: By): RawBuilder<boolean> => sql<boolean>`(
  r.waiting_since <= ${now} and (r.claimed_until is null or r.claimed_until <= ${now} or r.claimed_by = ${staffId})
  and not (${staffId} = any(r.not_by)) and not (${staffId} = any(r.skipped_by)))`

/** The heaps of these reviews, and how many of each the reviewer could decide, themselves included. */
export const heapsFor = (ids: readonly string[], by: By): RawBuilder<{ heap: string; count: number }> => sql`
  select h.heap, (
           select count(*)::int
             from (select from audits.review r
                    where r.heap = h.heap and ${heaped} and ${freeOrOwn(by)} limit ${sql.lit(mostOfHeap)}) n) as count
    from (select distinct r.heap from audits.review r where r.id = any(${ids}::uuid[]) and r.heap is not null) h`

/** A review as its reviewer holds it, and whether it may be in a heap. */
export async function heapOf(reader: Reader, reviewId: string): Promise<string | null> {
  const { rows } = await sql<{ heap: string }>`
    select r.heap from audits.review r where r.id = ${reviewId}::uuid and ${heaped}`.execute(reader)
  return rows[0]?.heap ?? null
}

/**
 * Claims a heap until `until`, the longest waiting first, without waiting for rows that others hold locked.
 *
 * @returns what the reviewer holds of it now; `fresh` are newly claimed.
 */
export async function takeHeap(
  tx: Transaction,
  heap: string,
  { staffId, now, until, beside }: By & { until: Date; beside: string },
): Promise<{ id: string; fresh: boolean }[]> {
  const { rows } = await sql<{ id: string; fresh: boolean }>`
    with next as (
      select r.id, coalesce(r.claimed_by = ${staffId} and r.claimed_until > ${now}, false) as own from audits.review r
       where r.heap = ${heap}::uuid and r.id <> ${beside}::uuid and ${heaped} and ${freeOrOwn({ staffId, now })}
       order by r.waiting_since, r.id limit ${sql.lit(mostOfHeap - 1)}
         for no key update of r skip locked
    ), taken as (
      update audits.review r
         set claimed_by = ${staffId}, claimed_until = ${until},
             claimed_at = case when next.own then r.claimed_at else ${now} end
        from next where r.id = next.id
      returning r.id, r.waiting_since, not next.own as fresh
    )
    select id, fresh from taken order by waiting_since, id`.execute(tx)
  return rows
}

/** Renews the claim of the item that a heap is gathered around. */
export const renewOne = (tx: Transaction, reviewId: string, until: Date) =>
  sql`update audits.review set claimed_until = ${until} where id = ${reviewId}::uuid`.execute(tx)
