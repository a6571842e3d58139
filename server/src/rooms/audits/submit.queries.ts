// Submissions from the app. While an item is undecided, its newest submission replaces the earlier one.

import type { itemKinds } from '@greenroom/contract/statesAndKinds'
import { sql } from 'kysely'
import { rowsOf } from '../../kit/database/anyOf.ts'
import type { Transaction } from '../../kit/database/database.ts'
import { newId } from '../../kit/random.ts'
import { settleAppeals } from './appeals.ts'
import { lockItems } from './itemChange.queries.ts'

export type Submitted = {
  itemId: string
  kind: (typeof itemKinds)[number]
  userId: bigint
  text: string
  pictureUrls: string[]
  score: number
  labels: string[]
  at: Date
}

/**
 * Adds items to their queues, each with its first review, and to those to be looked at (`alike/`). An id keeps the user and kind of its first submission. A new submission ends a
 * reviewer's claim, since the content has changed.
 */
export async function recordItems(tx: Transaction, items: readonly Submitted[]): Promise<void> {
  if (items.length === 0) return
  const rows = items.map((item) => ({ ...item, reviewId: newId(item.at) }))
  await sql`
    with reported as (
      select distinct on ("itemId") *
        from jsonb_to_recordset(${rowsOf(rows)}::jsonb) as n("itemId" text, kind text, "userId" bigint, text text,
               "pictureUrls" text[], score real, labels text[], at timestamptz, "reviewId" uuid)
       order by "itemId", at desc, text desc, "pictureUrls" desc
    ), written as (
      insert into audits.item as i (id, kind, user_id, text, picture_urls, score, labels, submitted_at)
      select "itemId", kind, "userId", text, "pictureUrls", score, labels, at from reported order by "itemId"
      on conflict (id) do update
        set text = excluded.text, picture_urls = excluded.picture_urls, score = excluded.score,
            labels = excluded.labels, submitted_at = excluded.submitted_at
        where i.state = 'not audited' and i.user_id = excluded.user_id and i.kind = excluded.kind
          and (excluded.submitted_at, excluded.text, excluded.picture_urls) > (i.submitted_at, i.text, i.picture_urls)
      returning i.id, i.kind, i.user_id, i.score, i.labels, i.submitted_at
    ), looked as (
      insert into audits.look as l (item_id, user_id, kind, submitted_at, due_at)
      select id, user_id, kind, submitted_at, submitted_at from written order by id
      on conflict (item_id) do update
        set submitted_at = excluded.submitted_at, due_at = excluded.due_at, tries = 0, hashes = '{}', fold = null, near = null,
            key = null, heap = null, leads = false
    )
    insert into audits.review as r (id, kind, purpose, item_id, user_id, score, labels, waiting_since)
    select t."reviewId", w.kind, 'first', w.id, w.user_id, w.score, w.labels, w.submitted_at
      from written w join reported t on t."itemId" = w.id order by w.id
    on conflict (item_id, purpose) where state = 'waiting' and item_id is not null do update
      set score = excluded.score, labels = excluded.labels, waiting_since = excluded.waiting_since, claimed_by = null,
          claimed_at = null, claimed_until = null, heap = null, version = r.version + 1`.execute(tx)
}

export type Report = {
  reportId: string
  reporterId: bigint
  userId: bigint
  reason: string
  text: string
  evidenceUrls: string[]
  liveId?: string | undefined
  callId?: string | undefined
  dynamicId?: string | undefined
  commentId?: string | undefined
  at: Date
}

/**
 * Locks the reported users and their open reviews until the transaction ends: concurrent reports of one user are counted together, and a
 * concurrent closing is waited for.
 */
export async function lockReported(tx: Transaction, userIds: readonly bigint[]): Promise<void> {
  await sql`
    select pg_advisory_xact_lock(k.key) from (
      select distinct hashtextextended('reported ' || u.id, 0) as key from unnest(${userIds}::bigint[]) as u(id)
       order by 1) k`.execute(tx)
  await sql`
    select id from audits.review
     where user_id = any(${userIds}::bigint[]) and state = 'waiting' and item_id is null
     order by user_id for no key update`.execute(tx)
}

