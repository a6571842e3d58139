// Memberships, as decisions read and change them.
import { sql } from 'kysely'
import type { Scope } from '../../../kit/calls/context.ts'
import { anyOf } from '../../../kit/database/anyOf.ts'
import type { Reader, Transaction } from '../../../kit/database/database.ts'
import type { MembershipState } from '../events/guildEvents.rules.ts'
import { inReach } from '../visibleGuilds.ts'

export type Chosen = {
  id: number
  guildId: number
  guildName: string
  userId: bigint
  nickname: string
  state: MembershipState
  since: Date
  invitedAt: Date | null
  expiresAt: Date | null
  leaveAskedAt: Date | null
  leaveReason: string
  ending: 'left' | 'expelled' | null
  endsAt: Date | null
  endReason: string
  banned: boolean
}

/** These memberships, locked in id order, within the caller's scope. */
export async function lockMembers(
  tx: Transaction,
  scope: Scope,
  ids: readonly number[],
  now: Date,
): Promise<Map<number, Chosen>> {
  const { rows } = await sql<Chosen>`
    select m.id, m.guild_id as "guildId", g.name as "guildName", m.user_id as "userId", u.nickname, m.state, m.since,
           m.invited_at as "invitedAt", m.expires_at as "expiresAt", m.leave_asked_at as "leaveAskedAt",
           m.leave_reason as "leaveReason", m.ending, m.ends_at as "endsAt", m.end_reason as "endReason",
           u.state <> 'normal' and (u.banned_until is null or u.banned_until > ${now}) as banned
      from guilds.member m
      join guilds.guild g on g.id = m.guild_id
      join users.app_user u on u.id = m.user_id
     where m.id = any(${ids}::int[]) and ${inReach(scope, 'm.guild_id')}
     order by m.id for no key update of m`.execute(tx)
  return new Map(rows.map((row) => [row.id, row]))
}

/** Decides how and when memberships end: at `endsAt`, or at once if the state is final. */
export async function setEnding(
  tx: Transaction,
  ids: readonly number[],
  end: { state: 'leaving' | 'expelled'; ending: 'left' | 'expelled'; endsAt: Date; reason: string; by: string },
): Promise<void> {
  if (ids.length === 0) return
  await sql`
    update guilds.member
       set state = ${end.state}, ending = ${end.ending}, ends_at = ${end.endsAt}, end_reason = ${end.reason}, by = ${end.by},
           version = version + 1
     where id = any(${ids}::int[])`.execute(tx)
}

/** Deletes invitations. */
export async function deleteInvitations(tx: Transaction, ids: readonly number[]): Promise<void> {
  if (ids.length > 0)
    await tx.deleteFrom('guilds.member').where('id', '=', anyOf(ids)).where('state', '=', 'invited').execute()
}

/** Memberships whose end has come, the earliest first. */
export async function dueEnds(
  reader: Reader,
  now: Date,
  userIds: readonly bigint[] | null,
  most: number,
): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    select id from guilds.member
     where state = 'leaving' and ends_at <= ${now}
       and ${userIds ? sql`user_id = any(${userIds}::bigint[])` : sql`true`}
     order by ends_at, id limit ${most}`.execute(reader)
  return rows.map((row) => row.id)
}

export type Ended = Pick<Chosen, 'id' | 'guildId' | 'guildName' | 'userId' | 'nickname' | 'endReason'> & {
  ending: 'left' | 'expelled'
  endsAt: Date
}

/** Ends those of these memberships that are due and not ended in the meantime. */
export async function endMembers(tx: Transaction, now: Date, ids: readonly number[]): Promise<Ended[]> {
  const { rows } = await sql<Ended>`
    with due as materialized (
      select id from guilds.member
       where id = any(${ids}::int[]) and state = 'leaving' and ends_at <= ${now} order by id for no key update)
    update guilds.member m set state = m.ending, version = m.version + 1
      from due, guilds.guild g, users.app_user u
     where m.id = due.id and g.id = m.guild_id and u.id = m.user_id
    returning m.id, m.guild_id as "guildId", g.name as "guildName", m.user_id as "userId", u.nickname,
              m.end_reason as "endReason", m.ending, m.ends_at as "endsAt"`.execute(tx)
  return rows
}

/** Undecided requests to leave made before `before`. */
export async function dueRequests(reader: Reader, before: Date, most: number): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    select id from guilds.member
     where state = 'leaving' and ends_at is null and leave_asked_at <= ${before}
     order by leave_asked_at, id limit ${most}`.execute(reader)
  return rows.map((row) => row.id)
}

/** Open invitations whose time has passed. */
export async function dueInvitations(reader: Reader, now: Date, most: number): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    select id from guilds.member where state = 'invited' and expires_at <= ${now}
     order by expires_at, id limit ${most}`.execute(reader)
  return rows.map((row) => row.id)
}
