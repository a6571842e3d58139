// Takes looks that wait. Nobody waits for anybody: what another holds at this moment is passed over.

import type { auditClaim } from '@greenroom/contract/audits'
import type { Parsed } from '@greenroom/contract/call'
import { type RawBuilder, sql } from 'kysely'
import type { Reader, Transaction } from '../../../../kit/database.ts'

/** What narrows a queue; `reason` is of reports alone. */
export type Filters = Omit<Parsed<typeof auditClaim>, 'kind' | 'size' | 'sort'> & { reason?: string | undefined }

export type Wanted = {
  kind: string
  staffId: number
  now: Date
  filters: Filters
}

/** What the caller may take: free, begun to wait, not decided by her before and not left to others. */
function free({ kind, staffId, now, filters }: Wanted): RawBuilder<unknown> {
  const { appeals, userId, sex, country, label, minScore, maxScore, reason } = filters
  const conditions = [
    sql`r.state = 'waiting' and r.kind = ${kind} and r.waiting_since <= ${now}`,
    sql`(r.claimed_until is null or r.claimed_until <= ${now})`,
    sql`not (${staffId} = any(r.not_by)) and not (${staffId} = any(r.skipped_by))`,
  ]
  if (appeals) conditions.push(sql`r.purpose = 'appeal'`)
  if (userId !== undefined) conditions.push(sql`r.user_id = ${userId}`)
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

/** One who takes for the second time at once waits for the first: together they hold no more than was asked. */
export const oneClaimAtATime = (tx: Transaction, { staffId, kind }: Wanted) =>
  sql`select pg_advisory_xact_lock(hashtextextended(${`audit claim ${staffId} ${kind}`}, 0))`.execute(tx)

type Taking = Wanted & { size: number; sort: 'score' | 'waiting'; until: Date }

/** What the caller holds and nobody changes at this moment, to `until` from now on; and how many more she holds. */
async function renew(tx: Transaction, { kind, staffId, now, until, sort }: Taking) {
  const hers = sql`claimed_by = ${staffId} and kind = ${kind} and state = 'waiting' and claimed_until > ${now}`
  const { rows } = await sql<{ ids: string[]; all: number }>`
    with held as (
      select id from audits.review where ${hers} for no key update skip locked
    ), renewed as (
      update audits.review r set claimed_until = ${until} from held where r.id = held.id
      returning r.id, r.score, r.waiting_since
    )
    select coalesce((select array_agg(r.id order by ${orders[sort]}) from renewed r), '{}') as ids,
           (select count(*)::int from audits.review where ${hers}) as all`.execute(tx)
  const { ids, all } = rows[0]!
  return { ids, locked: all - ids.length }
}

/** So often is looked again, and so long waited between, in seconds. */
const looksAgain = 3
const pause = 0.03

/**
 * The same. What is locked is on its way out of her hands, being decided; or one who takes has come upon it and finds that it
 * is hers, which shows in a moment.
 */
async function renewAll(tx: Transaction, wanted: Taking): Promise<string[]> {
  let { ids, locked } = await renew(tx, wanted)
  for (let look = 0; locked > 0 && look < looksAgain; look++) {
    await sql`select pg_sleep(${pause})`.execute(tx)
    ;({ ids, locked } = await renew(tx, wanted))
  }
  return ids
}

/** The next of the queue, hers until `until`. The limit stands as a number: the planner walks the index no further. */
async function takeNext(tx: Transaction, wanted: Taking, count: number): Promise<string[]> {
  const { staffId, now, until, sort } = wanted
  const { rows } = await sql<{ id: string }>`
    with next as (
      select r.id from audits.review r
       where ${free(wanted)}
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
 * Takes looks until `size` are held: those the caller holds already, whose time begins anew, then the next of the queue.
 * Callers make sure that she takes once at a time (`oneClaimAtATime`).
 *
 * @returns what she holds now, in this order; `fresh` are newly hers.
 */
export async function take(tx: Transaction, wanted: Taking): Promise<{ id: string; fresh: boolean }[]> {
  const held = await renewAll(tx, wanted)
  const missing = wanted.size - held.length
  const next = missing > 0 ? await takeNext(tx, wanted, missing) : []
  return [...held.map((id) => ({ id, fresh: false })), ...next.map((id) => ({ id, fresh: true }))]
}

const mostCounted = 1_000

/** How many more the caller could take; counted up to 1,000. */
export async function countFree(reader: Reader, wanted: Wanted): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count
      from (select from audits.review r where ${free(wanted)} limit ${mostCounted}) n`.execute(reader)
  return rows[0]!.count
}
