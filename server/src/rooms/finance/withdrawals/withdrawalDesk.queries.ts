// Claims withdrawals in review, with `skip locked`: rows locked by others are skipped.
import type { Parsed } from '@greenroom/contract/call'
import type { withdrawalClaim } from '@greenroom/contract/withdrawals'
import { type RawBuilder, sql } from 'kysely'
import { anyOf } from '../../../kit/database/anyOf.ts'
import type { Reader, Transaction } from '../../../kit/database/database.ts'

export type ClaimCriteria = {
  staffId: number
  now: Date
  filters: Pick<Parsed<typeof withdrawalClaim>, 'userId' | 'method'>
}

/** What the caller may claim: unclaimed, not skipped by them, not waiting for a second member of staff. */
function free({ staffId, now, filters: { userId, method } }: ClaimCriteria): RawBuilder<unknown> {
  const conditions = [
    sql`w.state = 'in review' and (w.claimed_until is null or w.claimed_until <= ${now})`,
    sql`w.decision_id is null`,
    sql`not (${staffId} = any(w.skipped_by))`,
    sql`not exists (select from access.approval p where p.id = w.approval_id and p.state = 'pending' and p.expires_at > ${now})`,
  ]
  if (userId !== undefined) conditions.push(sql`w.user_id = ${anyOf(userId)}`)
  if (method !== undefined) conditions.push(sql`w.method = ${method}`)
  return sql.join(conditions, sql` and `)
}

const orders = {
  risk: sql`w.risk_score desc, w.requested_at, w.id`,
  waiting: sql`w.requested_at, w.id`,
}

/** Serialises one reviewer's concurrent claims, so that together they hold no more than requested. */
export const oneClaimAtATime = (tx: Transaction, staffId: number) =>
  sql`select pg_advisory_xact_lock(hashtextextended(${`withdrawal claim ${staffId}`}, 0))`.execute(tx)

/** The caller's claims, renewed, then the next in the queue up to `size`. */
export async function claimUpTo(
  tx: Transaction,
  criteria: ClaimCriteria & { size: number; sort: 'risk' | 'waiting'; until: Date },
): Promise<{ id: string; fresh: boolean }[]> {
  const { staffId, now, until, size, sort } = criteria
  const { rows: held } = await sql<{ id: string }>`
    with held as (
      select id from finance.withdrawal
       where claimed_by = ${staffId} and state = 'in review' and claimed_until > ${now}
         for no key update skip locked
    ), renewed as (
      update finance.withdrawal w set claimed_until = ${until} from held where w.id = held.id returning w.*
    )
    select w.id from renewed w order by ${orders[sort]}`.execute(tx)
  const missing = size - held.length
  if (missing <= 0) return held.map(({ id }) => ({ id, fresh: false }))
  const { rows: next } = await sql<{ id: string }>`
    with next as (
      select w.id from finance.withdrawal w
       where ${free(criteria)} order by ${orders[sort]} limit ${sql.lit(missing)}
         for no key update of w skip locked
    ), taken as (
      update finance.withdrawal w set claimed_by = ${staffId}, claimed_until = ${until}
        from next where w.id = next.id returning w.*
    )
    select w.id from taken w order by ${orders[sort]}`.execute(tx)
  return [...held.map(({ id }) => ({ id, fresh: false })), ...next.map(({ id }) => ({ id, fresh: true }))]
}

const mostCounted = 1_000

/** How many more the caller could claim; counted up to 1,000. */
export async function countFree(reader: Reader, criteria: ClaimCriteria): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count
      from (select from finance.withdrawal w where ${free(criteria)} limit ${mostCounted}) n`.execute(reader)
  return rows[0]!.count
}

/** Returns the caller's claims: all, or those of `ids`; with `skip` they are not offered to them again. */
export async function giveBack(
  tx: Transaction,
  { staffId, ids, skip }: { staffId: number; ids: readonly string[] | undefined; skip: boolean },
): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    with claimed as (
      select id from finance.withdrawal
       where claimed_by = ${staffId} and state = 'in review'
         and (${ids ?? null}::text[] is null or id = any(${ids ?? null}::text[]))
         for no key update skip locked)
    update finance.withdrawal w
       set claimed_by = null, claimed_until = null, version = w.version + 1,
           skipped_by = case when ${skip}::boolean then array_append(array_remove(w.skipped_by, ${staffId}::int), ${staffId}::int)
                             else w.skipped_by end
      from claimed where claimed.id = w.id
    returning w.id`.execute(tx)
  return rows.map(({ id }) => id)
}
