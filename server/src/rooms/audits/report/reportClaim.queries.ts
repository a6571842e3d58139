// Content of reviews of reported users: the user, open reports, and the reporters' records.
import type { PersonRef } from '@greenroom/contract/fields'
import { type Selectable, sql } from 'kysely'
import type { DB, Reader } from '../../../kit/database/database.ts'
import { personColumn } from '../../users/index.ts'

/** The maximum that one decision closes. */
const most = 200

export type CaseRow = {
  id: string
  userId: bigint
  nickname: string
  avatarUrl: string
  sex: 'man' | 'woman' | 'none'
  country: string | null
  language: string
  level: number
  state: 'normal' | 'ban ID' | 'ban device' | 'ban both'
  bannedUntil: Date | null
  certified: boolean
  score: number
  waitingSince: Date
  claimedUntil: Date
}

/** These reviews with their users, in the order of `ids`. */
export async function caseRows(reader: Reader, ids: readonly string[]): Promise<CaseRow[]> {
  if (ids.length === 0) return []
  const { rows } = await sql<CaseRow>`
    select v.id, v.user_id as "userId", u.nickname, u.avatar_url as "avatarUrl", u.sex, u.country, u.language, u.level,
           u.state, u.banned_until as "bannedUntil", u.certified, v.score, v.waiting_since as "waitingSince",
           v.claimed_until as "claimedUntil"
      from unnest(${ids}::uuid[]) with ordinality as o(id, place)
      join audits.review v on v.id = o.id
      join users.app_user u on u.id = v.user_id
     order by o.place`.execute(reader)
  return rows
}

export type CaseReport = Selectable<DB['audits.report']> & {
  reporter: PersonRef
  user: PersonRef
  reporter_made: number
  reporter_false: number
}

/** Open reports in these reviews, newest first, at most 200 of each, with their reporters' records. */
export async function reportsIn(reader: Reader, ids: readonly string[]): Promise<CaseReport[]> {
  if (ids.length === 0) return []
  const { rows } = await sql<CaseReport>`
    with here as materialized (
      select r.* from unnest(${ids}::uuid[]) as v(id)
       cross join lateral (
         select * from audits.report r where r.review_id = v.id and r.state = 'untreated'
          order by r.reported_at desc, r.id desc limit ${most}) r
    ), known as (
      select m.reporter_id, count(*)::int as made, (count(*) filter (where m.is_false))::int as untrue
        from audits.report m where m.reporter_id in (select reporter_id from here) group by 1)
    select h.*, ${personColumn('h.reporter_id', 'a')} as reporter, ${personColumn('h.user_id', 'b')} as "user",
           k.made as reporter_made, k.untrue as reporter_false
      from here h
      join users.app_user a on a.id = h.reporter_id
      join users.app_user b on b.id = h.user_id
      join known k on k.reporter_id = h.reporter_id
     order by h.reported_at desc, h.id desc`.execute(reader)
  return rows
}
