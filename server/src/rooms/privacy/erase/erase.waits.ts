// What stands in the way of erasing somebody, each with its reason: money under way, what others are owed, and legal holds.
import type { deletionWaits } from '@greenroom/contract/statesAndKinds'
import { sql } from 'kysely'
import type { Reader } from '../../../kit/database/database.ts'

export type Wait = (typeof deletionWaits)[number]

const userId = sql.ref('u.id')

/** Each reason as a condition about the user `u`. */
const conditions: Record<Wait, ReturnType<typeof sql<boolean>>> = {
  hold: sql`exists (select from privacy.hold h
    where h.user_id = ${userId} and h.ended_at is null and (h.until is null or h.until > i.now))`,
  withdrawal: sql`exists (select from finance.withdrawal w
    where w.user_id = ${userId}
      and (w.state in ('in review', 'withdrawing') or (w.state = 'failure' and w.released_at is null)))`,
  payout: sql`exists (select from finance.payout p where p.payee_id = 'user:' || ${userId} and p.state = 'waiting')`,
  chargeback: sql`(exists (select from finance.chargeback c
      where c.user_id = ${userId} and (c.owed_tokens > 0 or c.state in ('open', 'contested')))
    or exists (select from ledger.account a where a.owner = 'user:' || ${userId} and a.purpose = 'debt' and a.posted < 0))`,
  refund: sql`exists (select from finance.refund r join finance.recharge_order o on o.id = r.order_id
    where o.user_id = ${userId} and r.state in ('waiting', 'asked'))`,
  reserved: sql`exists (select from ledger.account a where a.owner = 'user:' || ${userId} and a.reserved > 0)`,
  member: sql`exists (select from guilds.member m where m.user_id = ${userId} and m.state in ('active', 'leaving'))`,
  week: sql`exists (select from guilds.settlement_line l join guilds.settlement s on s.id = l.settlement_id and s.sum_version = l.sum_version
    where l.user_id = ${userId} and s.state <> 'approved')`,
  leader: sql`exists (select from guilds.guild g
    where g.leader_user_id = ${userId}
      and (g.state not in ('rejected', 'dissolved')
        or exists (select from ledger.account a where a.owner = 'guild:' || g.id and (a.posted <> 0 or a.reserved <> 0))))`,
  agent: sql`(exists (select from topup_agents.application a
      where a.user_id = ${userId} and a.state in ('under review', 'approved', 'frozen'))
    or exists (select from topup_agents.agent t join ledger.account a on a.owner = 'agent:' || t.id
      where t.user_id = ${userId} and (a.posted <> 0 or a.reserved <> 0)))`,
  official: sql`exists (select from official.account a where a.user_id = ${userId} and a.enabled)`,
  request: sql`exists (select from access.approval a join access.approval_party p on p.approval_id = a.id
    where p.kind = 'user' and p.party = ${userId} and a.state = 'pending' and a.expires_at > i.now)`,
}

const names = Object.keys(conditions) as Wait[]

/** What stands in the way of each of these users, by id; an empty list: nothing. */
export async function waitsOf(reader: Reader, userIds: readonly bigint[], now: Date): Promise<Map<bigint, Wait[]>> {
  if (userIds.length === 0) return new Map()
  const { rows } = await sql<{ id: bigint; waits: Wait[] }>`
    select u.id, array_remove(array[${sql.join(names.map((name) => sql`case when ${conditions[name]} then ${name}::text end`))}], null) as waits
      from users.app_user u cross join (select ${now}::timestamptz as now) i
     where u.id = any(${[...userIds]}::bigint[])`.execute(reader)
  return new Map(rows.map(({ id, waits }) => [id, waits]))
}
