// Guilds as lists and the guild's page read them: one row for staff, with masked contacts.
import type { Parsed, RecordOf } from '@greenroom/contract/call'
import type { guildList } from '@greenroom/contract/guilds'
import { sql } from 'kysely'
import { maskPhone, readPhone } from '../../../access/index.ts'
import { type Context, levelOn, staffOf } from '../../../kit/context.ts'
import type { Reader } from '../../../kit/database.ts'
import { type Keyset, mapPage } from '../../../kit/paging.ts'
import { personColumn } from '../../../kit/person.ts'
import { containing } from '../../../kit/text.ts'
import { equals, type Filter, type Filters, narrowedPage, span } from '../../../records/index.ts'
import { inReach } from '../reach.ts'
import { maskEmail } from '../registration/rules.ts'
import { dissolvesAt, type GuildState, next, stateReasons, type Verb, verbs } from './rules.ts'

/** A guild within the caller's reach, with its parent and its leader. */
export const guilds = (reader: Reader, context: Context) =>
  reader
    .selectFrom('guilds.guild as g')
    .innerJoin('users.app_user as u', 'u.id', 'g.leader_user_id')
    .leftJoin('guilds.guild as p', 'p.id', 'g.parent_id')
    .leftJoin('access.staff as i', 'i.id', 'g.inviter_id')
    .select(['g.id', 'g.name', 'g.parent_id', 'p.name as parent_name', 'g.leader_user_id', 'g.leader_name'])
    .select(['g.leader_email', 'g.area_code', 'g.phone', 'g.members', 'g.state', 'g.state_reason'])
    .select(['g.settlement_method', 'g.agreed_rate_bp', 'g.registered_at', 'g.approved_at', 'g.ended_at'])
    .select(['g.warned_day', 'g.version', 'i.username as inviter'])
    .select(sql<string | null>`to_char(g.method_from, 'YYYY-MM-DD')`.as('method_from'))
    .select(personColumn('g.leader_user_id', 'u').as('leader'))
    .select(sql<number>`(select count(*)::int from guilds.guild s where s.parent_id = g.id)`.as('sub_agencies'))
    .where(inReach(context.scope, 'g.id'))
    .$narrowType<{ state: GuildState; settlement_method: RecordOf<typeof guildList>['method'] }>()
export type GuildRow = Awaited<ReturnType<ReturnType<typeof guilds>['executeTakeFirstOrThrow']>>

const byId = { column: 'g.id', type: 'int' as const, of: (row: GuildRow) => row.id }
const keyset: Keyset<GuildRow> = {
  sorts: {
    registeredAt: { column: 'g.registered_at', type: 'timestamptz', of: (row) => row.registered_at },
    guildId: byId,
    members: { column: 'g.members', type: 'int', of: (row) => row.members },
  },
  defaultSort: '-registeredAt',
  id: byId,
  defaultSize: 20,
}

/** Each part is served by an index of its own. */
export const found: Filter<string> = (text) => {
  const pattern = containing(text)
  const number = /^\d{1,15}$/.test(text) ? BigInt(text) : null
  return sql`(g.name ilike ${pattern} or g.leader_name ilike ${pattern} or g.id = ${number}::bigint
    or g.leader_user_id = ${number}::bigint
    or g.leader_user_id = any (array(select user_id from users.nickname where name like lower(${pattern}) limit 1000)))`
}

const filters: Filters<typeof guildList> = {
  q: found,
  state: equals('g.state'),
  method: equals('g.settlement_method'),
  parentId: equals('g.parent_id'),
  membersMin: (least) => sql`g.members >= ${least}`,
  membersMax: (most) => sql`g.members <= ${most}`,
  ...span('g.registered_at'),
}

/** True, or the key of the reason why not. */
function can(context: Context, state: GuildState): Record<Verb, true | string> {
  const may = levelOn(staffOf(context), 'guilds.list') === 3 && context.scope.kind === 'platform'
  const whyNot = stateReasons[state].replace('guild.', '')
  return Object.fromEntries(
    verbs.map((verb) => [verb, !may ? 'readOnly' : next(state, verb) ? true : whyNot]),
  ) as Record<Verb, true | string>
}

export const phoneOf = (row: { area_code: string; phone: string }): string => {
  const phone = readPhone(row.area_code, row.phone)
  return phone ? maskPhone(phone) : ''
}

export const lonely = (row: Pick<GuildRow, 'state' | 'approved_at' | 'members' | 'warned_day'>) => ({
  state: row.state,
  approvedAt: row.approved_at,
  members: row.members,
  warnedDay: row.warned_day,
})

export const shownGuild = (context: Context, row: GuildRow): RecordOf<typeof guildList> => ({
  guildId: row.id,
  name: row.name,
  parent: row.parent_id === null ? null : { guildId: row.parent_id, name: row.parent_name ?? '' },
  leader: row.leader,
  leaderName: row.leader_name,
  leaderEmail: maskEmail(row.leader_email),
  phone: phoneOf(row),
  members: row.members,
  subAgencies: row.sub_agencies,
  state: row.state,
  stateReason: row.state_reason,
  method: row.settlement_method,
  methodFrom: row.method_from,
  agreedRateBp: row.agreed_rate_bp,
  inviter: row.inviter,
  registeredAt: row.registered_at.toISOString(),
  approvedAt: row.approved_at?.toISOString() ?? null,
  endedAt: row.ended_at?.toISOString() ?? null,
  dissolvesAt: dissolvesAt(lonely(row))?.toISOString() ?? null,
  version: row.version,
  can: can(context, row.state),
})

/** One page of guilds. */
export async function list(context: Context, payload: Parsed<typeof guildList>) {
  const page = await narrowedPage(context, guilds(context.database, context), filters, keyset, payload)
  return mapPage(page, (row) => shownGuild(context, row))
}
