// Cards of the items that a reviewer holds: content, user, newest certification, and the appeal's text.
import type { itemKinds, sexes, userStates } from '@greenroom/contract/statesAndKinds'
import { sql } from 'kysely'
import type { Reader } from '../../../kit/database/database.ts'
import { heaped, heapsFor } from '../alike/heap.queries.ts'

export type CardRow = {
  id: string
  purpose: string
  item_id: string
  kind: (typeof itemKinds)[number]
  waiting_since: Date
  claimed_until: Date
  text: string
  picture_urls: string[]
  score: number
  labels: string[]
  submitted_at: Date
  reason: string
  user_id: bigint
  nickname: string
  avatar_url: string
  sex: (typeof sexes)[number]
  country: string | null
  language: string
  level: number
  user_state: (typeof userStates)[number]
  banned_until: Date | null
  certified: boolean
  certified_id: string | null
  certified_urls: string[] | null
  appeal_text: string | null
  appealed_at: Date | null
  alike: number
}

/** These reviews of items, in the order of `ids`, as this reviewer holds them. */
export async function cardRows(
  reader: Reader,
  ids: readonly string[],
  by: { staffId: number; now: Date },
): Promise<CardRow[]> {
  if (ids.length === 0) return []
  const { rows } = await sql<CardRow>`
    with heaps as materialized (${heapsFor(ids, by)})
    select r.id, r.purpose, r.item_id, r.kind, r.waiting_since, r.claimed_until,
           i.text, i.picture_urls, i.score, i.labels, i.submitted_at, i.reason,
           u.id as user_id, u.nickname, u.avatar_url, u.sex, u.country, u.language, u.level, u.state as user_state,
           u.banned_until, u.certified, c.id as certified_id, c.picture_urls as certified_urls,
           a.text as appeal_text, a.appealed_at,
           case when ${heaped} then greatest(0, coalesce(h.count, 0) - 1) else 0 end as alike
      from unnest(${ids}::uuid[]) with ordinality as o(id, place)
      join audits.review r on r.id = o.id
      join audits.item i on i.id = r.item_id
      join users.app_user u on u.id = r.user_id
      left join heaps h on h.heap = r.heap
      left join lateral (
        select c.id, c.picture_urls from audits.item c
         where c.user_id = r.user_id and c.kind = 'official' and c.state = 'passed' and c.id <> i.id
         order by c.decided_at desc limit 1) c on true
      left join lateral (
        select a.text, a.appealed_at from audits.appeal a
         where r.purpose = 'appeal' and a.item_id = i.id and a.user_id = i.user_id and a.state = 'untreated'
         order by a.appealed_at desc, a.id desc limit 1) a on true
     order by o.place`.execute(reader)
  return rows
}
