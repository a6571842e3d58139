// Guilds as decisions read, lock and write them.
import { sql } from 'kysely'
import type { Scope } from '../../../kit/calls/context.ts'
import type { Reader, Transaction } from '../../../kit/database/database.ts'
import { ofOwn } from '../visibleGuilds.ts'
import type { GuildState } from './guild.rules.ts'

export type Guild = {
  id: number
  name: string
  parent_id: number | null
  parent_state: GuildState | null
  /** True if the parent has a parent itself. */
  parent_below: boolean
  leader_user_id: bigint
  birthday: string | null
  certified: boolean
  state: GuildState
  state_reason: string
  settlement_method: 'guild pickup' | 'anchor withdrawal'
  method_from: string | null
  agreed_rate_bp: number | null
  /** The member of staff who invited the leader, or registered a sub-agency and asked for its rate. */
  inviter_id: number | null
  approved_at: Date | null
  members: number
  warned_day: number
  version: number
}

export type Contacts = {
  name: string
  leaderUserId: bigint
  leaderEmail: string
  areaCode: string
  phone: string
}

/** A guild's contacts; undefined if out of scope. */
export const contactsOf = async (reader: Reader, scope: Scope, id: number): Promise<Contacts | undefined> =>
  (
    await sql<Contacts>`
      select name, leader_user_id as "leaderUserId", leader_email as "leaderEmail", area_code as "areaCode", phone
        from guilds.guild where id = ${id} and ${ofOwn(scope, 'id')}`.execute(reader)
  ).rows[0]

const read = (reader: Reader, ids: readonly number[]) =>
  sql<Guild>`
    select g.id, g.name, g.parent_id, p.state as parent_state, p.parent_id is not null as parent_below, g.leader_user_id,
           to_char(u.birthday, 'YYYY-MM-DD') as birthday, u.certified, g.state, g.state_reason, g.settlement_method,
           to_char(g.method_from, 'YYYY-MM-DD') as method_from, g.agreed_rate_bp, g.inviter_id, g.approved_at, g.members,
           g.warned_day, g.version
      from guilds.guild g
      join users.app_user u on u.id = g.leader_user_id
      left join guilds.guild p on p.id = g.parent_id
     where g.id = any(${ids}::int[])
     order by g.id`.execute(reader)

/**
 * These guilds, locked with their parents and sub-agencies in id order. Lock their memberships before: a change of a membership locks it
 * first, and then its guild, by the trigger that counts members.
 */
export async function lockFamilies(tx: Transaction, ids: readonly number[]): Promise<Map<number, Guild>> {
  await sql`
    select from guilds.guild
     where id = any(${ids}::int[]) or parent_id = any(${ids}::int[])
        or id in (select parent_id from guilds.guild where id = any(${ids}::int[]))
     order by id for no key update`.execute(tx)
  const { rows } = await read(tx, ids)
  return new Map(rows.map((row) => [row.id, row]))
}

export type NewState = { id: number; state: GuildState; reason: string }

/** Writes states, all changed at `at`. */
export async function writeStates(tx: Transaction, states: readonly NewState[], at: Date): Promise<void> {
  await sql`
    update guilds.guild g
       set state = n.state, state_reason = n.reason, version = g.version + 1,
           approved_at = case when g.state = 'under review' and n.state = 'normal' then ${at} else g.approved_at end,
           ended_at = case when n.state in ('rejected', 'dissolved') then ${at} else g.ended_at end
      from unnest(${states.map((s) => s.id)}::int[], ${states.map((s) => s.state)}::text[],
                  ${states.map((s) => s.reason)}::text[]) as n(id, state, reason)
     where g.id = n.id`.execute(tx)
}

/** Locks members and invited users of these guilds in id order. Call it before locking the guilds. */
export async function lockMembers(tx: Transaction, guildIds: readonly number[]): Promise<void> {
  await sql`
    select from guilds.member
     where guild_id = any(${guildIds}::int[]) and state in ('invited', 'active', 'leaving')
     order by id for no key update`.execute(tx)
}

export type Freed = { guild_id: number; user_id: bigint }

/** Ends every membership of these guilds at `at`, and withdraws their invitations. @returns the users concerned */
export async function freeMembers(
  tx: Transaction,
  guildIds: readonly number[],
  { at, reason }: { at: Date; reason: string },
): Promise<Freed[]> {
  const left = await sql<Freed>`
    update guilds.member
       set state = 'left', ending = 'left', ends_at = ${at}, end_reason = ${reason}, version = version + 1
     where guild_id = any(${guildIds}::int[]) and state in ('active', 'leaving')
    returning guild_id, user_id`.execute(tx)
  const invited = await sql<Freed>`
    delete from guilds.member where guild_id = any(${guildIds}::int[]) and state = 'invited'
    returning guild_id, user_id`.execute(tx)
  return [...left.rows, ...invited.rows]
}

