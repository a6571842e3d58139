// Backlog counts, from the queue's own indexes; held items are few in comparison.
import { sql } from 'kysely'
import type { Waiting } from '../../../access/index.ts'
import type { Reader } from '../../../kit/database/database.ts'

export type Backlog = {
  waiting: number
  claimed: number
  mine: number
  oldest: Date | null
  appeals: number
  oldest_appeal: Date | null
}

/** A kind's backlog at `now`: open, held, and held by the caller. */
export async function backlogOf(
  reader: Reader,
  { kind, staffId, now }: { kind: string; staffId: number; now: Date },
): Promise<Backlog> {
  const { rows } = await sql<Backlog>`
    select (select count(*)::int from audits.review
             where state = 'waiting' and kind = ${kind} and waiting_since <= ${now}) as waiting,
           (select waiting_since from audits.review
             where state = 'waiting' and kind = ${kind} and waiting_since <= ${now}
             order by waiting_since, id limit 1) as oldest,
           a.appeals, a.oldest_appeal, h.claimed, h.mine
      from (select count(*)::int as claimed, count(*) filter (where claimed_by = ${staffId})::int as mine
              from audits.review
             where state = 'waiting' and claimed_by is not null and kind = ${kind} and claimed_until > ${now}) h
     cross join (select count(*)::int as appeals, min(waiting_since) as oldest_appeal
                   from audits.review
                  where state = 'waiting' and purpose = 'appeal' and kind = ${kind} and waiting_since <= ${now}) a`.execute(
    reader,
  )
  return rows[0]!
}

const looked = 2_000
const mostLabels = 30

/** Labels of the oldest open items, most frequent first. */
export async function labelsOf(reader: Reader, kind: string): Promise<string[]> {
  const { rows } = await sql<{ label: string }>`
    select l.label
      from (select labels from audits.review
             where state = 'waiting' and kind = ${kind} order by waiting_since, id limit ${looked}) r
     cross join lateral (select distinct unnest(r.labels) as label) l
     group by l.label order by count(*) desc, l.label limit ${mostLabels}`.execute(reader)
  return rows.map((row) => row.label)
}

/**
 * The backlog of a kind for one reviewer, and its oldest item: free or held by them, without items they decided before or skipped. Counts
 * all in the index and subtracts the few that are not for this reviewer.
 */
export async function waitingFor(reader: Reader, kind: string, staffId: number, now: Date): Promise<Waiting> {
  const { rows } = await sql<Waiting>`
    select (select count(*)::int from audits.review
             where state = 'waiting' and kind = ${kind} and waiting_since <= ${now})
         - (select count(*)::int from (
              select id from audits.review
               where state = 'waiting' and claimed_by is not null and kind = ${kind} and waiting_since <= ${now}
                 and claimed_until > ${now} and claimed_by <> ${staffId}
               union
              select id from audits.review
               where state = 'waiting' and kind = ${kind} and (not_by <> '{}' or skipped_by <> '{}')
                 and waiting_since <= ${now} and (${staffId} = any(not_by) or ${staffId} = any(skipped_by))) n) as count,
           (select waiting_since from audits.review
             where state = 'waiting' and kind = ${kind} and waiting_since <= ${now}
               and (claimed_by is null or claimed_until <= ${now} or claimed_by = ${staffId})
               and ${staffId} <> all(not_by) and ${staffId} <> all(skipped_by)
             order by waiting_since, id limit 1) as oldest,
           null::timestamptz as until`.execute(reader)
  return rows[0]!
}

/** The appeals of a kind that this reviewer may decide: how many, and since when the oldest waits. */
export async function appealsFor(
  reader: Reader,
  kind: string,
  staffId: number,
  now: Date,
): Promise<{ count: number; oldest: Date | null }> {
  const { rows } = await sql<{ count: number; oldest: Date | null }>`
    select count(*)::int as count, min(waiting_since) as oldest
      from audits.review
     where state = 'waiting' and purpose = 'appeal' and kind = ${kind} and waiting_since <= ${now}
       and not (${staffId} = any(not_by) or ${staffId} = any(skipped_by))
       and (claimed_by is null or claimed_by = ${staffId} or claimed_until <= ${now})`.execute(reader)
  return rows[0]!
}
