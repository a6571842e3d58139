import { type RawBuilder, sql } from 'kysely'
import type { Transaction } from '../../../kit/database/database.ts'

export type Released = { id: string; item_id: string | null }

/**
 * Releases the caller's claims of a kind: all, or those of `ids`. Locked rows are skipped: the app is submitting them again, or the
 * caller is deciding them. `skip` keeps them from being offered to the caller again, even if the claim had expired and nobody else took
 * them.
 */
export async function giveBack(
  tx: Transaction,
  {
    kind,
    staffId,
    ids,
    skip,
    heldUntil,
  }: {
    kind: string
    staffId: number
    ids: readonly string[] | undefined
    skip: boolean
    /** Only claims that last no longer than this. */
    heldUntil: Date | undefined
  },
): Promise<Released[]> {
  const chosen: RawBuilder<unknown> = ids === undefined ? sql`true` : sql`id = any(${ids}::uuid[])`
  const old: RawBuilder<unknown> = heldUntil === undefined ? sql`true` : sql`claimed_until <= ${heldUntil}`
  const { rows } = await sql<Released>`
    with claimed as (
      select id from audits.review
       where claimed_by = ${staffId} and kind = ${kind} and state = 'waiting' and ${chosen} and ${old}
         for no key update skip locked)
    update audits.review r
       set claimed_by = null, claimed_at = null, claimed_until = null, version = r.version + 1,
           skipped_by = case when ${skip}::boolean then array_append(array_remove(r.skipped_by, ${staffId}::int), ${staffId}::int)
                             else r.skipped_by end
      from claimed where claimed.id = r.id
    returning r.id, r.item_id`.execute(tx)
  return rows
}
