// What finance has to know about people.
import { sql } from 'kysely'
import type { Reader } from '../../kit/database.ts'

/** Those of `ids` that the app has told of. */
export async function knownUsers(reader: Reader, ids: readonly bigint[]): Promise<Set<bigint>> {
  if (ids.length === 0) return new Set()
  const { rows } = await sql<{ id: bigint }>`
    select id from users.app_user where id = any(${ids}::bigint[])`.execute(reader)
  return new Set(rows.map((row) => row.id))
}

/** Who wants to be paid out: what stands against it. */
export type Payee = {
  id: bigint
  market_audit: boolean
  /** Why she is banned; null when she is not. */
  banned: string | null
  /** Her guild is paid everything, and pays her. */
  paid_by_guild: boolean
}

/** These people as payees, by id; a ban that has run out at `now` is none. */
export async function payeesOf(reader: Reader, now: Date, ids: readonly bigint[]): Promise<Map<bigint, Payee>> {
  if (ids.length === 0) return new Map()
  const { rows } = await sql<Payee>`
    select u.id, u.market_audit,
           case when u.state <> 'normal' and (u.banned_until is null or u.banned_until > ${now})
                then coalesce((select b.reason from users.ban b where b.user_id = u.id and b.ended is null
                                order by b.id desc limit 1), 'banned') end as banned,
           exists (select from guilds.member m join guilds.guild g on g.id = m.guild_id
                    where m.user_id = u.id and m.state in ('active', 'leaving')
                      and g.settlement_method = 'guild pickup') as paid_by_guild
      from users.app_user u where u.id = any(${ids}::bigint[])`.execute(reader)
  return new Map(rows.map((row) => [row.id, row]))
}
