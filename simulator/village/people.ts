// Candidates for the village's guilds: read once, best earners first.
import { sql } from 'kysely'
import type { Database } from '../../server/src/kit/database/database.ts'

export type Candidate = { id: bigint; nickname: string; areaCode: string; phone: string; country: string | null }
type JoinCandidate = Candidate & { mayJoin: boolean }

/**
 * Adult, certified women with a phone. Those with a cover may be anchors, unless they have withdrawn bonus: the village's withdrawals were
 * requested before its guilds existed, and a week redeems all its bonus.
 */
export async function candidates(database: Database, now: Date): Promise<JoinCandidate[]> {
  const { rows } = await sql<JoinCandidate>`
    select u.id, u.nickname, u.area_code as "areaCode", u.phone, u.country,
           exists (select from audits.item i where i.user_id = u.id and i.kind = 'cover' and i.state = 'passed')
           and not exists (select from finance.withdrawal d where d.user_id = u.id) as "mayJoin"
      from users.app_user u left join users.wallet w on w.user_id = u.id
     where u.sex = 'woman' and u.certified and u.phone <> '' and u.state = 'normal' and not u.market_audit and not u.internal
       and u.birthday <= (${now}::timestamptz - interval '18 years')::date
     order by coalesce(w.bonus, 0) desc, u.id`.execute(database)
  return rows
}
