// Claims open reviews without waiting: rows locked by others are skipped.

import type { auditClaim } from '@greenroom/contract/audits'
import type { Parsed } from '@greenroom/contract/call'
import { type RawBuilder, sql } from 'kysely'
import { anyOf } from '../../../kit/database/anyOf.ts'
import type { Reader, Transaction } from '../../../kit/database/database.ts'

/** Filters of a queue; `reason` applies to reports only. */
export type Filters = Omit<Parsed<typeof auditClaim>, 'kind' | 'size' | 'sort'> & { reason?: string | undefined }

export type ClaimRequest = {
  kind: string
  staffId: number
  now: Date
  filters: Filters
}

/** What the caller may claim: free, due, not decided by the caller before, and not skipped. */
function free({ kind, staffId, now, filters }: ClaimRequest): RawBuilder<unknown> {
  const { appeals, userId, sex, country, label, minScore, maxScore, reason } = filters
  const conditions = [
    sql`r.state = 'waiting' and r.kind = ${kind} and r.waiting_since <= ${now}`,
    sql`(r.claimed_until is null or r.claimed_until <= ${now})`,
    sql`not (${staffId} = any(r.not_by)) and not (${staffId} = any(r.skipped_by))`,
  ]
  if (appeals) conditions.push(sql`r.purpose = 'appeal'`)
  if (userId !== undefined) conditions.push(sql`r.user_id = ${anyOf(userId)}`)
  if (minScore !== undefined) conditions.push(sql`r.score >= ${minScore}::real`)
  if (maxScore !== undefined) conditions.push(sql`r.score <= ${maxScore}::real`)
  if (sex !== undefined || country !== undefined) {
    const of = [sql`u.id = r.user_id`]
    if (sex !== undefined) of.push(sql`u.sex = ${sex}`)
    if (country !== undefined) of.push(sql`u.country = ${country}`)
    conditions.push(sql`exists (select from users.app_user u where ${sql.join(of, sql` and `)})`)
  }
  if (label !== undefined) conditions.push(sql`${label} = any(r.labels)`)
  if (reason !== undefined)
    conditions.push(
      sql`exists (select from audits.report p where p.review_id = r.id and p.state = 'untreated' and p.reason = ${reason})`,
    )
  return sql`${sql.join(conditions, sql` and `)}`
}

const orders = {
  score: sql`r.score desc, r.waiting_since, r.id`,
  waiting: sql`r.waiting_since, r.id`,
}

/** Serialises one reviewer's concurrent claims, so that together they hold no more than requested. */
export const oneClaimAtATime = (tx: Transaction, { staffId, kind }: ClaimRequest) =>
  sql`select pg_advisory_xact_lock(hashtextextended(${`audit claim ${staffId} ${kind}`}, 0))`.execute(tx)

type ClaimOptions = ClaimRequest & { size: number; sort: 'score' | 'waiting'; until: Date }

/** Renews the caller's claims that no other transaction has locked until `until`; also counts the locked ones. */
async function renew(tx: Transaction, { kind, staffId, now, until, sort }: ClaimOptions) {
  const own = sql`claimed_by = ${staffId} and kind = ${kind} and state = 'waiting' and claimed_until > ${now}`
  const { rows } = await sql<{ ids: string[]; all: number }>`
    with held as (
      select id from audits.review where ${own} for no key update skip locked
    ), renewed as (
      update audits.review r set claimed_until = ${until} from held where r.id = held.id
      returning r.id, r.score, r.waiting_since
    )
    select coalesce((select array_agg(r.id order by ${orders[sort]}) from renewed r), '{}') as ids,
           (select count(*)::int from audits.review where ${own}) as all`.execute(tx)
  const { ids, all } = rows[0]!
  return { ids, locked: all - ids.length }
}

/** Number of retries, and the seconds between them: most of a second in all, since on a busy machine a decision takes that long. */
const retries = 30
const pause = 0.03

/**
 * The same with retries: a locked row is being decided, or another reviewer's claim has locked it and will skip it within a moment.
 */
async function renewAll(tx: Transaction, request: ClaimOptions): Promise<string[]> {
  let { ids, locked } = await renew(tx, request)
  for (let attempt = 0; locked > 0 && attempt < retries; attempt++) {
    await sql`select pg_sleep(${pause})`.execute(tx)
    ;({ ids, locked } = await renew(tx, request))
  }
  return ids
}

/** Claims the next of the queue until `until`. The limit is a literal, so that the planner stops the index scan there. */
async function takeNext(tx: Transaction, request: ClaimOptions, count: number): Promise<string[]> {
  const { staffId, now, until, sort } = request
  const { rows } = await sql<{ id: string }>`
    with next as (
      select r.id from audits.review r
       where ${free(request)}
       order by ${orders[sort]} limit ${sql.lit(count)}
         for no key update of r skip locked
    ), taken as (
      update audits.review r set claimed_by = ${staffId}, claimed_at = ${now}, claimed_until = ${until}
        from next where r.id = next.id
      returning r.id, r.score, r.waiting_since
    )
    select r.id from taken r order by ${orders[sort]}`.execute(tx)
  return rows.map(({ id }) => id)
}

/**
 * Claims reviews until the caller holds `size`: renews those already held, then takes the next of the queue. Callers must serialise a
 * reviewer's claims (`oneClaimAtATime`).
 *
 * @returns what the caller holds now, in this order; `fresh` are newly claimed.
 */
export async function claimUpTo(tx: Transaction, request: ClaimOptions): Promise<{ id: string; fresh: boolean }[]> {
  const held = await renewAll(tx, request)
  const missing = request.size - held.length
  const next = missing > 0 ? await takeNext(tx, request, missing) : []
  return [...held.map((id) => ({ id, fresh: false })), ...next.map((id) => ({ id, fresh: true }))]
}

const mostCounted = 1_000

/** How many more the caller could claim; counted up to 1,000. */
export async function countFree(reader: Reader, request: ClaimRequest): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count
      from (select from audits.review r where ${free(request)} limit ${mostCounted}) n`.execute(reader)
  return rows[0]!.count
}
