// Landing pages, their versions and phases.
import type { LandingContent } from '@greenroom/contract/landingPage'
import { sql } from 'kysely'
import type { Reader, Transaction } from '../../../kit/database/database.ts'
import type { Filter } from '../../../records/index.ts'

/** Whether a page can be visited now. */
export const isPublished: Filter<boolean> = (value) =>
  value ? sql`t.published_at is not null` : sql`t.published_at is null`

export type Published = {
  key: string
  channel: string
  phaseId: number
  shareB: number
  a: LandingContent
  b: LandingContent | null
}

export async function publishedPages(reader: Reader): Promise<Published[]> {
  const { rows } = await sql<Published>`
    select l.key, c.number as channel, p.id as "phaseId", p.share_b as "shareB", a.content as a, b.content as b
      from promotion.landing_phase p
      join promotion.landing l on l.id = p.landing_id
      join promotion.channel c on c.id = l.channel_id
      join promotion.landing_version a on a.landing_id = l.id and a.number = p.a
      left join promotion.landing_version b on b.landing_id = l.id and b.number = p.b
     where p.ended_at is null`.execute(reader)
  return rows
}

/** The key of the newest published page; empty if there is none. */
export async function newestKey(reader: Reader): Promise<string> {
  const row = await reader
    .selectFrom('promotion.landing')
    .select('key')
    .where('published_at', 'is not', null)
    .orderBy('published_at', 'desc')
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst()
  return row?.key ?? ''
}

export type More = {
  id: number
  channelId: number
  number: string
  channelName: string
  a: number | null
  b: number | null
  shareB: number
  visits: number
  clicks: number
}

/** Channel, current phase, and all visits of these pages. */
export async function moreOf(reader: Reader, ids: readonly number[]): Promise<Map<number, More>> {
  const { rows } = await sql<More>`
    select l.id, c.id as "channelId", c.number, c.name as "channelName", p.a, p.b, coalesce(p.share_b, 0) as "shareB",
           coalesce(v.visits, 0) as visits, coalesce(v.clicks, 0) as clicks
      from promotion.landing l
      join promotion.channel c on c.id = l.channel_id
      left join promotion.landing_phase p on p.landing_id = l.id and p.ended_at is null
      left join lateral (
        select sum(d.visits)::int as visits, sum(d.clicks)::int as clicks
          from promotion.landing_phase x join promotion.landing_day d on d.phase_id = x.id where x.landing_id = l.id) v on true
     where l.id = any(${ids}::int[])`.execute(reader)
  return new Map(rows.map((row) => [row.id, row]))
}

export const landingById = (reader: Reader, id: number) =>
  reader.selectFrom('promotion.landing').selectAll().where('id', '=', id).executeTakeFirst()

/** The newest versions of a page. */
export const versionsOf = (reader: Reader, landingId: number) =>
  reader
    .selectFrom('promotion.landing_version')
    .selectAll()
    .where('landing_id', '=', landingId)
    .orderBy('number', 'desc')
    .limit(20)
    .execute()

export type Phase = {
  id: number
  a: number
  b: number | null
  shareB: number
  startedBy: string
  startedAt: Date
  endedAt: Date | null
  arms: Record<string, { visits: number; clicks: number }> | null
  installs: Record<string, number> | null
}

/** The newest phases of a page with their results; installs by the campaign passed on by the store. */
export async function phasesOf(reader: Reader, landingId: number, key: string): Promise<Phase[]> {
  const { rows } = await sql<Phase>`
    select p.id, p.a, p.b, p.share_b as "shareB", p.started_by as "startedBy", p.started_at as "startedAt",
           p.ended_at as "endedAt",
           (select jsonb_object_agg(x.arm, jsonb_build_object('visits', x.visits, 'clicks', x.clicks))
              from (select d.arm, sum(d.visits) as visits, sum(d.clicks) as clicks from promotion.landing_day d
                     where d.phase_id = p.id group by d.arm) x) as arms,
           (select jsonb_object_agg(x.arm, x.count)
              from (select right(i.campaign, 1) as arm, count(*) as count from promotion.install i
                     where i.campaign in (${key} || '.' || p.id || '.a', ${key} || '.' || p.id || '.b') group by 1) x) as installs
      from promotion.landing_phase p where p.landing_id = ${landingId} order by p.id desc limit 20`.execute(reader)
  return rows
}

export async function countriesOf(reader: Reader, landingId: number) {
  const { rows } = await sql<{ country: string; visits: number; clicks: number }>`
    select d.country, sum(d.visits)::int as visits, sum(d.clicks)::int as clicks
      from promotion.landing_phase p join promotion.landing_day d on d.phase_id = p.id
     where p.landing_id = ${landingId} group by 1 order by 2 desc, 1 limit 20`.execute(reader)
  return rows
}

/** Writes a version: a new one, or the existing number if it was never published. */
export const writeVersion = (
  tx: Transaction,
  of: { landingId: number; number: number; content: LandingContent; by: string; at: Date },
) =>
  sql`
    insert into promotion.landing_version (landing_id, number, content, updated_by, updated_at)
    values (${of.landingId}, ${of.number}, ${JSON.stringify(of.content)}::jsonb, ${of.by}, ${of.at})
    on conflict (landing_id, number) do update
      set content = excluded.content, updated_by = excluded.updated_by, updated_at = excluded.updated_at,
          version = promotion.landing_version.version + 1`.execute(tx)

export const endPhases = (tx: Transaction, landingIds: readonly number[], at: Date) =>
  sql`update promotion.landing_phase set ended_at = greatest(${at}, started_at)
       where ended_at is null and landing_id = any(${landingIds}::int[])`.execute(tx)

export const beginPhase = (
  tx: Transaction,
  of: { landingId: number; a: number; b: number | null; shareB: number; by: string; at: Date },
) =>
  sql`
    with marked as (
      update promotion.landing_version set published_at = coalesce(published_at, ${of.at})
       where landing_id = ${of.landingId} and number in (${of.a}, ${of.b ?? of.a}))
    insert into promotion.landing_phase (landing_id, a, b, share_b, started_by, started_at)
    values (${of.landingId}, ${of.a}, ${of.b}, ${of.shareB}, ${of.by}, ${of.at})`.execute(tx)

/** Those of these files used by a page; they must be kept. */
export async function landingFilesInUse(tx: Transaction, ids: string[]): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select i.id from unnest(${ids}::text[]) as i(id)
     where exists (select from promotion.landing_version v, jsonb_array_elements_text(v.content->'pictures') p
                    where starts_with(p, i.id))`.execute(tx)
  return rows.map(({ id }) => id)
}

/** Sets since when pages are published; null unpublishes them. Publishing again keeps the time. */
export const setPublished = (tx: Transaction, ids: readonly number[], at: Date | null) =>
  sql`update promotion.landing set published_at = ${at}, version = version + 1 where id = any(${ids}::int[])`.execute(
    tx,
  )
