import { sql } from 'kysely'
import { anyOf } from '../../../kit/database/anyOf.ts'
import type { Reader, Transaction } from '../../../kit/database/database.ts'
import type { Membership } from './guildEvents.rules.ts'

const holding = sql`('under review', 'normal', 'banned')`

/** Locks these users in id order, so that none becomes a leader (registration locks them too) until the transaction ends. */
export async function holdPeople(tx: Transaction, userIds: readonly bigint[]): Promise<void> {
  await sql`select from users.app_user where id = any(${userIds}::bigint[]) order by id for key share`.execute(tx)
}

/** Locks guilds in id order, after their members: the same order as the trigger that counts members. */
export async function lockGuilds(tx: Transaction, guildIds: readonly number[]): Promise<Map<number, string>> {
  const { rows } = await sql<{ id: number; state: string }>`
    select id, state from guilds.guild where id = any(${guildIds}::int[]) order by id for no key update`.execute(tx)
  return new Map(rows.map((row) => [row.id, row.state]))
}

/** The memberships of these users, locked in id order. */
export async function lockMemberships(tx: Transaction, userIds: readonly bigint[]): Promise<Membership[]> {
  const rows = await tx
    .selectFrom('guilds.member')
    .selectAll()
    .where('user_id', '=', sql<bigint>`any(${userIds}::bigint[])`)
    .orderBy('id')
    .forNoKeyUpdate()
    .execute()
  return rows.map((row) => ({
    id: row.id,
    guildId: row.guild_id,
    userId: row.user_id,
    state: row.state as Membership['state'],
    since: row.since,
    invitedAt: row.invited_at,
    answeredAt: row.answered_at,
    expiresAt: row.expires_at,
    leaveRequestedAt: row.leave_asked_at,
    leaveReason: row.leave_reason,
    ending: row.ending as Membership['ending'],
    endsAt: row.ends_at,
  }))
}

/** Which guilds these people lead, and whether they are banned or flagged so that no guild may add them. */
export async function eligibilityOf(
  reader: Reader,
  userIds: readonly bigint[],
  now: Date,
): Promise<Map<bigint, { leads: number | null; barred: boolean }>> {
  const { rows } = await sql<{ id: bigint; leads: number | null; barred: boolean }>`
    select u.id, g.id as leads,
           (u.state <> 'normal' and (u.banned_until is null or u.banned_until > ${now})) or u.market_audit or u.internal as barred
      from users.app_user u left join guilds.guild g on g.leader_user_id = u.id and g.state in ${holding}
     where u.id = any(${userIds}::bigint[])`.execute(reader)
  return new Map(rows.map(({ id, ...facts }) => [id, facts]))
}

/**
 * The earliest moment from which joining each of these guilds can count: the start of the oldest week not yet settled. A week that ended is
 * open until its draft is made, and while that is a draft.
 */
export async function joinsFromOf(reader: Reader, guildIds: readonly number[], now: Date): Promise<Map<number, Date>> {
  const { rows } = await sql<{ id: number; starts_at: Date }>`
    select g.id, w.starts_at
      from unnest(${guildIds}::int[]) as g(id)
     cross join lateral (
       select w.starts_at from guilds.week w
        where w.ends_at > ${now}
           or exists (select from guilds.settlement s where s.guild_id = g.id and s.week = w.week and s.state = 'draft')
           or not exists (select from guilds.settlement_run r where r.week = w.week and r.finished_at is not null)
        order by w.starts_at limit 1) w`.execute(reader)
  return new Map(rows.map((row) => [row.id, row.starts_at]))
}

/** Writes the changed memberships and deletes invitations that ended. */
export async function writeMemberships(
  tx: Transaction,
  changed: readonly Membership[],
  endedIds: readonly number[],
): Promise<void> {
  if (endedIds.length > 0) await tx.deleteFrom('guilds.member').where('id', '=', anyOf(endedIds)).execute()
  if (changed.length === 0) return
  await sql`
    update guilds.member m
       set state = c.state, since = c.since, invited_at = c.invited, answered_at = c.answered, expires_at = c.expires,
           leave_asked_at = c.asked, leave_reason = c.reason, version = version + 1
      from unnest(${changed.map((c) => c.id)}::int[], ${changed.map((c) => c.state)}::text[],
                  ${changed.map((c) => c.since)}::timestamptz[], ${changed.map((c) => c.invitedAt)}::timestamptz[],
                  ${changed.map((c) => c.answeredAt)}::timestamptz[], ${changed.map((c) => c.expiresAt)}::timestamptz[],
                  ${changed.map((c) => c.leaveRequestedAt)}::timestamptz[], ${changed.map((c) => c.leaveReason)}::text[])
        as c(id, state, since, invited, answered, expires, asked, reason)
     where m.id = c.id`.execute(tx)
}
