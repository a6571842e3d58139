// Users to be invited, and the inviting guild.
import { sql } from 'kysely'
import type { Scope } from '../../../kit/calls/context.ts'
import type { Reader, Transaction } from '../../../kit/database/database.ts'
import type { MembershipState } from '../events/guildEvents.rules.ts'
import { ofOwn } from '../visibleGuilds.ts'
import type { Person } from './members.rules.ts'

export type Invited = { userId: bigint; nickname: string }

export type Found = Omit<Person, 'hasCover' | 'memberships'> & { nickname: string }

/** The existing ones of these users. */
export async function readPeople(
  reader: Reader,
  ids: readonly bigint[],
  now: Date,
  lock = sql``,
): Promise<Map<bigint, Found>> {
  const { rows } = await sql<Found & { id: bigint }>`
    with people as materialized (
      select id, nickname, sex, state, banned_until, market_audit, internal, certified, birthday, phone
        from users.app_user where id = any(${ids}::bigint[]) order by id ${lock})
    select p.id, p.nickname, p.sex,
           p.state <> 'normal' and (p.banned_until is null or p.banned_until > ${now}) as banned,
           p.market_audit as "marketAudit", p.internal, p.certified, to_char(p.birthday, 'YYYY-MM-DD') as birthday, p.phone,
           (select g.id from guilds.guild g
             where g.leader_user_id = p.id and g.state in ('under review', 'normal', 'banned') limit 1) as leads
      from people p`.execute(reader)
  return new Map(rows.map(({ id, ...person }) => [id, person]))
}

/** The same, locked so that none becomes a leader until the transaction ends. */
export const lockPeople = (tx: Transaction, ids: readonly bigint[], now: Date): Promise<Map<bigint, Found>> =>
  readPeople(tx, ids, now, sql`for key share`)

/** A guild's name and state. */
export async function guildNamed(
  reader: Reader,
  guildId: number,
): Promise<{ name: string; state: string } | undefined> {
  const { rows } = await sql<{ name: string; state: string }>`
    select name, state from guilds.guild where id = ${guildId}`.execute(reader)
  return rows[0]
}

/** A guild that the caller may act for, locked until the transaction ends. */
export async function holdGuild(
  tx: Transaction,
  scope: Scope,
  guildId: number,
): Promise<{ name: string; state: string } | undefined> {
  const { rows } = await sql<{ name: string; state: string }>`
    select name, state from guilds.guild g where g.id = ${guildId} and ${ofOwn(scope, 'g.id')} for share`.execute(tx)
  return rows[0]
}

/** These users' invitations and memberships. */
export async function membershipsOf(
  reader: Reader,
  userIds: readonly bigint[],
): Promise<Map<bigint, { guildId: number; state: MembershipState }[]>> {
  const { rows } = await sql<{ userId: bigint; guildId: number; state: MembershipState }>`
    select user_id as "userId", guild_id as "guildId", state from guilds.member
     where user_id = any(${userIds}::bigint[]) and state in ('invited', 'active', 'leaving')`.execute(reader)
  return Map.groupBy(rows, (row) => row.userId)
}

/** Adds invitations. @returns the memberships' ids by user; users invited in the meantime are left out. */
export async function addInvitations(
  tx: Transaction,
  invitation: { guildId: number; by: string; at: Date; expiresAt: Date; userIds: readonly bigint[] },
): Promise<Map<bigint, number>> {
  const { guildId, by, at, expiresAt, userIds } = invitation
  const { rows } = await sql<{ id: number; user_id: bigint }>`
    insert into guilds.member (guild_id, user_id, state, since, expires_at, by)
    select ${guildId}, u.id, 'invited', ${at}, ${expiresAt}, ${by} from unnest(${userIds}::bigint[]) as u(id)
    on conflict (guild_id, user_id) where state = 'invited' do nothing
    returning id, user_id`.execute(tx)
  return new Map(rows.map((row) => [row.user_id, row.id]))
}
