// What the app submits to be looked at. The newest telling of an item stands while nobody has decided it.
import type { itemKinds } from '@greenroom/contract/words'
import { sql } from 'kysely'
import type { Transaction } from '../../../kit/database.ts'

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

/** Rows as the database reads them: dates as texts, big numbers as texts. */
const rowsOf = (rows: readonly object[]): string =>
  JSON.stringify(rows, (_, value: unknown) => (typeof value === 'bigint' ? String(value) : value))

/** Puts items into their queues. An id stays with the person and the kind that it came with first. */
export async function recordItems(tx: Transaction, items: readonly Submitted[]): Promise<void> {
  if (items.length === 0) return
  await sql`
    insert into audits.item as i (id, kind, user_id, text, picture_urls, score, labels, submitted_at)
    select distinct on ("itemId") "itemId", kind, "userId", text, "pictureUrls", score, labels, at
      from jsonb_to_recordset(${rowsOf(items)}::jsonb) as n("itemId" text, kind text, "userId" bigint, text text,
             "pictureUrls" text[], score real, labels text[], at timestamptz)
     order by "itemId", at desc, text desc, "pictureUrls" desc
    on conflict (id) do update
      set text = excluded.text, picture_urls = excluded.picture_urls, score = excluded.score, labels = excluded.labels,
          submitted_at = excluded.submitted_at
      where i.state = 'not audited' and i.user_id = excluded.user_id and i.kind = excluded.kind
        and (excluded.submitted_at, excluded.text, excluded.picture_urls) > (i.submitted_at, i.text, i.picture_urls)`.execute(
    tx,
  )
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

export async function recordReports(tx: Transaction, reports: readonly Report[]): Promise<void> {
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
}

export type Appeal = { appealId: string; userId: bigint; itemId: string; text: string; at: Date }

export async function recordAppeals(tx: Transaction, appeals: readonly Appeal[]): Promise<void> {
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
}