/** Groups the open reports against these users into one review each; the users are locked. */
export async function gatherReports(tx: Transaction, now: Date, userIds: readonly bigint[]): Promise<void> {
  await sql`
    insert into audits.review (id, kind, purpose, user_id, score, waiting_since)
    select n.id, 'report', 'first', r.user_id, least(1, 0.2 * count(*)), min(r.reported_at)
      from unnest(${userIds}::bigint[], ${userIds.map(() => newId(now))}::uuid[]) as n(user_id, id)
      join audits.report r on r.user_id = n.user_id and r.state = 'untreated'
     group by n.id, r.user_id order by r.user_id
    on conflict (user_id) where state = 'waiting' and item_id is null do update
      set score = excluded.score, waiting_since = excluded.waiting_since`.execute(tx)
  await sql`
    update audits.report r set review_id = v.id
      from audits.review v
     where v.user_id = r.user_id and v.state = 'waiting' and v.item_id is null
       and r.user_id = any(${userIds}::bigint[]) and r.state = 'untreated' and r.review_id is distinct from v.id`.execute(
    tx,
  )
}

/** Stores reports and queues the open ones. */
export async function recordReports(tx: Transaction, now: Date, reports: readonly Report[]): Promise<void> {
  const userIds = [...new Set(reports.map((report) => report.userId))]
  await lockReported(tx, userIds)
  await sql`
    insert into audits.report as r (id, reporter_id, user_id, reason, text, evidence_urls, live_id, call_id, dynamic_id,
                                    comment_id, reported_at)
    select distinct on ("reportId") "reportId", "reporterId", "userId", reason, text, "evidenceUrls", "liveId", "callId",
           "dynamicId", "commentId", at
      from jsonb_to_recordset(${rowsOf(reports)}::jsonb) as n("reportId" text, "reporterId" bigint, "userId" bigint,
             reason text, text text, "evidenceUrls" text[], "liveId" text, "callId" text, "dynamicId" text,
             "commentId" text, at timestamptz)
     order by "reportId", at desc, text desc
    on conflict (id) do update
      set reason = excluded.reason, text = excluded.text, evidence_urls = excluded.evidence_urls,
          live_id = excluded.live_id, call_id = excluded.call_id, dynamic_id = excluded.dynamic_id,
          comment_id = excluded.comment_id, reported_at = excluded.reported_at
      where r.state = 'untreated' and (r.reporter_id, r.user_id) = (excluded.reporter_id, excluded.user_id)
        and (excluded.reported_at, excluded.text) > (r.reported_at, r.text)`.execute(tx)
  await gatherReports(tx, now, userIds)
}

export type Appeal = { appealId: string; userId: bigint; itemId: string; text: string; at: Date }

/** Stores appeals; `settleAppeals` assigns them. */
export async function recordAppeals(tx: Transaction, now: Date, appeals: readonly Appeal[]): Promise<void> {
  const itemIds = [...new Set(appeals.map((appeal) => appeal.itemId))]
  await lockItems(tx, { kind: 'platform' }, itemIds)
  await sql`
    insert into audits.appeal as a (id, user_id, item_id, text, appealed_at)
    select distinct on ("appealId") "appealId", "userId", "itemId", text, at
      from jsonb_to_recordset(${rowsOf(appeals)}::jsonb)
        as n("appealId" text, "userId" bigint, "itemId" text, text text, at timestamptz)
     order by "appealId", at desc, text desc
    on conflict (id) do update
      set item_id = excluded.item_id, text = excluded.text, appealed_at = excluded.appealed_at
      where a.state = 'untreated' and a.user_id = excluded.user_id
        and (excluded.appealed_at, excluded.text) > (a.appealed_at, a.text)`.execute(tx)
  await settleAppeals(tx, now, itemIds)
}
