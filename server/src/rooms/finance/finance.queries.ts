// What finance needs to know about users.
import { sql } from 'kysely'
import type { Reader } from '../../kit/database/database.ts'
import { unreadEarnings } from '../../ledger/index.ts'

/** The known ones of `ids`, with their channel. */
export async function knownUsers(reader: Reader, ids: readonly bigint[]): Promise<Map<bigint, string>> {
  if (ids.length === 0) return new Map()
  const { rows } = await sql<{ id: bigint; channel: string }>`
    select id, channel from users.app_user where id = any(${ids}::bigint[])`.execute(reader)
  return new Map(rows.map((row) => [row.id, row.channel]))
}

/** The reader that folds earnings into guilds' figures (`guilds/figures`). */
export const figuresReader = 'guilds.figures'

/** A payee, with what prevents a withdrawal. */
export type Payee = {
  id: bigint
  market_audit: boolean
  /** Why they are banned; null if they are not. */
  banned: string | null
  /** Their guild is paid everything, and pays them. */
  paid_by_guild: boolean
  /**
   * Bonus that guilds under guild pickup will be paid for: earned as a member, in weeks not approved yet. The anchor can't withdraw it,
   * also after leaving; earlier bonus stays theirs.
   */
  unredeemed: bigint
}

/** These people as payees, by id; a ban expired at `now` does not count. */
export async function payeesOf(reader: Reader, now: Date, ids: readonly bigint[]): Promise<Map<bigint, Payee>> {
  if (ids.length === 0) return new Map()
  const { rows } = await sql<Payee & { was_paid_by_guild: boolean }>`
    select u.id, u.market_audit,
           case when u.state <> 'normal' and (u.banned_until is null or u.banned_until > ${now})
                then coalesce((select b.reason from users.ban b where b.user_id = u.id and b.ended is null
                                order by b.id desc limit 1), 'banned') end as banned,
           exists (select from guilds.member m join guilds.guild g on g.id = m.guild_id
                    where m.user_id = u.id and m.state in ('active', 'leaving')
                      and g.settlement_method = 'guild pickup') as paid_by_guild,
           coalesce((select sum(w.bonus) from guilds.anchor_week w join guilds.guild g on g.id = w.guild_id
                      where w.user_id = u.id
                        and case when g.method_from is null then g.settlement_method = 'guild pickup' else w.week < g.method_from end), 0)::bigint
           - coalesce((select sum(l.redeem_bonus) from guilds.settlement_line l
                         join guilds.settlement s on s.id = l.settlement_id and s.sum_version = l.sum_version
                        where l.user_id = u.id and s.state = 'approved'), 0)::bigint as unredeemed,
           exists (select from guilds.member m join guilds.guild g on g.id = m.guild_id
                    where m.user_id = u.id and m.state in ('active', 'leaving', 'left', 'expelled')
                      and (g.settlement_method = 'guild pickup' or g.method_from is not null)) as was_paid_by_guild
      from users.app_user u where u.id = any(${ids}::bigint[])`.execute(reader)
  // Earnings not yet folded count as the guild's if one is or was paid for the anchor: the fold is only seconds behind.
  const ofGuilds = rows.filter((row) => row.was_paid_by_guild).map((row) => row.id)
  const unread = ofGuilds.length > 0 ? await unreadEarnings(reader, figuresReader, ofGuilds) : new Map<bigint, bigint>()
  return new Map(
    rows.map(({ id, market_audit, banned, paid_by_guild, unredeemed }) => [
      id,
      { id, market_audit, banned, paid_by_guild, unredeemed: unredeemed + (unread.get(id) ?? 0n) },
    ]),
  )
}
