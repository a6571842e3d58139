// A guild with its sub-agencies, and their figures of two weeks.
import { sql } from 'kysely'
import type { Context } from '../../../kit/calls/context.ts'
import type { Reader } from '../../../kit/database/database.ts'
import { personColumn } from '../../users/index.ts'
import type { GuildState } from '../guild/guild.rules.ts'
import { inReach } from '../visibleGuilds.ts'

/** The guild and its sub-agencies within the caller's scope, the guild first. */
export const familyOf = (reader: Reader, context: Context, guildId: number) =>
  reader
    .selectFrom('guilds.guild as g')
    .innerJoin('users.app_user as u', 'u.id', 'g.leader_user_id')
    .leftJoin('guilds.guild as p', 'p.id', 'g.parent_id')
    .select(['g.id', 'g.name', 'g.parent_id', 'p.name as parent_name', 'g.state', 'g.members', 'g.agreed_rate_bp'])
    .select(personColumn('g.leader_user_id', 'u').as('leader'))
    .where((eb) => eb.or([eb('g.id', '=', guildId), eb('g.parent_id', '=', guildId)]))
    .where(inReach(context.scope, 'g.id'))
    .orderBy(sql`g.id <> ${guildId}`)
    .orderBy('g.id')
    .$narrowType<{ state: GuildState }>()
    .execute()
export type FamilyGuild = Awaited<ReturnType<typeof familyOf>>[number]

export type WeekFigures = {
  guild_id: number
  week: string
  bonus: bigint
  base_micros: bigint
  joined: number
  lost: number
  payable_cents: bigint | null
}

/** Figures of guilds in some weeks, with the payable of the week's settlement if there is one. */
export async function figuresOf(
  reader: Reader,
  guildIds: readonly number[],
  weeks: readonly string[],
): Promise<WeekFigures[]> {
  const { rows } = await sql<WeekFigures>`
    select k.guild_id, k.week, coalesce(w.bonus, 0) as bonus, coalesce(w.base_micros, 0) as base_micros,
           coalesce(w.joined, 0) as joined, coalesce(w.lost, 0) as lost, s.payable_cents
      from (select g.id as guild_id, w.week from unnest(${guildIds}::int[]) g(id), unnest(${weeks}::text[]) w(week)) k
      left join guilds.guild_week w on w.guild_id = k.guild_id and w.week = k.week::date
      left join guilds.settlement s on s.guild_id = k.guild_id and s.week = k.week::date`.execute(reader)
  return rows
}

/** Top-level guilds, each the head of a family. */
export const families = (reader: Reader, context: Context) =>
  reader
    .selectFrom('guilds.guild as g')
    .innerJoin('users.app_user as u', 'u.id', 'g.leader_user_id')
    .select(['g.id', 'g.name', 'g.state'])
    .select(personColumn('g.leader_user_id', 'u').as('leader'))
    .where('g.parent_id', 'is', null)
    .where(inReach(context.scope, 'g.id'))
    .$narrowType<{ state: GuildState }>()
/** The same rows without what is shown of them, to be counted. */
export const countedFamilies = (reader: Reader, context: Context) =>
  reader.selectFrom('guilds.guild as g').where('g.parent_id', 'is', null).where(inReach(context.scope, 'g.id'))
export type FamilyHead = Awaited<ReturnType<ReturnType<typeof families>['executeTakeFirstOrThrow']>>

/** The guilds of these families, grouped by their head. */
export async function guildsOfFamilies(
  reader: Reader,
  heads: readonly number[],
): Promise<{ head: number; id: number; members: number }[]> {
  const { rows } = await sql<{ head: number; id: number; members: number }>`
    select id as head, id, members from guilds.guild where id = any(${heads}::int[])
    union all
    select parent_id, id, members from guilds.guild where parent_id = any(${heads}::int[])`.execute(reader)
  return rows
}