export type Orphan = { id: number; parent_id: number; agreed_rate_bp: number | null }

/** Makes the sub-agencies of these guilds top-level; rates agreed with the parent end. @returns what they had */
export async function freeSubAgencies(tx: Transaction, parentIds: readonly number[]): Promise<Orphan[]> {
  const { rows } = await sql<Orphan>`
    update guilds.guild g set parent_id = null, agreed_rate_bp = null, version = g.version + 1
      from (select id, parent_id, agreed_rate_bp from guilds.guild where parent_id = any(${parentIds}::int[])) was
     where g.id = was.id
    returning was.id, was.parent_id, was.agreed_rate_bp`.execute(tx)
  return rows
}

/** A guild that may have sub-agencies: locked by `lockFamilies` of the guild below, or here. */
export async function lockParent(tx: Transaction, id: number): Promise<{ id: number; name: string } | undefined> {
  const { rows } = await sql<{ id: number; name: string }>`
    select id, name from guilds.guild
     where id = ${id} and parent_id is null and state = 'normal' for share`.execute(tx)
  return rows[0]
}

export const setParent = (tx: Transaction, id: number, parentId: number | null) =>
  sql`
    update guilds.guild set parent_id = ${parentId}, version = version + 1
     where id = ${id}`.execute(tx)

export const setRate = (tx: Transaction, id: number, rateBp: number | null) =>
  sql`update guilds.guild set agreed_rate_bp = ${rateBp}, version = version + 1 where id = ${id}`.execute(tx)

export const setMethodFrom = (tx: Transaction, id: number, week: string) =>
  sql`update guilds.guild set method_from = ${week}::date, version = version + 1 where id = ${id}`.execute(tx)

export type NewLeader = {
  leader_user_id: bigint
  leader_name: string
  leader_email: string
  area_code: string
  phone: string
}

/** @throws the database's error on `guild_leader` or `guild_phone` when another guild holds them. */
export const setLeader = (tx: Transaction, id: number, leader: NewLeader) =>
  tx
    .updateTable('guilds.guild')
    .set((eb) => ({ ...leader, version: eb('version', '+', 1) }))
    .where('id', '=', id)
    .execute()

/** True when a guild has sub-agencies. */
export async function hasSubAgencies(reader: Reader, id: number): Promise<boolean> {
  const { rows } = await sql`select from guilds.guild where parent_id = ${id} limit 1`.execute(reader)
  return rows.length > 0
}

/** Guilds that may need a warning, dissolution or settling at `now`; `dueAt` decides again under the lock. */
export async function youngGuilds(reader: Reader, now: Date, limit: number): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    select id from guilds.guild
     where state = 'normal' and warned_day < 15 and approved_at <= ${now}::timestamptz - interval '7 days'
       and (approved_at <= ${now}::timestamptz - interval '15 days'
            or members = 0 and (warned_day < 7
                                or warned_day < 12 and approved_at <= ${now}::timestamptz - interval '12 days'
                                or warned_day < 14 and approved_at <= ${now}::timestamptz - interval '14 days'))
     order by approved_at limit ${limit}`.execute(reader)
  return rows.map((row) => row.id)
}

export const setWarnedDays = (tx: Transaction, days: ReadonlyMap<number, number>) =>
  sql`
    update guilds.guild g set warned_day = n.day
      from unnest(${[...days.keys()]}::int[], ${[...days.values()]}::smallint[]) as n(id, day)
     where g.id = n.id`.execute(tx)

/** Switches guilds whose week for it has begun to anchor withdrawal. @returns which */
export async function changeMethods(tx: Transaction, week: string): Promise<(Named & { method_from: string })[]> {
  const { rows } = await sql<Named & { method_from: string }>`
    update guilds.guild g set settlement_method = 'anchor withdrawal', version = g.version + 1
      from (select id from guilds.guild
             where method_from <= ${week}::date and settlement_method = 'guild pickup'
             order by id limit 1000 for no key update skip locked) due
     where g.id = due.id
    returning g.id, g.name, g.state, g.state_reason, g.settlement_method, g.leader_user_id,
              to_char(g.method_from, 'YYYY-MM-DD') as method_from`.execute(tx)
  return rows
}
export type Named = Pick<Guild, 'id' | 'name' | 'state' | 'state_reason' | 'settlement_method' | 'leader_user_id'>
